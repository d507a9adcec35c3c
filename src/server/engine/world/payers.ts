/** Payers and their bank accounts, as control calls and scenarios read and change them. */
import type { AccountKey } from '../../../domain/identifiers.ts';
import { koboFromNaira, nairaFromKobo } from '../../../domain/money.ts';
import { type Answer, answer } from '../../answer.ts';
import { bankName, isLocked, nameOf } from './banks.ts';
import type { BankAccount, Payer } from './records.ts';
import { conflict, malformed, notFound } from './refusals.ts';
import { addPayerRecord, findAccount, findPayer, type NewPayer, payerDetails, type World } from './world.ts';

/** Changes to an account. */
export interface AccountPatch {
  /** Naira. */
  readonly balance?: number;
  /** An inactive account can be neither verified nor debited. */
  readonly active?: boolean;
  /** The response code of every debit. Null clears it. */
  readonly declineWith?: string | null;
  /** Response codes for the next debits, one each. A null in the list behaves normally. */
  readonly script?: readonly (string | null)[] | null;
}

/** A payer with its bank accounts. */
export interface PayerView extends Pick<NewPayer, 'bvn' | 'name'> {
  /** `payer_1`, `payer_2` and so on in each world. A filter of mandates takes it. */
  readonly id: string;
  /** Null if there is none. */
  readonly email: string | null;
  /** Null if there is none. */
  readonly phone: string | null;
  /** The bank accounts of the BVN. */
  readonly accounts: readonly AccountView[];
}

/** The bank's view of an account. */
export interface AccountView extends AccountKey, Required<Pick<AccountPatch, 'balance' | 'active'>> {
  /** The response code of every debit, or null. */
  readonly declineWith: string | null;
  /** The bank's name in spec §4.1. */
  readonly bankName: string;
  /** The holder's name at the bank. */
  readonly accountName: string;
  /** The holder's BVN. */
  readonly bvn: string;
  /** Response codes for the next debits. A null behaves normally. */
  readonly script: readonly (string | null)[];
  /** Whether it is locked until the next Lagos day. Only with `policy.dailyLock`. */
  readonly locked: boolean;
}

/** Adds a payer with accounts: 201. An existing BVN or account is a conflict. */
export function addPayer(world: World, payer: NewPayer): Answer<PayerView> {
  const { bvn, accounts } = payer;
  if (findPayer(world, bvn))
    return conflict('payer_exists', 'A payer with this BVN is there already: use another BVN.');
  const seen = new Set<string>();
  for (const [index, account] of accounts.entries()) {
    const key = account.bankCode + account.accountNumber;
    if (seen.has(key))
      return malformed([{ path: `accounts.${index}.accountNumber`, message: 'stands twice in the list' }]);
    if (findAccount(world, account))
      return conflict('account_exists', `accounts.${index} is there already: use another account number.`);
    seen.add(key);
  }
  const added = addPayerRecord(world, payer);
  return { ok: true, status: 201, data: payerView(world, added, world.payers.items.length - 1) };
}

export function readAccount(world: World, key: AccountKey): Answer<AccountView> {
  const account = findAccount(world, key);
  return account ? answer(accountView(world, account)) : unknownAccount();
}

/** Changes an account: its balance, whether it is active, and its bank's answers. Null clears a code or a script. */
export function patchAccount(world: World, patch: AccountPatch, key: AccountKey): Answer<AccountView> {
  const account = findAccount(world, key);
  if (!account) return unknownAccount();
  const { balance, active, declineWith, script } = patch;
  if (balance !== undefined) account.balance = koboFromNaira(balance) ?? account.balance;
  if (active !== undefined) account.active = active;
  // `00` is not a decline.
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

/** The id of a payer by its index in the world's list. The list only grows. */
export function payerId(index: number): string {
  return `payer_${index + 1}`;
}

export function payerView(world: World, payer: Payer, index: number): PayerView {
  const { bvn, accounts } = payer;
  const views = accounts.map((account) => accountView(world, account));
  return { id: payerId(index), bvn, ...payerDetails(world, payer), accounts: views };
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
