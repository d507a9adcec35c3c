/** The processes of a kill run: starts them, receives their messages, kills them, and starts others in their place. */
import { type ChildProcess, fork } from 'node:child_process';
import { createInterface } from 'node:readline';
import type { Reported, Said, WorkerTask } from './merchant-worker.ts';

/** A running process. */
export interface Worker {
  readonly child: ChildProcess;
  /** Has it opened its store? */
  isReady: boolean;
  /** How many steps it began. */
  steps: number;
  /** The mandate of the loan that it works on, once there is one. */
  mandateId: string | undefined;
  readonly ended: Promise<void>;
}

/** How a crew is made. */
export interface CrewOptions {
  /** The built program. */
  readonly program: string;
  readonly size: number;
  readonly task: Omit<WorkerTask, 'seed'>;
  /** Of the first process; each later one gets the next number. */
  readonly seed: number;
  /** What a process that starts has to know. */
  readonly state: () => Reported;
  readonly onSaid: (said: Said) => void;
  /** A process ended without being killed. */
  readonly onCollapse: (what: string) => void;
}

/** As many processes as wanted, whatever happens to each. */
export class Crew {
  readonly #options: CrewOptions;
  readonly #workers = new Set<Worker>();
  readonly #killed = new Set<Worker>();
  #started = 0;
  #isOver = false;

  constructor(options: CrewOptions) {
    this.#options = options;
    for (let count = 0; count < options.size; count += 1) this.#start();
  }

  /** How many processes were started. */
  get started(): number {
    return this.#started;
  }

  /** Those that can be killed in the middle of something. */
  get ready(): readonly Worker[] {
    return [...this.#workers].filter(({ isReady }) => isReady);
  }

  /** Sends a message to all of them. */
  send(state: Reported): void {
    for (const { child } of this.#workers) child.send(state, () => undefined);
  }

  /** Kills one, as nothing else does: it gets no time for anything. Resolves when it is gone and all its messages were received. */
  async kill(worker: Worker): Promise<void> {
    this.#killed.add(worker);
    worker.child.kill('SIGKILL');
    await worker.ended;
  }

  /** Stops one for a while in whatever it does, as a suspended machine does. */
  suspend({ child }: Worker, forMs: number): void {
    child.kill('SIGSTOP');
    setTimeout(() => child.kill('SIGCONT'), forMs).unref();
  }

  /** Kills all of them; no others start. */
  async end(): Promise<void> {
    this.#isOver = true;
    await Promise.all([...this.#workers].map((worker) => this.kill(worker)));
  }

  #start(): void {
    const { program, task, seed, onSaid, onCollapse, state } = this.#options;
    const argument = JSON.stringify({ ...task, seed: seed + this.#started });
    this.#started += 1;
    const child = fork(program, [argument], { stdio: ['ignore', 'pipe', 'pipe', 'ipc'], execArgv: [] });
    let fault = '';
    child.stderr?.on('data', (text) => {
      fault += text;
    });
    const received = new Promise<void>((resolve) => {
      if (!child.stdout) return resolve();
      createInterface(child.stdout)
        .on('line', (line) => {
          const said = read(line);
          if (said?.say === 'ready') worker.isReady = true;
          if (said?.say === 'begins') {
            worker.mandateId = said.mandateId;
            worker.steps += 1;
          }
          if (said) onSaid(said);
        })
        .on('close', resolve);
    });
    const closed = new Promise<string>((resolve) => child.on('close', (code, signal) => resolve(`${signal ?? code}`)));
    const worker: Worker = {
      child,
      isReady: false,
      steps: 0,
      mandateId: undefined,
      ended: Promise.all([closed, received]).then(([how]) => {
        this.#workers.delete(worker);
        if (!this.#killed.has(worker)) onCollapse(`a process ended with ${how}: ${fault}`);
        if (!this.#isOver) this.#start();
      }),
    };
    this.#workers.add(worker);
    child.send(state(), () => undefined);
  }
}

// A process that is killed may have said half a line; then it did not say it.
function read(line: string): Said | undefined {
  try {
    return JSON.parse(line) as Said;
  } catch {
    return undefined;
  }
}
