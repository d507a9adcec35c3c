/** Banks and account discovery: what travels in 4.1 and 4.2. */

/** Nothing travels with the request. */
export type NoInput = Readonly<Record<never, never>>;

/** A bank that supports the micro-deposit. Spec §4.1 shows no body, so only the name is sure. */
export interface Bank {
  /** The bank's name. */
  readonly name: string;
  /** CBN bank code, where the service gives one. */
  readonly bankCode?: string;
  /** URL of the bank's logo, where the service gives one. */
  readonly icon?: string;
}

/** Body of account discovery. Spec §4.2. */
export interface DiscoverAccountsInput {
  /** The payer's BVN, 11 digits. */
  readonly bvn: string;
  /** Required; its allowed values are not shown in the specification, `bvn` is the usual one. */
  readonly type: string;
}

/** A bank account found under a BVN. Spec §4.2 shows no body; this is what the known dialects have in common. */
export interface DiscoveredAccount {
  /** 10-digit NUBAN; as the service wrote it where that is none, and then not `active`. */
  readonly accountNumber: string;
  /** CBN bank code; the bank's NIP code where a service sends nothing else and the option `bankCodes` takes it. */
  readonly bankCode: string;
  /** The bank's name. */
  readonly bankName?: string;
  /** The name the account is held under. */
  readonly accountName?: string;
  /** May a mandate be placed on it? True unless the service says otherwise, or says it in an unknown word, or its number or its bank's code is none. Spec §1.2. */
  readonly active: boolean;
}

/** The answer is a list of accounts. */
export interface AccountsDiscovered {
  readonly kind: 'accounts';
  /** The payer's accounts, in the service's order. */
  readonly accounts: readonly DiscoveredAccount[];
}

/** The answer is something else, such as a request for a one-time code; kept for the merchant to read. */
export interface OtherDiscovery {
  readonly kind: 'other';
  /** `data` as the service sent it. */
  readonly answer: unknown;
}

/** What discovery answered. Spec §4.2. */
export type Discovery = AccountsDiscovered | OtherDiscovery;
