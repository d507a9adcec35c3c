/** Control calls that stand for the payer's bank: the ₦50 arrives, a signature is judged. Spec §3.1. */
import { type Answer, answer } from '../../answer.ts';
import { judge } from '../../endpoints/attach-account.ts';
import { moveAccount } from '../../engine/account-lifecycle.ts';
import { isSentFrom, isUsable } from '../../engine/bank-accounts.ts';
import { isTenureOver } from '../../engine/gate.ts';
import { type AccountStateView, accountState } from '../../engine/mandate-view.ts';
import { placedAccount } from '../../engine/placement.ts';
import { conflict, mandateOr404 } from '../../engine/refusals.ts';
import type { World } from '../../engine/world.ts';
import { checkShape } from '../../shape-check.ts';
import { depositBody, signatureBody } from './bodies.ts';

/** The ₦50 arrives and is accepted, rejected or disputed. From another account it proves nothing: the account stays pending. No balance moves. */
export function makeDeposit(world: World, body: unknown): Answer<AccountStateView> {
  const checked = checkShape(depositBody, body, 'refused');
  if (!checked.ok) return checked;
  const { mandateId, from, outcome } = checked.data;
  const found = mandateOr404(world, mandateId);
  if (!found.ok) return found;
  const { mandate } = found;
  const consent = placedAccount(mandate, checked.data);
  if (consent?.attachedBy !== 'micro-deposit') {
    return conflict(
      'account_not_attached',
      'This account is not attached to the mandate by micro-deposit: attach it first (4.4).',
    );
  }
  if (consent.state !== 'pending' || isTenureOver(world, mandate)) {
    const state = isTenureOver(world, mandate)
      ? 'the tenure of the mandate is over'
      : `the account is ${consent.state}`;
    const next = ['failed', 'pending_timeout'].includes(consent.state) ? '; let the payer choose another account' : '';
    return conflict('account_settled', `Nothing waits for a deposit: ${state}${next}.`);
  }
  if (!isSentFrom(consent, from)) moveAccount(world, mandate, consent, { event: 'deposit-from-elsewhere' });
  else if (outcome === 'disputed') moveAccount(world, mandate, consent, { event: 'deposit-disputed' });
  else if (outcome === 'rejected')
    moveAccount(world, mandate, consent, {
      event: 'deposit-rejected',
      reason: "The payer's bank rejected the micro-deposit.",
    });
  else if (!isUsable(world, consent))
    moveAccount(world, mandate, consent, { event: 'account-inactive', reason: 'The account is inactive at its bank.' });
  else moveAccount(world, mandate, consent, { event: 'deposit-accepted' });
  return answer(accountState(world, mandate, consent));
}

/** The bank judges a signature: one that is submitted, at once; one that is not yet, when it is. A bank may revise what it said. */
export function judgeSignature(world: World, body: unknown): Answer<AccountStateView> {
  const checked = checkShape(signatureBody, body, 'refused');
  if (!checked.ok) return checked;
  const found = mandateOr404(world, checked.data.mandateId);
  if (!found.ok) return found;
  const { mandate } = found;
  const consent = placedAccount(mandate, checked.data);
  if (!consent || (consent.attachedBy === 'micro-deposit' && consent.state !== 'pending')) {
    return conflict(
      'account_not_attached',
      'This account is not attached to the mandate by signature: attach it first (4.5).',
    );
  }
  if (isTenureOver(world, mandate))
    return conflict('account_settled', 'Nothing waits for a signature: the tenure of the mandate is over.');
  if (consent.attachedBy === 'signature') judge(world, mandate, consent, checked.data.outcome);
  else world.judgements.set(consent.serial, checked.data.outcome);
  return answer(accountState(world, mandate, consent));
}
