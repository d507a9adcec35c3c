/** The answer to "why was this not collected?", for people and programs. Instants are ISO 8601 UTC, amounts naira, account numbers masked. */
import type { CollectionMode } from '../../wire/mandate-types.ts';

/** Where collecting stands: nothing left · over for good · nothing happens until someone acts · a bank is being asked · planned. */
export type CollectionVerdict = 'repaid' | 'ended' | 'blocked' | 'asking' | 'scheduled';

/** What a finding means for collecting: it stands in the way, it puts it off, or it is only worth knowing. */
export type FindingEffect = 'blocks' | 'delays' | 'explains';

/** One reason, with the rule it comes from. */
export interface Finding {
  /** The rule's name, such as `debit-needs-disbursement`. */
  readonly rule: string;
  /** Where it stands, such as `Spec §3.4`. */
  readonly spec: string;
  /** What it does to collecting. */
  readonly effect: FindingEffect;
  /** One or two sentences: what is the case and what to do next. */
  readonly message: string;
  /** Since when it holds. */
  readonly since?: string;
  /** Until when it holds or held. */
  readonly until?: string;
  /** The instalment it is about, where it is about one. */
  readonly instalmentReference?: string;
  /** The account it is about, where it is about one: masked. */
  readonly accountNumber?: string;
  /** Where it is about one account. */
  readonly bankCode?: string;
}

/** An account as collecting sees it. */
export interface ExplainedAccount {
  /** Masked. */
  readonly accountNumber: string;
  /** 3-digit CBN bank code. */
  readonly bankCode: string;
  /** Is it the account that is debited first? */
  readonly primary: boolean;
  /** Its state of spec §3.1. */
  readonly status: string;
  /** Would it be debited now? */
  readonly debitable: boolean;
  /** What is on it now, in naira; null while no bank holds it. Earlier balances are not kept. */
  readonly balance: number | null;
}

/** One debit put to one bank. */
export interface ExplainedAttempt {
  /** ISO 8601 UTC. */
  readonly at: string;
  /** Whose bank was asked. */
  readonly bankCode: string;
  /** Masked. */
  readonly accountNumber: string;
  /** Naira. */
  readonly amount: number;
  /** `pending`: its outcome is not known yet. */
  readonly status: 'pending' | 'successful' | 'failed';
  /** What the bank answered. Spec §7. */
  readonly responseCode: string;
  /** What the code says to people. */
  readonly meaning: string;
}

/** One due date. */
export interface ExplainedInstalment {
  /** Names it in webhooks and attempts. */
  readonly instalmentReference: string;
  /** `YYYY-MM-DD` in Lagos. */
  readonly dueDate: string;
  /** Naira. */
  readonly amount: number;
  /** What came in on it, in naira. */
  readonly collected: number;
  /** As the mandate shows it. Spec §3.3. */
  readonly status: string;
  /** The last hundred, oldest first; operation 4.9 gives them all. */
  readonly attempts: readonly ExplainedAttempt[];
  /** How many attempts were made before those. */
  readonly earlierAttempts: number;
  /** Why it stands where it stands, in a sentence. */
  readonly why: string;
}

/** Why a mandate was, was not, or will be collected. */
export interface Explanation {
  /** The mandate that was asked about. */
  readonly mandateId: string;
  /** The world's time, ISO 8601 UTC. */
  readonly now: string;
  /** Of the mandate. Spec §3.1. */
  readonly status: string;
  /** Does the platform debit by itself, or only when asked? */
  readonly collectionMode: CollectionMode;
  /** The answer in one word. */
  readonly verdict: CollectionVerdict;
  /** The weightiest reason. */
  readonly summary: string;
  /** Naira. */
  readonly totalAmountDue: number;
  /** Naira. */
  readonly collectedAmount: number;
  /** Naira. */
  readonly outstandingBalance: number;
  /** May anything be collected now, and since when? Spec §3.4. */
  readonly gate: {
    readonly open: boolean;
    readonly since: string;
    readonly rule?: string;
    readonly spec?: string;
    readonly reason?: string;
  };
  /** When a bank is debited next; null for never, as things stand. */
  readonly nextAttempt: string | null;
  /** The weightiest first. */
  readonly findings: readonly Finding[];
  /** In cascade order. */
  readonly accounts: readonly ExplainedAccount[];
  /** By due date. */
  readonly instalments: readonly ExplainedInstalment[];
}
