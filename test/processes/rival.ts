/**
 * One of two processes of a lender that work on the same loan: `rival.mjs TASK`. It loads the loan on command, acts on that value on command,
 * and answers what came of it. Its first write waits until the other one is about to write as well, so that both have decided on the same file.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { type Clock, systemClock } from '../../src/clock/clock.ts';
import { lagosDay } from '../../src/domain/calendar.ts';
import type { CollectingLoan, Loan } from '../../src/domain/loan/loan.ts';
import { ConflictError, RepayKitError, RuleError, StaleLoanError } from '../../src/errors.ts';
import type { LoanStore } from '../../src/loan-file/store.ts';
import { merchantKit, nextStep } from '../proof/kill/merchant.ts';
import { openStore, type StorePlace } from '../proof/kill/store-place.ts';
import { Dice } from '../proof/tampering/dice.ts';

/** What a rival is started with. */
export interface RivalTask {
  readonly url: string;
  readonly place: StorePlace;
  /** Where its time begins; it flows as the machine's does. */
  readonly now: number;
}

/** What a rival receives. */
export type Order =
  | { readonly order: 'load'; readonly loanId: string }
  | { readonly order: 'step' }
  | { readonly order: 'debit'; readonly amount: number; readonly debitDate: string }
  | { readonly order: 'repay'; readonly times: number; readonly name: string }
  | { readonly order: 'close' }
  /** The other one is about to write as well. */
  | { readonly order: 'write' };

/** What a rival answers. */
export type Answered =
  | { readonly kind: 'loaded'; readonly stage: string; readonly version: number }
  | { readonly kind: 'about-to-write' }
  | {
      readonly kind: 'done';
      readonly stage: string;
      readonly version: number;
      readonly outcome?: string;
      readonly conflicts: number;
    }
  | {
      readonly kind: 'refused';
      readonly error: string;
      readonly rule?: string;
      readonly current?: string;
      readonly conflicts: number;
    };

const task = JSON.parse(process.argv[2] ?? '{}') as RivalTask;
const clock: Clock = {
  now: () => task.now + Math.floor(performance.now()),
  today: () => lagosDay(clock.now()),
  sleep: systemClock.sleep,
};
// In some steps one waits for what the other one is about to write.
const LONGEST_MEETING_MS = 8_000;

let conflicts = 0;
let isMeeting = false;
let meet: () => void = () => undefined;
const say = (answer: Answered) => process.send?.(answer);

function metAtFirstWrite(store: LoanStore): LoanStore {
  return {
    ...store,
    async append(...append) {
      if (isMeeting) {
        isMeeting = false;
        const met = new Promise<void>((resolve) => {
          meet = resolve;
        });
        say({ kind: 'about-to-write' });
        await Promise.race([met, pause(LONGEST_MEETING_MS)]);
      }
      try {
        await store.append(...append);
      } catch (error) {
        if (error instanceof ConflictError) conflicts += 1;
        throw error;
      }
    },
  };
}

const kit = merchantKit(task.url, { store: metAtFirstWrite(openStore(task.place).store), clock });
let loan: Loan | undefined;

async function act(order: Order): Promise<{ readonly loan: Loan; readonly outcome?: string }> {
  const held = loan as CollectingLoan;
  switch (order.order) {
    case 'debit': {
      const { amount, debitDate } = order;
      const { loan: after, debit } = await kit.collections.collect(held, { amount, debitDate });
      return { loan: after, outcome: debit.outcome };
    }
    case 'repay': {
      let after = held;
      for (let time = 1; time <= order.times; time += 1) {
        after = await kit.loans.recordRepayment(after, {
          amount: 100,
          date: '2026-01-05',
          reference: `${order.name}-${time}`,
        });
      }
      return { loan: after };
    }
    case 'close':
      return { loan: await kit.bureau.close(held, { finalStatus: 'written_off', closeDate: '2026-01-05' }) };
    default:
      await nextStep(kit, held, { dice: new Dice(1), today: clock.today() }).take();
      return { loan: await kit.loans.get(held.loanId) };
  }
}

process.once('disconnect', () => process.exit(0));
process.on('message', async (order: Order) => {
  if (order.order === 'write') return meet();
  if (order.order === 'load') {
    loan = await kit.loans.get(order.loanId);
    return say({ kind: 'loaded', stage: loan.stage, version: loan.version });
  }
  conflicts = 0;
  isMeeting = true;
  try {
    const { loan: after, outcome } = await act(order);
    say({
      kind: 'done',
      stage: after.stage,
      version: after.version,
      conflicts,
      ...(outcome === undefined ? {} : { outcome }),
    });
  } catch (error) {
    if (!(error instanceof RepayKitError)) throw error;
    const rule = error instanceof RuleError ? { rule: error.rule } : {};
    const current = error instanceof StaleLoanError ? { current: (error.current as Loan).stage } : {};
    say({ kind: 'refused', error: error.name, conflicts, ...rule, ...current });
  }
});
