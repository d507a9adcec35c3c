import type { RepayKit } from '../../client/repay-kit.ts';
import { daysBetween, type PlainDate } from '../../domain/calendar.ts';
import type { AccountKey } from '../../domain/identifiers.ts';
import type { CollectingLoan } from '../../domain/loan/loan.ts';
import type { Chance } from '../statements/chance.ts';
import type { TestPayer, TestWorld } from '../test-world.ts';
import type { Outage, PlannedLoan } from './book-plan.ts';
import type { CashFlow } from './cash-flow.ts';

/** A lender's system, with the payers that act on its loans. */
export interface LenderSystem {
  readonly kit: RepayKit;
  readonly payer: TestPayer;
}

/** Both sides of a book: the lender, and the world with its payers and banks. */
export interface BookSide extends LenderSystem {
  /** Where adopted loans began: another client of the same lender, with a store of its own. */
  readonly former: LenderSystem;
  readonly world: TestWorld;
  readonly outages: readonly Outage[];
}

/** A loan of a book while it is played. */
export interface BookLoan {
  readonly plan: PlannedLoan;
  /** In cascade order. */
  readonly accounts: readonly AccountKey[];
  readonly cash: CashFlow;
  /** Decides what happens to the loan. */
  readonly chance: Chance;
  /** Whether the payer transfers the rest when the tenure is over. */
  readonly paysTheRest: boolean;
  /** `former`: in the former system. */
  place: 'planned' | 'former' | 'here' | 'ended';
  /** Whether the platform failed to collect something that was due. */
  isBehind: boolean;
  /** When the loan's story goes on, and how many of its acts are over. */
  actsOn: PlainDate | undefined;
  acts: number;
  /** What the payer owes and when, since the last restructuring, and what was paid before it, in naira. */
  schedule: {
    readonly lines: readonly { readonly dueDate: string; readonly amount: number }[];
    readonly after: number;
  };
}

/** What is due and unpaid by any route, in naira, and for how many days. Undefined if nothing is. */
export function arrearsOf({ schedule }: BookLoan, { balances }: CollectingLoan, today: PlainDate) {
  let paid = balances.collected + balances.repaidOutside - schedule.after;
  let amount = 0;
  let since: string | undefined;
  for (const line of schedule.lines) {
    if (line.dueDate > today) break;
    const left = Math.max(0, line.amount - Math.max(0, paid));
    paid -= line.amount;
    if (left > 0) since ??= line.dueDate;
    amount += left;
  }
  // The schedule holds days.
  return since === undefined ? undefined : { amount, days: daysBetween(since as PlainDate, today) };
}
