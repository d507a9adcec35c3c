/** What the payer's withdrawals, disputes and the merchant's own acts change in a loan. */
import { isDebitScope } from '../../withdrawal.ts';
import { received, takenByPlatform } from '../balances.ts';
import { isNewCancellation } from '../withdrawal-effect.ts';
import type { TransitionsOf } from './transition-table.ts';

/** Events of the payer's will and of what the merchant owes outside the platform. */
export const payerTransitions: TransitionsOf<
  | 'scope.revoked'
  | 'cancellation.requested'
  | 'obligation.recorded'
  | 'dispute.opened'
  | 'dispute.resolved'
  | 'duty.discharged'
  | 'payer.erased'
  | 'loan.abandoned'
> = {
  // What was recorded before does not speak for what the payer took back since: the obligation has to be recorded anew.
  'scope.revoked': (state, { scope, revokedAt }) => ({
    revocations: [...state.revocations, { scope, revokedAt }],
    ...(isDebitScope(scope) ? { obligation: undefined } : {}),
  }),
  'cancellation.requested': (state, { requestedAt, outstanding, reason }) => {
    if (!isNewCancellation(state, requestedAt)) return {};
    const { cancellation } = state;
    const before = cancellation ? [...cancellation.before, cancellation.requestedAt] : [];
    return {
      cancellation: { requestedAt, outstanding, before, ...(reason === undefined ? {} : { reason }) },
      obligation: undefined,
    };
  },
  'obligation.recorded': (state, { amount, basis, at }) => ({
    obligation: { amount, basis, recordedAt: at, receivedBefore: received(state) },
  }),
  'dispute.opened': (state, { reference, reason, openedAt }) => ({
    disputes: [...state.disputes, { reference, reason, openedAt, outcome: undefined }],
  }),
  'dispute.resolved': (state, { reference, outcome }) => ({
    disputes: state.disputes.map((dispute) => (dispute.reference === reference ? { ...dispute, outcome } : dispute)),
  }),
  'duty.discharged': (state, { duty, note, at }) => {
    const before = {
      taken: takenByPlatform(state),
      collections: state.collections,
      debits: state.debits.map(({ debitId }) => debitId),
    };
    return { discharged: [...state.discharged, { duty, note, at, before }] };
  },
  'payer.erased': (state) => ({
    isErased: true,
    payer: undefined,
    noticeText: state.consent.notice.text,
    instructions: undefined,
    accounts: state.accounts.map((account) => ({ ...account, details: undefined })),
  }),
  'loan.abandoned': (_state, event) => ({ stage: 'abandoned', abandonedFor: event.reason }),
};
