import type { AccountKey } from '../../domain/identifiers.ts';
import { InputError } from '../../errors.ts';
import type { AccountView } from '../control/engine/accounts.ts';
import type { ServerControls } from '../control/server-controls.ts';

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
    setBalance: async (account, balance) => {
      refuseSwap({
        account,
        other: balance,
        order:
          'server.bank.setBalance(account, balance): the account comes first, unlike in bank.setBalance of the test kit',
      });
      return controls.patchAccount(account, { balance });
    },
    decline: async (account, responseCode) => {
      refuseSwap({
        account,
        other: responseCode,
        order: "server.bank.decline(account, '51'): the account comes first, unlike in bank.decline of the test kit",
      });
      return controls.patchAccount(account, { declineWith: responseCode });
    },
  };
}

/**
 * Refuses what came where the account stands, and an account in its place: the server and the test kit take them the other way round.
 * @throws InputError with the order of the verb
 */
export function refuseSwap({
  account,
  other,
  order,
}: {
  readonly account: unknown;
  readonly other: unknown;
  readonly order: string;
}): void {
  if (isAccount(other) && !isAccount(account))
    throw new InputError('bank', [{ path: '', message: `the arguments are the wrong way round: it is ${order}` }]);
}

function isAccount(value: unknown): boolean {
  return typeof value === 'object' && value !== null && 'accountNumber' in value;
}
