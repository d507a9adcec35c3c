import type { AccountKey } from '../../domain/identifiers.ts';
import type { OrderMeta, PolicyCustomer } from '../../wire/insurance-types.ts';
import type { Policy } from '../engine/policy.ts';

/** A payer to add, with bank accounts. */
export interface NewPayer {
  /** 11 digits. */
  readonly bvn: string;
  /** As the accounts are held under. */
  readonly name: string;
  /** Where mail goes; default none. */
  readonly email?: string;
  /** Default none. */
  readonly phone?: string;
  /** What this BVN has at banks. */
  readonly accounts: readonly NewAccount[];
}

/** An account to add. */
export interface NewAccount extends AccountKey {
  /** Default: the payer's name. */
  readonly accountName?: string;
  /** Naira. */
  readonly balance: number;
  /** Default true. */
  readonly active?: boolean;
}

/** What to change on an account. */
export interface AccountPatch {
  /** Naira. */
  readonly balance?: number;
  /** An account that is not can be neither verified nor debited. */
  readonly active?: boolean;
  /** The response code that every debit gets; null clears it. */
  readonly declineWith?: string | null;
  /** Response codes for the next debits, used up one by one; null in the list behaves normally. */
  readonly script?: readonly (string | null)[] | null;
}

/** A ₦50 deposit that arrives. */
export interface MicroDeposit extends AccountKey {
  /** The mandate that the account is on. */
  readonly mandateId: string;
  /** Default: the account itself. From elsewhere it proves nothing. */
  readonly from?: AccountKey;
  /** Default `accepted`. */
  readonly outcome?: 'accepted' | 'rejected' | 'disputed';
}

/** A bank's word on a signature. */
export interface SignatureJudgement extends AccountKey {
  /** The mandate that the account is on. */
  readonly mandateId: string;
  /** `matched` makes the account active, `mismatched` fails it. */
  readonly outcome: 'matched' | 'mismatched';
}

/** Terms of the merchant agreement to change. */
export interface PolicyPatch extends Partial<Omit<Policy, 'webhook'>> {
  /** How deliveries are tried. */
  readonly webhook?: Partial<Policy['webhook']>;
}

/** What of a scenario may be chosen. */
export interface ScenarioOptions {
  /** Accounts beside the primary, 1 to 98; default 2. */
  readonly backups?: number;
}

/** An insurance policy to add. */
export interface NewInsurancePolicy {
  /** Default: one that the server makes. */
  readonly number?: string;
  /** Slug of a seeded product type: `git`, `gadget`, `credit_life`, `health`. */
  readonly productType: string;
  /** What was paid for it, in its currency. */
  readonly amount: number;
  /** Three letters; default that of the product's insurer. */
  readonly currency?: string;
  /** `YYYY-MM-DD` or ISO 8601. */
  readonly startDate?: string;
  /** As `startDate`, and later. */
  readonly endDate?: string;
  /** Fields of spec §2.9. */
  readonly customer?: Partial<Omit<PolicyCustomer, 'id' | 'ref' | 'created_at'>>;
  /** Fields of spec §2.9; what is left out follows from the product. */
  readonly order?: { readonly asset_ref?: string | null; readonly meta?: OrderMeta };
}
