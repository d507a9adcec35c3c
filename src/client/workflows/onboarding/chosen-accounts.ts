import type { AccountsSelected } from '../../../domain/loan/events/events.ts';
import type { LoanState } from '../../../domain/loan/state.ts';
import { type AccountSelection, selectionIsFromDiscovery } from '../../../domain/selection.ts';
import { type LoanContext, nowText } from '../loan-context.ts';
import { obey } from '../refusals.ts';
import { accountRefOf } from '../sync/mandate-reading.ts';
import { choiceGround } from './choice-ground.ts';

/** The payer's choice as the loan's file holds it, each opt-in with evidence of its own where it has any. Spec §1.2. @throws RuleError */
export function chosenAccountsOf(
  context: LoanContext,
  state: LoanState,
  selection: AccountSelection,
): AccountsSelected {
  obey(selectionIsFromDiscovery(selection, choiceGround(context, state)));
  const { primaryAccount, backupAccounts, chosenBy } = selection;
  const optIns = backupAccounts.flatMap(({ optedInBy, ...key }) =>
    optedInBy ? [[accountRefOf(state, key) ?? '', optedInBy] as const] : [],
  );
  const optedInAt = Object.fromEntries(optIns.map(([ref, { at }]) => [ref, at]));
  const optInIpAddresses = Object.fromEntries(optIns.map(([ref, { ipAddress }]) => [ref, ipAddress]));
  return {
    type: 'accounts.selected',
    at: nowText(context),
    primary: accountRefOf(state, primaryAccount) ?? '',
    backups: backupAccounts.map((account) => accountRefOf(state, account) ?? ''),
    chosenAt: chosenBy.at,
    ...(optIns.length > 0 ? { optedInAt } : {}),
    personal: { ipAddress: chosenBy.ipAddress, ...(optIns.length > 0 ? { optInIpAddresses } : {}) },
  };
}
