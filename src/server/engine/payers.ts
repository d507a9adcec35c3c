/** Payers, and the accounts that their BVNs lead to, as control calls and scenarios show and change them. */
import type { AccountKey } from '../../domain/identifiers.ts';
import { koboFromNaira, nairaFromKobo } from '../../domain/money.ts';
import { type Answer, answer } from '../answer.ts';
import { bankName, findAccount, isLocked, nameOf } from './banks.ts';
import type { BankAccount, Payer } from './records.ts';
import { conflict, malformed, notFound } from './refusals.ts';
import { accountKey, addPayerRecord, type World } from './world.ts';

/** A payer to add, with bank accounts. */
export interface NewPayer {
  /** 11 digits. */
  readonly bvn: string;
  /** As the accounts are held under. */
  readonly name: string;
  /** Where mail goes; default none. */
  readonly email?: string;
  /** The phone number; default none. */
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

/** A payer with the accounts that the BVN leads to. */
export interface PayerView {
  /** `payer_1` and on, in each world; by it mandates are listed. */
  readonly id: string;
  /** 11 digits. */
  readonly bvn: string;
  /** As the accounts are held under. */
  readonly name: string;
  /** Null where none was given. */
  readonly email: string | null;
  /** Null where none was given. */
  readonly phone: string | null;
  /** What the BVN leads to. */
  readonly accounts: readonly AccountView[];
}

/** An account as its bank sees it. */
export interface AccountView extends AccountKey {
  /** As 4.1 lists the bank. */
  readonly bankName: string;
  /** The holder, as the bank has it. */
  readonly accountName: string;
  /** Whose it is. */
  readonly bvn: string;
  /** Naira. */
  readonly balance: number;
  /** Can it be verified and debited? */
  readonly active: boolean;
  /** The response code that every debit gets, or null. */
  readonly declineWith: string | null;
  /** Response codes for the next debits; null behaves normally. */
  readonly script: readonly (string | null)[];
  /** Is it left alone for the rest of the day? Only with `policy.dailyLock`. */
  readonly locked: boolean;
}

/** Adds a payer with accounts: 201. A BVN or an account that exists already is a conflict. */
export function addPayer(world: World, payer: NewPayer): Answer<PayerView> {
  const { bvn, accounts } = payer;
  if (world.payers.has(bvn))
    return conflict('payer_exists', 'A payer with this BVN is there already: use another BVN.');
  const seen = new Set<string>();
  for (const [index, account] of accounts.entries()) {
    const key = accountKey(account.bankCode, account.accountNumber);
    if (seen.has(key))
      return malformed([{ path: `accounts.${index}.accountNumber`, message: 'stands twice in the list' }]);
    if (findAccount(world, account))
      return conflict('account_exists', `accounts.${index} is there already: use another account number.`);
    seen.add(key);
  }
  const added = addPayerRecord(world, payer);
  return { ok: true, status: 201, data: payerView(world, added, world.payers.size - 1) };
}

export function readAccount(world: World, key: AccountKey): Answer<AccountView> {
  const account = findAccount(world, key);
  return account ? answer(accountView(world, account)) : unknownAccount();
}

/** Changes an account: its balance, whether it is active, and what its bank answers. Null clears a code or a script. */
export function patchAccount(world: World, patch: AccountPatch, key: AccountKey): Answer<AccountView> {
  const account = findAccount(world, key);
  if (!account) return unknownAccount();
  const { balance, active, declineWith, script } = patch;
  if (balance !== undefined) account.balance = koboFromNaira(balance) ?? account.balance;
  if (active !== undefined) account.active = active;
  // `00` declines nothing.
  if (declineWith !== undefined) account.declineWith = declineWith === '00' ? null : declineWith;
  if (script !== undefined) account.script = script ?? [];
  return answer(accountView(world, account));
}

function unknownAccount() {
  return notFound(
    'account_unknown',
    'No bank of this world holds this account: add it with its payer by POST /_control/payers.',
  );
}

/** The id of a payer by its place in the world's list: payers are only ever added. */
export function payerId(index: number): string {
  return `payer_${index + 1}`;
}

export function payerView(world: World, payer: Payer, index: number): PayerView {
  const { bvn, name, email, phone, accounts } = payer;
  const views = accounts.map((account) => accountView(world, account));
  return { id: payerId(index), bvn, name, email, phone, accounts: views };
}

function accountView(world: World, account: BankAccount): AccountView {
  const { accountNumber, bankCode, bvn, active, declineWith, script } = account;
  return {
    accountNumber,
    bankCode,
    bankName: bankName(bankCode),
    accountName: nameOf(world, account),
    bvn,
    balance: nairaFromKobo(account.balance),
    active,
    declineWith,
    script,
    locked: isLocked(world, account),
  };
}
