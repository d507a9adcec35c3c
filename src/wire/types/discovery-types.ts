/** The types of the operations for banks and account discovery, 4.1 and 4.2. */

/** No input. */
export type NoInput = Readonly<Record<never, never>>;

/** A bank that supports the micro-deposit. The spec shows no body, so only the name is certain. Spec §4.1. */
export interface Bank {
  /** The bank's name. */
  readonly name: string;
  /** CBN bank code, if the service sends one. */
  readonly bankCode?: string;
  /** URL of the bank's logo, if the service sends one. */
  readonly icon?: string;
}

/** Input of account discovery. Spec §4.2. */
export interface DiscoverAccountsInput {
  /** The payer's BVN, 11 digits. */
  readonly bvn: string;
  /** The method of discovery, usually `bvn`. The spec does not show the allowed values. */
  readonly type: string;
}

/** A bank account of a BVN. The spec shows no body: these are the fields that known services share. Spec §4.2. */
export interface DiscoveredAccount {
  /** 10-digit NUBAN. Another number stays as the service sent it, and the account is not `active`. */
  readonly accountNumber: string;
  /** CBN bank code, or the bank's NIP code if the service sends no other and the option `bankCodes` allows it. */
  readonly bankCode: string;
  /** The bank's name. */
  readonly bankName?: string;
  /** The account holder's name. */
  readonly accountName?: string;
  /**
   * Whether a mandate can be placed on it. False if the service says so, if its status is unknown, or if the number or
   * the bank code is invalid. Spec §1.2.
   */
  readonly active: boolean;
}

/** The answer is a list of accounts. */
export interface AccountsDiscovered {
  readonly kind: 'accounts';
  /** The payer's accounts, in the service's order. */
  readonly accounts: readonly DiscoveredAccount[];
}

/** Another answer, such as a request for a one-time code. */
export interface OtherDiscovery {
  readonly kind: 'other';
  /** `data` as the service sent it. */
  readonly answer: unknown;
}

/** The answer of account discovery. Spec §4.2. */
export type Discovery = AccountsDiscovered | OtherDiscovery;
