/** The parts of a story. Merchant and world are interfaces: stories run on the server and through the client. */
import { addDays, addPeriods, type Instant, type PlainDate } from '../../domain/calendar.ts';
import type { AccountKey } from '../../domain/identifiers.ts';
import type { MicroDeposit } from '../engine/mandates/mandate-inside.ts';
import type { AccountPatch } from '../engine/world/payers.ts';
import type { Policy } from '../engine/world/policy.ts';
import type { NewPayer } from '../engine/world/world.ts';
import type { InventedPayer } from './invented-payer.ts';

export interface StoryLoan {
  readonly payer: InventedPayer;
  readonly primary: AccountKey;
  readonly backups: readonly AccountKey[];
  readonly terms: ReturnType<typeof storyTerms>;
  /** The due dates of its three instalments. */
  readonly dueDates: readonly PlainDate[];
}

/** The lifecycle reports that a story names. Repayments are reported as they happen. Spec §6.3. */
export type StoryReport = 'loan.approved' | 'loan.disbursed' | 'loan.restructured' | 'loan.closed';

/** The merchant's part of a story. */
export interface StoryMerchant {
  /** Places the mandate on each account that the payer chose, and returns its id. Spec §4.3. */
  place(loan: StoryLoan): Promise<string>;
  /** Attaches each account by ₦50 deposit. Spec §4.4. */
  attach(): Promise<void>;
  /** Reports to the bureau. Spec §6.3. */
  report(event: StoryReport): Promise<void>;
  /** Reports the repayment of the last due date to the bureau. Spec §6.3. */
  reportRepayment(): Promise<void>;
}

/** Payer, banks and time, controlled by the story. */
export interface StoryWorld {
  /** The merchant agreement at the beginning of the story. */
  readonly policy: Policy;
  now(): Instant;
  addPayer(payer: NewPayer): Promise<unknown>;
  patchAccount(account: AccountKey, patch: AccountPatch): Promise<unknown>;
  makeDeposit(deposit: MicroDeposit): Promise<unknown>;
  openDispute(mandateId: string, details: { readonly reason: string }): Promise<unknown>;
  /** Moves the clock forward. Resolves when the webhooks on the way have been attempted. */
  moveTo(instant: Instant): Promise<unknown>;
}

/** A running story. */
export interface Story {
  readonly loan: StoryLoan;
  readonly merchant: StoryMerchant;
  readonly world: StoryWorld;
  /** Empty until the mandate is placed. */
  mandateId: string;
}

export type StoryStep = (story: Story) => Promise<void>;

/** The terms of all stories: ₦80,000, repaid in three monthly instalments of ₦30,000 from `startDate` on. */
export function storyTerms(startDate: PlainDate) {
  const endDate = addDays(addPeriods(startDate, 'monthly', 2), 14);
  const amounts = { approvedAmount: 80_000, totalAmountDue: 90_000 };
  return { ...amounts, startDate, endDate, frequency: 'monthly', collectionMode: 'auto' } as const;
}

/** The restructured terms: the rest after the first instalment, in four smaller ones. */
export function newTerms({ dueDates }: StoryLoan) {
  const anchor = dueDates[1] as PlainDate;
  const schedule = [0, 1, 2, 3].map((months) => ({ dueDate: addPeriods(anchor, 'monthly', months), amount: 15_000 }));
  return { schedule, reason: 'The payer asked for smaller instalments.' };
}

/** The disbursement: the whole loan, today. */
export function transferOf({ terms, payer }: StoryLoan, today: PlainDate) {
  return { amount: terms.approvedAmount, date: today, reference: `TRF-${payer.payerId}` };
}

export function reportContent(event: StoryReport, loan: StoryLoan, today: PlainDate): object {
  const { approvedAmount, totalAmountDue, startDate, endDate, frequency } = loan.terms;
  switch (event) {
    case 'loan.approved':
      return {
        offerTerms: { totalAmountDue, startDate, endDate, frequency },
        approvedAmount,
        tenure: `3 monthly instalments from ${startDate} to ${endDate}`,
      };
    case 'loan.disbursed':
      return transferOf(loan, today);
    case 'loan.restructured':
      return newTerms(loan);
    case 'loan.closed':
      return { finalStatus: 'repaid', closeDate: today };
  }
}
