/** The payer's bank: the ₦50 arrives, or a signature is judged. Spec §3.1. */
import { type AccountKey, isSameAccount } from '../../domain/identifiers.ts';
import type { AccountEvent } from '../../domain/mandate.ts';
import { type Answer, answer } from '../answer.ts';
import { moveAccount } from './account-lifecycle.ts';
import { isUsable } from './banks.ts';
import { isTenureOver } from './mandate-state.ts';
import { type AccountStateView, accountState } from './mandate-view.ts';
import { placedAccount } from './placement.ts';
import type { SignaturePolicy } from './policy.ts';
import type { Consent, Mandate } from './records.ts';
import { conflict, mandateOr404 } from './refusals.ts';
import type { World } from './world.ts';

/** A ₦50 deposit. */
export interface MicroDeposit extends AccountKey {
  /** The account's mandate. */
  readonly mandateId: string;
  /** The sending account. Default: the account itself. A deposit from another account proves nothing. */
  readonly from?: AccountKey;
  /** The outcome of the deposit. Default: `accepted`. */
  readonly outcome?: 'accepted' | 'rejected' | 'disputed';
}

/** A bank's decision about a signature. */
export interface SignatureJudgement extends AccountKey {
  /** The account's mandate. */
  readonly mandateId: string;
  /** `matched` activates the account, `mismatched` fails it. */
  readonly outcome: 'matched' | 'mismatched';
}

/** Makes the ₦50 arrive. From another account it proves nothing. No balance changes. */
export function makeDeposit(world: World, deposit: MicroDeposit): Answer<AccountStateView> {
  const { from, outcome } = deposit;
  const found = mandateOr404(world, deposit.mandateId);
  if (!found.ok) return found;
  const { mandate } = found;
  const consent = placedAccount(mandate, deposit);
  if (consent?.attachedBy !== 'micro-deposit') return notAttached('micro-deposit: attach it first (4.4)');
  if (consent.state !== 'pending' || isTenureOver(world, mandate)) {
    const state = isTenureOver(world, mandate)
      ? 'the tenure of the mandate is over'
      : `the account is ${consent.state}`;
    const next = ['failed', 'pending_timeout'].includes(consent.state) ? '; let the payer choose another account' : '';
    return conflict('account_settled', `Nothing waits for a deposit: ${state}${next}.`);
  }
  const move = (event: AccountEvent, reason?: string) => moveAccount(world, mandate, { consent, event, reason });
  if (from && !isSameAccount(consent, from)) move('deposit-from-elsewhere');
  else if (outcome === 'disputed') move('deposit-disputed');
  else if (outcome === 'rejected') move('deposit-rejected', "The payer's bank rejected the micro-deposit.");
  else if (!isUsable(world, consent)) move('account-inactive', 'The account is inactive at its bank.');
  else move('deposit-accepted');
  return answer(accountState(world, mandate, consent));
}

function notAttached(how: string) {
  return conflict('account_not_attached', `This account is not attached to the mandate by ${how}.`);
}

/** Decides a submitted signature now, a later one on submission. A bank may revise its decision. */
export function judgeSignature(world: World, judgement: SignatureJudgement): Answer<AccountStateView> {
  const found = mandateOr404(world, judgement.mandateId);
  if (!found.ok) return found;
  const { mandate } = found;
  const consent = placedAccount(mandate, judgement);
  if (!consent || (consent.attachedBy === 'micro-deposit' && consent.state !== 'pending'))
    return notAttached('signature: attach it first (4.5)');
  if (isTenureOver(world, mandate))
    return conflict('account_settled', 'Nothing waits for a signature: the tenure of the mandate is over.');
  if (consent.attachedBy === 'signature') judge(world, mandate, { consent, verdict: judgement.outcome });
  else world.judgements.set(consent.serial, judgement.outcome);
  return answer(accountState(world, mandate, consent));
}

/** Applies the bank's decision to a submitted signature. */
export function judge(
  world: World,
  mandate: Mandate,
  { consent, verdict }: { readonly consent: Consent; readonly verdict: SignaturePolicy },
): void {
  if (verdict === 'matched') moveAccount(world, mandate, { consent, event: 'signature-matched' });
  if (verdict === 'mismatched') {
    const reason = 'The signature does not match the one the bank holds on record.';
    moveAccount(world, mandate, { consent, event: 'signature-mismatched', reason });
  }
}
