import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import type { Answered, Order, RivalTask } from './rival.ts';

type Ended = Exclude<Answered, { kind: 'loaded' | 'about-to-write' }>;

/** Two processes that do the same at the same time. */
export class Rivals {
  readonly #children: readonly ChildProcess[];

  constructor(program: string, task: RivalTask) {
    this.#children = [1, 2].map(() => fork(program, [JSON.stringify(task)], { execArgv: [] }));
  }

  /** Both load the loan, then both get the same command; answers what came of it for each. */
  async race(loanId: string, orders: readonly [Order, Order]): Promise<readonly [Ended, Ended]> {
    await Promise.all(this.#children.map((child) => answerOf(child, { order: 'load', loanId }, 'loaded')));
    let waiting = 0;
    // Both are about to write, or one is and the other one has ended.
    const onMessage = ({ kind }: Answered) => {
      if (kind === 'loaded') return;
      waiting += 1;
      if (waiting === 2) for (const child of this.#children) child.send({ order: 'write' } satisfies Order);
    };
    for (const child of this.#children) child.on('message', onMessage);
    const ends = await Promise.all(
      this.#children.map((child, index) => answerOf(child, orders[index as 0 | 1], 'done', 'refused')),
    );
    for (const child of this.#children) child.off('message', onMessage);
    return ends as unknown as readonly [Ended, Ended];
  }

  /** Ends both. */
  async end(): Promise<void> {
    const running = this.#children.filter(({ exitCode, signalCode }) => exitCode === null && signalCode === null);
    await Promise.all(
      running.map(async (child) => {
        child.kill('SIGKILL');
        await once(child, 'exit');
      }),
    );
  }
}

function answerOf(child: ChildProcess, order: Order, ...kinds: readonly Answered['kind'][]): Promise<Answered> {
  return new Promise((resolve, reject) => {
    const onExit = (code: number | null) => reject(new Error(`a rival ended with ${code}`));
    const onMessage = (answer: Answered) => {
      if (!kinds.includes(answer.kind)) return;
      child.off('message', onMessage);
      child.off('exit', onExit);
      resolve(answer);
    };
    child.on('message', onMessage);
    child.once('exit', onExit);
    child.send(order);
  });
}
