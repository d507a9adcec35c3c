/** Why a mandate was not collected. Instants are ISO 8601 UTC, amounts naira, account numbers masked. */
import type { AccountKey } from '../../domain/identifiers.ts';
import type { MandateSummary } from '../engine/mandates/lists.ts';

/** The state of collection: nothing left · permanently ended · waits for someone to act · a debit is running · planned. */
export type CollectionVerdict = 'repaid' | 'ended' | 'blocked' | 'asking' | 'scheduled';

/** The effect of a finding on collection: it blocks it, delays it, or is only information. */
export type FindingEffect = 'blocks' | 'delays' | 'explains';

/** One reason, with its rule, and the account if it is about one. */
export interface Finding extends Partial<AccountKey> {
  /** Masked. */
  readonly accountNumber?: string;
  /** The name of the rule, such as `debit-needs-disbursement`. */
  readonly rule: string;
  /** The section of the rule, such as `Spec §3.4`. */
  readonly spec: string;
  /** The effect on collection. */
  readonly effect: FindingEffect;
  /** One or two sentences: the situation, and what to do next. */
  readonly message: string;
  /** The start of the situation. */
  readonly since?: string;
  /** The end of the situation. */
  readonly until?: string;
  /** The instalment, if the finding is about one. */
  readonly instalmentReference?: string;
}

/** An account of the mandate, as collection sees it. */
export interface ExplainedAccount extends AccountKey {
  /** Masked. */
  readonly accountNumber: string;
  /** Is this account debited first? */
  readonly primary: boolean;
  /** Spec §3.1. */
  readonly status: string;
  /** Can it be debited now? */
  readonly debitable: boolean;
  /** The current balance in naira; null if no bank holds the account. */
  readonly balance: number | null;
}

/** One debit at one bank. */
export interface ExplainedAttempt extends AccountKey {
  /** Masked. */
  readonly accountNumber: string;
  /** ISO 8601 UTC. */
  readonly at: string;
  /** Naira. */
  readonly amount: number;
  /** `pending`: the outcome is not known yet. */
  readonly status: 'pending' | 'successful' | 'failed';
  /** The bank's answer. Spec §7. */
  readonly responseCode: string;
  /** The meaning of the response code, for people. */
  readonly meaning: string;
}

/** One instalment. */
export interface ExplainedInstalment {
  /** The reference in webhooks and attempts. */
  readonly instalmentReference: string;
  /** `YYYY-MM-DD` in Lagos. */
  readonly dueDate: string;
  /** Naira. */
  readonly amount: number;
  /** The amount collected so far, in naira. */
  readonly collected: number;
  /** Spec §3.3. */
  readonly status: string;
  /** The last 100, oldest first. Operation 4.9 lists all. */
  readonly attempts: readonly ExplainedAttempt[];
  /** The number of earlier attempts. */
  readonly earlierAttempts: number;
  /** Why it has this status, in a sentence. */
  readonly why: string;
}

/** Why a mandate was, was not, or will be collected. */
export interface Explanation
  extends Pick<
    MandateSummary,
    'mandateId' | 'collectionMode' | 'totalAmountDue' | 'collectedAmount' | 'outstandingBalance'
  > {
  /** The time of the world, ISO 8601 UTC. */
  readonly now: string;
  /** The status of the mandate. Spec §3.1. */
  readonly status: string;
  /** The answer in one word. */
  readonly verdict: CollectionVerdict;
  /** The most important reason. */
  readonly summary: string;
  /** Whether collection is open, and since when. Spec §3.4. */
  readonly gate: {
    readonly open: boolean;
    readonly since: string;
    readonly rule?: string;
    readonly spec?: string;
    readonly reason?: string;
  };
  /** The time of the next debit; null if none is planned. */
  readonly nextAttempt: string | null;
  /** The most important first. */
  readonly findings: readonly Finding[];
  /** In cascade order. */
  readonly accounts: readonly ExplainedAccount[];
  /** By due date. */
  readonly instalments: readonly ExplainedInstalment[];
}
