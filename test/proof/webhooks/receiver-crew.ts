/** The receiving processes of a run: as many as wanted, whatever happens to each. */
import { type ChildProcess, fork } from 'node:child_process';
import type { ReceiverSaid, ReceiverTask } from './receiver-worker.ts';

interface Process {
  readonly child: ChildProcess;
  port: number | undefined;
  readonly ended: Promise<void>;
}

/** Starts receivers, kills them, and starts others in their place. */
export class ReceiverCrew {
  readonly #program: string;
  readonly #task: ReceiverTask;
  readonly #processes = new Set<Process>();
  readonly #killed = new Set<Process>();
  /** A process ended without being killed. */
  readonly collapses: string[] = [];
  /** What receivers logged as errors. */
  readonly errors: string[] = [];
  #started = 0;
  #isOver = false;

  constructor({
    program,
    task,
    size,
  }: { readonly program: string; readonly task: ReceiverTask; readonly size: number }) {
    this.#program = program;
    this.#task = task;
    for (let count = 0; count < size; count += 1) this.#start();
  }

  /** How many processes were started. */
  get started(): number {
    return this.#started;
  }

  /** The ports that are listened on, as far as is known. */
  get ports(): readonly number[] {
    return [...this.#processes].flatMap(({ port }) => port ?? []);
  }

  /** Kills the process that listens on a port, as nothing else does: it gets no time for anything. Resolves when it is gone. */
  async kill(port: number): Promise<void> {
    for (const each of this.#processes) if (each.port === port) await this.#kill(each);
  }

  /** Kills all of them; no others start. */
  async end(): Promise<void> {
    this.#isOver = true;
    await Promise.all([...this.#processes].map((each) => this.#kill(each)));
  }

  async #kill(one: Process): Promise<void> {
    this.#killed.add(one);
    one.child.kill('SIGKILL');
    await one.ended;
  }

  #start(): void {
    this.#started += 1;
    const child = fork(this.#program, [JSON.stringify(this.#task)], {
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
      execArgv: [],
    });
    let fault = '';
    child.stderr?.on('data', (text) => {
      fault += text;
    });
    const ended = new Promise<void>((resolve) => {
      child.once('close', (code, signal) => {
        this.#processes.delete(one);
        if (!this.#killed.has(one)) this.collapses.push(`a process ended with ${signal ?? code}: ${fault}`);
        if (!this.#isOver) this.#start();
        resolve();
      });
    });
    const one: Process = { child, port: undefined, ended };
    this.#processes.add(one);
    child.on('message', (said: ReceiverSaid) => {
      if (said.say === 'listening') one.port = said.port;
      else this.errors.push(said.text);
    });
  }
}
