import type { AccountKey } from '../../domain/identifiers.ts';
import type { ServerControls } from '../control/server-controls.ts';
import type { AccountView } from '../platform/controls/accounts.ts';

/** The payers' banks, as a test moves them. */
export interface BankControls {
  /** The account as the bank sees it. */
  account(account: AccountKey): Promise<AccountView>;
  /** Sets what is on the account, in naira. */
  setBalance(account: AccountKey, balance: number): Promise<AccountView>;
  /** Refuses every debit with a response code, such as `51`, until it is cleared with null. */
  decline(account: AccountKey, responseCode: string | null): Promise<AccountView>;
}

/** The bank's verbs over the control calls. */
export function bankControls(controls: ServerControls): BankControls {
  return {
    account: (account) => controls.readAccount(account),
    setBalance: (account, balance) => controls.patchAccount(account, { balance }),
    decline: (account, responseCode) => controls.patchAccount(account, { declineWith: responseCode }),
  };
}
