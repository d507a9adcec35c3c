/** When a mandate may be debited, and in which order its accounts are tried. Spec §3.4 and §3.5. */
import type { MandateStatus } from './mandate.ts';
import type { Kobo } from './money.ts';
import { responseCategory } from './response-codes.ts';

export interface GateFacts {
  readonly status: MandateStatus;
  /** Whether `loan.disbursed` was reported to the bureau. */
  readonly disbursed: boolean;
  readonly closed: boolean;
  readonly merchantApproved: boolean;
}

/** Whether a mandate may be debited now, and if not, the rule that forbids it. */
export type GateDecision =
  | { readonly open: true }
  | {
      readonly open: false;
      readonly rule: string;
      readonly spec: string;
      /** What blocks collection and how to unblock it. */
      readonly reason: string;
    };

/** Opens or closes the gate. Names the first reason that applies. Spec §3.4. */
export function decideGate({ status, disbursed, closed, merchantApproved }: GateFacts): GateDecision {
  if (!merchantApproved)
    return shut('merchant-is-approved', 'Spec §1', 'The merchant is not approved: collection is stopped until it is.');
  if (status === 'expired')
    return shut('debit-within-tenure', 'Spec §6.1', 'The tenure of the loan is over: nothing is collected after it.');
  if (status === 'disputed') return shut('debit-is-undisputed', 'Spec §3.4', DISPUTED);
  if (status !== 'active') return shut('debit-needs-active-mandate', 'Spec §3.4', NOT_ACTIVE);
  if (!disbursed) return shut('debit-needs-disbursement', 'Spec §3.4', NOT_DISBURSED);
  return closed ? shut('debit-before-closure', 'Spec §6.3', CLOSED) : OPEN;
}

const OPEN: GateDecision = { open: true };

const DISPUTED = 'The mandate is disputed: collection is paused until the dispute is resolved.';
const NOT_ACTIVE = 'The mandate is not active: its primary account is not verified.';
const NOT_DISBURSED = 'loan.disbursed has not been reported to the bureau: report it first.';
const CLOSED = 'loan.closed was reported to the bureau: nothing is collected on a closed loan.';

function shut(rule: string, spec: string, reason: string): GateDecision {
  return { open: false, rule, spec, reason };
}

export interface CascadeFacts {
  /** The number of active accounts. The primary is the first. */
  readonly accounts: number;
  /** The response codes so far, one for each account tried, in order. */
  readonly answers: readonly string[];
  /** Whether partial amounts may be taken if no account has the full amount. */
  readonly maySweep: boolean;
}

export type CascadeStep =
  /** Debit the full amount from this account. 0 is the first. */
  | { readonly step: 'debit'; readonly account: number }
  | { readonly step: 'collected' }
  /** The outcome is unknown. Stop, and ask before anything else. */
  | { readonly step: 'ask-later' }
  /** No account has the full amount. Take what these accounts have, in order. */
  | { readonly step: 'sweep'; readonly accounts: readonly number[] }
  | { readonly step: 'missed' };

const COLLECTED: CascadeStep = { step: 'collected' };
const ASK_LATER: CascadeStep = { step: 'ask-later' };
const MISSED: CascadeStep = { step: 'missed' };

/** The primary first, then each backup, only after a definite decline. Sweeps accounts that lacked funds. Spec §3.5. */
export function nextCascadeStep({ accounts, answers, maySweep }: CascadeFacts): CascadeStep {
  const answer = answers.at(-1);
  const last = answer === undefined ? undefined : responseCategory(answer);
  if (last === 'approved') return COLLECTED;
  if (last === 'unknown-outcome') return ASK_LATER;
  if (answers.length < accounts) return { step: 'debit', account: answers.length };
  if (!maySweep) return MISSED;
  const short: number[] = [];
  answers.forEach((code, account) => {
    if (responseCategory(code) === 'funds') short.push(account);
  });
  return short.length > 0 ? { step: 'sweep', accounts: short } : MISSED;
}

/** The status of an instalment: spec §3.2, and `scheduled` (ours) at the beginning. */
export type InstalmentStatus = (typeof inOrder)[number];

const inOrder = ['scheduled', 'processing', 'failed', 'overdue', 'partially paid', 'success'] as const;

const ranks: ReadonlyMap<string, number> = new Map(inOrder.map((status, rank) => [status, rank]));

interface Collected {
  readonly amount: Kobo;
  readonly collected: Kobo;
}

/** The status after a day of collecting: paid, partly paid, or missed (on its due date, or on a later day). */
export function statusAfterDay(instalment: Collected, isAfterDueDate: boolean): InstalmentStatus {
  if (instalment.collected >= instalment.amount) return 'success';
  if (instalment.collected > 0) return 'partially paid';
  return isAfterDueDate ? 'overdue' : 'failed';
}

export function isOpenInstalment(instalment: Collected): boolean {
  return instalment.collected < instalment.amount;
}

/** Negative if `a` comes earlier in an instalment's life. */
export function compareInstalmentStatus(a: InstalmentStatus, b: InstalmentStatus): number {
  return rankInstalmentStatus(a) - rankInstalmentStatus(b);
}

/** A total order, so that the order of facts does not matter. Unknown statuses come first and hide no known one. */
export function rankInstalmentStatus(status: string): number {
  return ranks.get(status) ?? -1;
}
