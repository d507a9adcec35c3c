import type { AccountKey } from '../domain/identifiers.ts';
import { refuseSwap } from '../server/control/server-world.ts';
import type { AccountPatch, AccountView } from '../server/engine/payers.ts';
import type { KnownLoans } from './known-loans.ts';
import type { TestWorld } from './test-world.ts';

/** What payers' banks do. Without an account each verb means every account of the loan made last. */
export interface TestBank {
  /** Every debit gets this response code, such as `51`, until the bank recovers. Spec §2.6. */
  decline(responseCode: string, account?: AccountKey): Promise<void>;
  /** What is there to debit, in naira. */
  setBalance(balance: number, account?: AccountKey): Promise<void>;
  /** The response codes of the next debits, used up one by one; null behaves normally. */
  script(responseCodes: readonly (string | null)[], account?: AccountKey): Promise<void>;
  /** Behaves normally again: no code, no script. The balance stays. */
  recover(account?: AccountKey): Promise<void>;
  /** An account as its bank sees it. */
  account(account: AccountKey): Promise<AccountView>;
}

/** The banks of the payers whose loans a kit made. */
export function testBank({ controls }: TestWorld, loans: KnownLoans): TestBank {
  const patch = async (verb: string, change: AccountPatch, account?: AccountKey) => {
    const [other] = Object.values(change);
    refuseSwap({ account, other, order: `bank.${verb} of the test kit, the account last, unlike in server.bank` });
    for (const each of account ? [account] : loans.find().accounts) await controls.patchAccount(each, change);
  };
  return {
    decline: (declineWith, account) => patch("decline('51', account)", { declineWith }, account),
    setBalance: (balance, account) => patch('setBalance(balance, account)', { balance }, account),
    script: (script, account) => patch("script(['51', null], account)", { script }, account),
    recover: (account) => patch('recover(account)', { declineWith: null, script: null }, account),
    account: (account) => controls.readAccount(account),
  };
}
