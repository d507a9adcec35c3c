/** Control calls over an account at a bank. */
import { koboFromNaira, nairaFromKobo } from '../../../domain/money.ts';
import { type Answer, answer } from '../../answer.ts';
import { findAccount, nameOf } from '../../engine/bank-accounts.ts';
import { bankName } from '../../engine/banks.ts';
import { isLocked } from '../../engine/daily-lock.ts';
import type { BankAccount } from '../../engine/records.ts';
import { notFound } from '../../engine/refusals.ts';
import type { World } from '../../engine/world.ts';
import { checkShape } from '../../shape-check.ts';
import { accountPatch } from './bodies.ts';

/** Which account a call is about, from its path. */
export interface AccountPath {
  readonly bankCode: string;
  readonly accountNumber: string;
}

/** An account as its bank sees it. */
export interface AccountView {
  /** 10-digit NUBAN. */
  readonly accountNumber: string;
  /** 3-digit CBN bank code. */
  readonly bankCode: string;
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

/** Reads an account as its bank sees it. */
export function readAccount(world: World, path: AccountPath): Answer<AccountView> {
  const account = findAccount(world, path);
  return account ? answer(accountView(world, account)) : unknownAccount();
}

/** Changes an account: its balance, whether it is active, and what its bank answers. Null clears a code or a script. */
export function patchAccount(world: World, body: unknown, path: AccountPath): Answer<AccountView> {
  const checked = checkShape(accountPatch, body, 'refused');
  if (!checked.ok) return checked;
  const account = findAccount(world, path);
  if (!account) return unknownAccount();
  const { balance, active, declineWith, script } = checked.data;
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

/** Shows an account. */
export function accountView(world: World, account: BankAccount): AccountView {
  const { accountNumber, bankCode, bvn, active, declineWith, script } = account;
  const balance = nairaFromKobo(account.balance);
  return {
    accountNumber,
    bankCode,
    bankName: bankName(bankCode),
    accountName: nameOf(world, account),
    bvn,
    balance,
    active,
    declineWith,
    script,
    locked: isLocked(world, account),
  };
}
