/** What stories are made of: a loan, the merchant who leads it, and the world around. Both sides are promises, so that one table of stories serves platform and client. */
import { addDays, addPeriods, type Instant, type PlainDate } from '../../domain/calendar.ts';
import type { AccountKey } from '../../domain/identifiers.ts';
import type { AccountPatch, NewPayer } from '../engine/payers.ts';
import type { Policy } from '../engine/policy.ts';
import type { MicroDeposit } from '../engine/verification.ts';
import type { InventedPayer } from './invented-payer.ts';

/** The loan that a story is about. */
export interface StoryLoan {
  readonly payer: InventedPayer;
  /** Debited first. */
  readonly primary: AccountKey;
  /** In cascade order, at least one. */
  readonly backups: readonly AccountKey[];
  readonly terms: ReturnType<typeof storyTerms>;
  /** Of its three instalments. */
  readonly dueDates: readonly PlainDate[];
}

/** The merchant's lifecycle reports that a story tells by name; repayments are reported as they come. Spec §6.3. */
export type StoryReport = 'loan.approved' | 'loan.disbursed' | 'loan.restructured' | 'loan.closed';

/** Who leads the loan of a story. */
export interface StoryMerchant {
  /** Places the mandate on each account that the payer chose, and answers its id. Spec §4.3. */
  place(loan: StoryLoan): Promise<string>;
  /** Attaches each account by ₦50 deposit. Spec §4.4. */
  attach(): Promise<void>;
  /** Tells the bureau. Spec §6.3. */
  report(event: StoryReport): Promise<void>;
  /** Tells the bureau what the last due date brought. Spec §6.3. */
  reportRepayment(): Promise<void>;
}

/** Payer, banks and time, as control calls move them. */
export interface StoryWorld {
  /** What the merchant agreement says when the story begins. */
  readonly policy: Policy;
  now(): Instant;
  addPayer(payer: NewPayer): Promise<unknown>;
  patchAccount(account: AccountKey, patch: AccountPatch): Promise<unknown>;
  makeDeposit(deposit: MicroDeposit): Promise<unknown>;
  openDispute(mandateId: string, details: { readonly reason: string }): Promise<unknown>;
  /** Moves the clock forward; resolves when the webhooks on the way were tried. */
  moveTo(instant: Instant): Promise<unknown>;
}

/** A story while it is told. */
export interface Story {
  readonly loan: StoryLoan;
  readonly merchant: StoryMerchant;
  readonly world: StoryWorld;
  /** Empty until the mandate is placed. */
  mandateId: string;
}

/** One step of a story. */
export type StoryStep = (story: Story) => Promise<void>;

/** The terms of every story: ₦80,000 lent, repaid in three monthly instalments of ₦30,000 from `startDate` on. */
export function storyTerms(startDate: PlainDate) {
  const endDate = addDays(addPeriods(startDate, 'monthly', 2), 14);
  const amounts = { approvedAmount: 80_000, totalAmountDue: 90_000 };
  return { ...amounts, startDate, endDate, frequency: 'monthly', collectionMode: 'auto' } as const;
}

/** The restructuring of a story: what is left after the first instalment, in four smaller ones. */
export function newTerms({ dueDates }: StoryLoan) {
  const anchor = dueDates[1] as PlainDate;
  const schedule = [0, 1, 2, 3].map((months) => ({ dueDate: addPeriods(anchor, 'monthly', months), amount: 15_000 }));
  return { schedule, reason: 'The payer asked for smaller instalments.' };
}

/** The disbursement of a story: the whole loan, today. */
export function transferOf({ terms, payer }: StoryLoan, today: PlainDate) {
  return { amount: terms.approvedAmount, date: today, reference: `TRF-${payer.payerId}` };
}

/** The content of a report. */
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
