/** Mandates from the inside: their view, disputes, deposits and signatures. Spec §3.1, §3.4. */
import { formatInstant } from '../../../domain/calendar.ts';
import { type AccountKey, isSameAccount } from '../../../domain/identifiers.ts';
import type { AccountEvent } from '../../../domain/mandate.ts';
import type { RepaymentDetails } from '../../../wire/types/mandate-types.ts';
import { type Answer, answer } from '../../answer.ts';
import { isUsable } from '../world/banks.ts';
import { objectIdOf } from '../world/chance.ts';
import type { SignaturePolicy } from '../world/policy.ts';
import type { Consent, Mandate } from '../world/records.ts';
import { conflict, mandateOr404 } from '../world/refusals.ts';
import type { World } from '../world/world.ts';
import { moveAccount } from './account-lifecycle.ts';
import { eventsOf, type MandateEvent, noteEvent } from './mandate-events.ts';
import { gateOf, isTenureOver, statusOf } from './mandate-state.ts';
import {
  type AccountStateView,
  accountState,
  type MandateDocument,
  mandateDocument,
  repaymentDetails,
} from './mandate-view.ts';
import { placedAccount } from './placement.ts';
import { followGate } from './planning.ts';

/** The internal view of a mandate. */
export interface MandateInside {
  /** The document of spec §4.6, with the state of each account. */
  readonly mandate: Omit<MandateDocument, 'consents'> & { readonly consents: readonly AccountStateView[] };
  /** The schedule, with the amount collected on each instalment. */
  readonly repaymentDetails: RepaymentDetails;
  /** Whether it can be debited now, and if not, why. Spec §3.4. */
  readonly gate: { readonly open: boolean; readonly reason?: string; readonly rule?: string };
  /** Its events, oldest first. */
  readonly events: readonly MandateEventView[];
}

/** An event of a mandate, with its account if it has one. */
export interface MandateEventView extends Partial<AccountKey> {
  /** The name of the event, such as `account.placed`. */
  readonly event: string;
  /** ISO 8601 UTC. */
  readonly occurredAt: string;
  /** The account of the event. Spec §2.3. */
  readonly consentId?: string;
  /** A detail for people. */
  readonly detail?: string;
}

/** The document with the state of each account, the schedule, the gate and the history. */
export function readMandateInside(world: World, mandateId: string): Answer<MandateInside> {
  const found = mandateOr404(world, mandateId);
  return found.ok ? answer(insideView(world, found.mandate)) : found;
}

/** Opens a dispute by the payer. Collection pauses until it is resolved. */
export function openDispute(
  world: World,
  { reason }: { readonly reason?: string | undefined },
  mandateId: string,
): Answer<MandateInside> {
  const found = mandateOr404(world, mandateId);
  if (!found.ok) return found;
  const { mandate } = found;
  const message = 'The tenure of this mandate is over: nothing is collected that could be disputed.';
  if (mandate.expired) return conflict('mandate_expired', message);
  if (mandate.disputed) return conflict('dispute_open', 'A dispute is open on this mandate already: resolve it first.');
  mandate.disputed = true;
  noteEvent(world, mandate, { event: 'dispute.opened', detail: reason ?? null });
  followGate(world, mandate);
  return answer(insideView(world, mandate));
}

/** Each account returns to its earlier state, or all fail. A disputed deposit gets a new window. */
export function resolveDispute(
  world: World,
  { outcome }: { readonly outcome: 'reinstated' | 'failed' },
  mandateId: string,
): Answer<MandateInside> {
  const found = mandateOr404(world, mandateId);
  if (!found.ok) return found;
  const { mandate } = found;
  if (statusOf(mandate) !== 'disputed') return conflict('no_dispute', 'No dispute is open on this mandate.');
  mandate.disputed = false;
  noteEvent(world, mandate, { event: 'dispute.resolved', detail: outcome });
  const event = outcome === 'failed' ? 'dispute-failed' : 'dispute-reinstated';
  for (const consent of mandate.consents)
    moveAccount(world, mandate, { consent, event, reason: "The payer's dispute was upheld." });
  followGate(world, mandate);
  return answer(insideView(world, mandate));
}

function insideView(world: World, mandate: Mandate): MandateInside {
  const gate = gateOf(world, mandate);
  const document = mandateDocument(world, mandate);
  return {
    mandate: { ...document, consents: mandate.consents.map((consent) => accountState(world, mandate, consent)) },
    repaymentDetails: repaymentDetails(world, mandate),
    gate: gate.open ? { open: true } : { open: false, reason: gate.reason, rule: gate.rule },
    events: eventsOf(world, mandate).map((event) => eventView(world, event)),
  };
}

function eventView(world: World, { event, at, consent, detail }: MandateEvent): MandateEventView {
  const account = consent && {
    consentId: objectIdOf(world.chance, consent.serial),
    accountNumber: consent.accountNumber,
    bankCode: consent.bankCode,
  };
  return { event, occurredAt: formatInstant(at), ...account, ...(detail !== null && { detail }) };
}

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
