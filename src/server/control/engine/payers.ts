/** Control calls over people. */
import { koboFromNaira, NO_MONEY } from '../../../domain/money.ts';
import type { Answer } from '../../answer.ts';
import { findAccount } from '../../engine/bank-accounts.ts';
import type { Payer } from '../../engine/records.ts';
import { conflict, malformed } from '../../engine/refusals.ts';
import { accountKey, addAccount, NO_SCRIPT, type World } from '../../engine/world.ts';
import { checkShape } from '../../shape-check.ts';
import { type AccountView, accountView } from './accounts.ts';
import { payerBody } from './bodies.ts';

/** A payer with the accounts that the BVN leads to. */
export interface PayerView {
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

/** Adds a payer with accounts: 201; a BVN or an account that is there already is a conflict. */
export function addPayer(world: World, body: unknown): Answer<PayerView> {
  const checked = checkShape(payerBody, body, 'refused');
  if (!checked.ok) return checked;
  const { bvn, name, email, phone, accounts } = checked.data;
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
  const payer: Payer = {
    bvn,
    name,
    email: email ?? null,
    phone: phone ?? null,
    accounts: accounts.map((account) => ({
      accountNumber: account.accountNumber,
      bankCode: account.bankCode,
      ownName: account.accountName ?? null,
      bvn,
      balance: koboFromNaira(account.balance) ?? NO_MONEY,
      active: account.active ?? true,
      declineWith: null,
      script: NO_SCRIPT,
    })),
  };
  world.payers.set(bvn, payer);
  for (const account of payer.accounts) addAccount(world, account);
  return { ok: true, status: 201, data: payerView(world, payer) };
}

function payerView(world: World, { bvn, name, email, phone, accounts }: Payer): PayerView {
  return { bvn, name, email, phone, accounts: accounts.map((account) => accountView(world, account)) };
}
