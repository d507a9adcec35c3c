import { chosenAccounts, type LoanAccountState, type LoanState } from '../../../domain/loan/state.ts';
import type { CallOptions } from '../../call-options.ts';
import { type LoanContext, nowText } from '../loan-context.ts';
import { askMandate } from '../sync/ask-mandate.ts';
import { accountRefOf } from '../sync/mandate-reading.ts';

/**
 * Where an attachment was sent and its answer never came, asks the service first: an account that is active by now was attached, and nothing is sent for it
 * again. Of one that is not active no answer shows whether it is attached; repeating that changes nothing there. Spec §4.4 to §4.6.
 */
export async function confirmActiveAccounts(
  context: LoanContext,
  loanId: string,
  options?: CallOptions,
): Promise<LoanState> {
  const state = await context.files.read(loanId);
  if (!chosenAccounts(state).some(isInDoubt)) return state;
  const { consents } = await askMandate(context, state, options);
  const active = new Set(consents.filter((consent) => consent.active).map((consent) => accountRefOf(state, consent)));
  return context.files.decide(loanId, (now) =>
    chosenAccounts(now).flatMap((account) =>
      isInDoubt(account) && active.has(account.account)
        ? [
            {
              type: 'attachment.confirmed',
              at: nowText(context),
              account: account.account,
              by: account.attachedBy,
              accepted: true,
              transferDestinations: [],
            },
          ]
        : [],
    ),
  );
}

function isInDoubt(
  account: LoanAccountState,
): account is LoanAccountState & { readonly attachedBy: NonNullable<LoanAccountState['attachedBy']> } {
  return account.attachment === 'intended' && account.attachedBy !== undefined;
}
