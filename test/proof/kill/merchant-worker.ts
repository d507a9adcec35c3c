/**
 * A merchant's process in a kill run: `merchant-worker.mjs TASK`. It takes one step after the other on whichever loans are in work, resumes each from its file,
 * and says what a step returned before it goes on. It runs on the time of its parent, and ends with it.
 */
import { writeSync } from 'node:fs';
import type { Instant } from '../../../src/domain/calendar.ts';
import { InputError, RepayKitError, RuleError } from '../../../src/errors.ts';
import { undiciTransport } from '../../../src/http/undici-transport.ts';
import { runDue } from '../../../src/worker/run-due.ts';
import { Dice } from '../tampering/dice.ts';
import { type Acknowledged, loanIdOf, merchantKit, nextStep, openingOf } from './merchant.ts';
import { SPEED } from './platform.ts';
import { behindGateway, MADE_UP, ProcessClock, unreliableStore } from './process-faults.ts';
import { openStore, type StorePlace } from './store-place.ts';

/** What a worker is started with. */
export interface WorkerTask {
  readonly url: string;
  readonly place: StorePlace;
  readonly seed: number;
}

/** What the parent sends: the time, and which loans are in work. */
export interface Reported {
  readonly now: Instant;
  readonly loans: readonly number[];
}

/** What a worker says, a line of JSON each. */
export type Said =
  | { readonly say: 'ready' }
  | {
      readonly say: 'begins';
      readonly loanId: string;
      readonly step: string;
      readonly stage?: string;
      readonly mandateId?: string;
    }
  | { readonly say: 'done'; readonly fact: Acknowledged }
  | { readonly say: 'refused'; readonly step: string; readonly error: string }
  | { readonly say: 'broken'; readonly step: string; readonly error: string };

// Written at once: what was said is with the parent, whatever happens to this process afterwards.
const say = (said: Said) => writeSync(1, `${JSON.stringify(said)}\n`);

const task = JSON.parse(process.argv[2] ?? '{}') as WorkerTask;
const dice = new Dice(task.seed);

process.once('disconnect', () => process.exit(0));
process.once('message', (reported: Reported) => {
  const clock = new ProcessClock(reported.now, SPEED);
  let { loans } = reported;
  process.on('message', (state: Reported) => {
    loans = state.loans;
    clock.handle(state.now);
  });
  const store = unreliableStore(openStore(task.place).store, dice);
  const transport = behindGateway(undiciTransport(), dice);
  const kit = merchantKit(task.url, { store, clock, transport, random: () => dice.below(1_000_000) / 1_000_000 });
  say({ say: 'ready' });
  void work();

  async function work(): Promise<never> {
    for (;;) {
      // Lets the message in, also where a store answers within the same turn.
      await new Promise((resolve) => setImmediate(resolve));
      const number = dice.of(loans);
      let step = 'runDue';
      try {
        if (dice.below(6) === 0) {
          await runDue(kit, { concurrency: 2, limit: 10 });
          continue;
        }
        step = 'get';
        const loan = await kit.loans.get(loanIdOf(number)).catch((error: unknown) => {
          if (error instanceof InputError) return undefined;
          throw error;
        });
        if (loan === undefined) {
          step = 'open';
          say({ say: 'begins', loanId: loanIdOf(number), step });
          const { loanId, stage, version } = await kit.loans.open(openingOf(number));
          say({ say: 'done', fact: { loanId, step, stage, version, reported: 0 } });
        } else {
          const next = nextStep(kit, loan, { dice, today: clock.today() });
          step = next.step;
          say({ say: 'begins', loanId: loan.loanId, step, stage: loan.stage, mandateId: loan.mandateId });
          say({ say: 'done', fact: await next.take() });
        }
      } catch (error) {
        say(
          isExpected(error)
            ? { say: 'refused', step, error: nameOf(error) }
            : { say: 'broken', step, error: textOf(error) },
        );
      }
    }
  }
});

// A refusal says what to do; a store or a file that fails, or a wrong input, does not belong into this run.
const unexpected: ReadonlySet<string> = new Set(['store_failed', 'evidence_broken', 'input_invalid', 'config_invalid']);

function isExpected(error: unknown): error is RepayKitError {
  return error instanceof RepayKitError && (!unexpected.has(error.code) || textOf(error).includes(MADE_UP));
}

function nameOf(error: RepayKitError): string {
  return error instanceof RuleError ? `${error.name} ${error.rule}` : error.name;
}

function textOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return `${error.stack}${error.cause === undefined ? '' : `\ncause: ${textOf(error.cause)}`}`;
}
