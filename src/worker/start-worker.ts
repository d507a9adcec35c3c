import type { RepayKit } from '../client/repay-kit.ts';
import { contextOf, type LoanContext } from '../client/workflows/loan-context.ts';
import { quietly } from '../clock/mutex.ts';
import { formatInstant } from '../domain/calendar.ts';
import { requireOptions } from '../errors.ts';
import { func, number, optional } from '../validation/checks.ts';
import { record } from '../validation/record.ts';
import { runOnce } from './run-due.ts';
import { type RunDueOptions, type RunSettings, runFields, runSettings } from './run-options.ts';
import { type DueReport, reasonOf } from './run-report.ts';

/** Options of {@link startWorker}. */
export interface WorkerOptions extends RunDueOptions {
  /** The pause between two runs, in milliseconds, with a random deviation of up to a tenth; default 30,000. */
  readonly everyMs?: number;
  /** Called after each run. Errors it throws are ignored. */
  readonly onRun?: (health: WorkerHealth) => void;
}

/** The state of a worker. */
export interface WorkerHealth {
  /** The current activity. `waiting`: between two runs. */
  readonly state: 'running' | 'waiting' | 'stopped';
  /** When it started, ISO 8601 UTC. */
  readonly startedAt: string;
  /** The number of runs that have ended. */
  readonly runs: number;
  /** When the last run ended, ISO 8601 UTC. */
  readonly lastRunAt?: string;
  /** The report of the last run. Absent before the first run has ended. */
  readonly lastReport?: DueReport;
  /**
   * The number of runs that failed as a whole since the last successful one, for example because the store cannot be
   * reached.
   */
  readonly failedRuns: number;
  /** Why the last run failed; without personal data. */
  readonly lastError?: string;
}

/** A worker that runs until it is stopped. */
export interface Worker extends AsyncDisposable {
  /** Takes no more work, finishes its current work, and then resolves. */
  stop(): Promise<void>;
  /** Resolves when the worker has stopped. Never rejects. */
  readonly done: Promise<void>;
  /** Returns the current state. */
  health(): WorkerHealth;
}

const workerOptions = record<WorkerOptions>({
  ...runFields,
  everyMs: optional(number({ min: 1, of: 'milliseconds' })),
  onRun: optional(func),
});
const DEFAULT_PAUSE_MS = 30_000;

/**
 * Repeats {@link runDue}: one run at a time, on the client's clock. A run that fails as a whole is reported by `health`
 * and repeated after the next pause. An aborted `signal` stops the worker at once; `stop` first lets it finish its
 * current work.
 * @throws ConfigurationError
 */
export function startWorker(kit: RepayKit, options: WorkerOptions = {}): Worker {
  requireOptions('startWorker', workerOptions, options);
  const { everyMs = DEFAULT_PAUSE_MS, onRun } = options;
  const settings = runSettings(options);
  return new PollingWorker(contextOf(kit), { settings, everyMs, onRun });
}

type Polling = Required<Pick<WorkerOptions, 'everyMs'>> & {
  readonly settings: RunSettings;
  readonly onRun: WorkerOptions['onRun'];
};

class PollingWorker implements Worker {
  readonly done: Promise<void>;
  readonly #context: LoanContext;
  readonly #polling: Polling;
  readonly #ending = new AbortController();
  #health: WorkerHealth;

  constructor(context: LoanContext, polling: Polling) {
    this.#context = context;
    this.#polling = polling;
    this.#health = { state: 'running', startedAt: this.#now(), runs: 0, failedRuns: 0 };
    const { signal } = polling.settings;
    const onAbort = () => this.#ending.abort();
    if (signal?.aborted) onAbort();
    else signal?.addEventListener('abort', onAbort, { once: true });
    this.done = this.#poll().finally(() => signal?.removeEventListener('abort', onAbort));
  }

  stop(): Promise<void> {
    this.#ending.abort();
    return this.done;
  }

  health(): WorkerHealth {
    return this.#health;
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.stop();
  }

  async #poll(): Promise<void> {
    const { clock, random } = this.#context.engine.settings;
    const { everyMs } = this.#polling;
    while (!this.#ending.signal.aborted) {
      await this.#runOnce();
      if (this.#ending.signal.aborted) break;
      await clock.sleep(Math.round(everyMs * (0.9 + 0.2 * random())), this.#ending.signal).catch(() => undefined);
    }
    this.#health = { ...this.#health, state: 'stopped' };
  }

  async #runOnce(): Promise<void> {
    const { settings, onRun } = this.#polling;
    const { lastError: _lastError, ...before } = this.#health;
    this.#health = { ...this.#health, state: 'running' };
    const ended = { ...before, state: 'waiting', runs: before.runs + 1 } as const;
    try {
      const lastReport = await runOnce(this.#context, settings, () => this.#ending.signal.aborted);
      this.#health = { ...ended, lastRunAt: this.#now(), lastReport, failedRuns: 0 };
    } catch (error) {
      const lastError = reasonOf(error);
      this.#health = { ...ended, lastRunAt: this.#now(), failedRuns: before.failedRuns + 1, lastError };
    }
    quietly(() => onRun?.(this.#health));
  }

  #now(): string {
    return formatInstant(this.#context.engine.settings.clock.now());
  }
}
