/** The operations that change a mandate. Spec §4.3 to §4.5, §4.7. */
import { formatInstant } from '../../domain/calendar.ts';
import { MICRO_DEPOSIT } from '../../domain/mandate.ts';
import {
  formatKobo,
  type Kobo,
  koboFromNaira,
  maxKobo,
  NO_MONEY,
  nairaFromKobo,
  subtractKobo,
} from '../../domain/money.ts';
import { maskAccountNumber } from '../../redact/redact.ts';
import type { CollectManuallyInput, ScheduledCollection } from '../../wire/types/collection-types.ts';
import type * as wire from '../../wire/types/mandate-types.ts';
import { type Answer, answer } from '../answer.ts';
import { moveAccount, openProofWindow } from '../engine/mandates/account-lifecycle.ts';
import { eventsOf, noteEvent } from '../engine/mandates/mandate-events.ts';
import { judge } from '../engine/mandates/mandate-inside.ts';
import { gateOf, isTenureOver, outstandingOf, scheduledOf } from '../engine/mandates/mandate-state.ts';
import { type MandateDocument, writtenMandate } from '../engine/mandates/mandate-view.ts';
import * as placement from '../engine/mandates/placement.ts';
import { openOrder } from '../engine/mandates/planning.ts';
import { contradictedTerms, readTerms, type TermsReading } from '../engine/mandates/terms.ts';
import { watchDebit, watchPlacement } from '../engine/mandates/violations.ts';
import { plan } from '../engine/world/agenda.ts';
import { BANKS, bankName } from '../engine/world/banks.ts';
import { objectIdOf, uuidOf } from '../engine/world/chance.ts';
import { dayNumberOf, dayOf, dueInstantOf } from '../engine/world/lagos-time.ts';
import { termsOf } from '../engine/world/ledger.ts';
import { orderAt } from '../engine/world/orders.ts';
import type { Consent, Mandate } from '../engine/world/records.ts';
import { conflict, malformed, mandateOr404, refusedByRule } from '../engine/world/refusals.ts';
import { contactOf, findAccount, findPlacedMandate, type World } from '../engine/world/world.ts';

/**
 * Places the mandate on one account. The first call with an id creates the mandate, and later ones add accounts. The
 * same account again changes nothing. If the service generates ids, later calls may send the id of the first call or
 * the answered `_id`. Spec §4.3.
 */
export function createConsent(world: World, input: wire.CreateConsentInput): Answer<MandateDocument> {
  const mandate = input.mandateId === undefined ? undefined : findPlacedMandate(world, input.mandateId);
  const bvn = input.bvn ?? findAccount(world, input)?.bvn ?? mandate?.bvn;
  const reading: TermsReading = mandate && termsOf(world, mandate) ? { kind: 'none' } : readTerms(input);
  if (reading.kind === 'wrong') return malformed(reading.fields);
  if (bvn === undefined)
    return malformed([{ path: 'bvn', message: 'is needed: no bank of this world knows the account' }]);
  const refusal = mandate && (findConflict(world, mandate, { ...input, bvn }) ?? findRule(world, mandate, input));
  if (refusal) return refusal;
  if (reading.kind === 'terms' && reading.terms.endDay < dayOf(world.now)) {
    const message = 'endDate has passed: a mandate is placed for a tenure that is still to come.';
    return refusedByRule('tenure-not-past', message);
  }
  const placed = mandate ?? placement.createMandate(world, input, bvn);
  placed.mode ??= input.collectionMode ?? (reading.kind === 'terms' ? 'auto' : null);
  const account = placement.placedAccount(placed, input);
  if (!account) {
    placement.placeAccount(world, placed, input);
    watchPlacement(world, placed, input);
  } else if (input.primary === true && !account.primary) placement.promoteAccount(world, placed, account);
  if (reading.kind === 'terms') placement.setTerms(world, placed, reading);
  const message = 'The mandate is placed on the account; attach it by micro-deposit or by e-signature next.';
  return writtenMandate(world, placed, message);
}

function findConflict(world: World, mandate: Mandate, input: wire.CreateConsentInput & { readonly bvn: string }) {
  const isOtherEmail = contactOf(world, mandate).email.toLowerCase() !== input.email.toLowerCase();
  if (isOtherEmail || mandate.bvn !== input.bvn) {
    const message = `This mandateId belongs to another ${isOtherEmail ? 'email' : 'BVN'}: use the same mandateId, email and BVN for every account of one loan.`;
    return conflict('mandate_conflict', message);
  }
  const contradicted = contradictedTerms(world, mandate, input).join(', ');
  if (contradicted !== '') {
    const message = `The mandate has other terms already (${contradicted}): send the same ones or leave them out.`;
    return conflict('terms_conflict', message);
  }
  const isPrimaryAlready = placement.placedAccount(mandate, input)?.primary === true;
  if (input.primary === true && !isPrimaryAlready && !placement.mayBecomePrimary(mandate)) {
    const message =
      'The mandate has a primary account: another one can take its place only before it is attached, or after it failed or timed out.';
    return conflict('primary_conflict', message);
  }
  return undefined;
}

function findRule(world: World, mandate: Mandate, input: wire.CreateConsentInput) {
  if (!isTenureOver(world, mandate) || placement.placedAccount(mandate, input)) return undefined;
  return refusedByRule('mandate-within-tenure', 'The tenure of this mandate is over: no account can be added to it.');
}

const DESTINATIONS = BANKS.map((bank) => ({
  bank_name: bank.name,
  account_number: bank.depositAccount,
  icon: bank.icon,
}));

/** Asks the payer for ₦50 from the account, also after a mismatched signature. Repeatable. Spec §4.4. */
export function attachByMicroDeposit(
  world: World,
  input: wire.AttachByMicroDepositInput,
): Answer<wire.MicroDepositAttachment> {
  const found = findPlaced(world, input, 'micro-deposit');
  if (!found.ok) return found;
  const { mandate, consent } = found;
  if (consent.attachedBy !== 'micro-deposit') {
    consent.attachedBy = 'micro-deposit';
    if (!moveAccount(world, mandate, { consent, event: 'attached-again' })) openProofWindow(world, mandate, consent);
    noteEvent(world, mandate, { event: 'account.attached', consent, detail: 'micro-deposit' });
  }
  const account = `${maskAccountNumber(consent.accountNumber)} at ${bankName(consent.bankCode)}`;
  return answer(
    {
      mandate: { _id: mandate.id, consents: mandate.consents.map((each) => objectIdOf(world.chance, each.serial)) },
      transfer_destinations: DESTINATIONS,
    },
    `Transfer exactly ${formatKobo(MICRO_DEPOSIT)} from account ${account} to one of the listed banks; a transfer from any other account cannot be verified.`,
  );
}

/** Submits the payer's signature. Repeatable, but a mismatched signature is judged again. Spec §4.5. */
export function attachBySignature(world: World, input: wire.AttachBySignatureInput): Answer<wire.SignatureAttachment> {
  const found = findPlaced(world, input, 'signature');
  if (!found.ok) return found;
  const { mandate, consent } = found;
  const isFirst = consent.attachedBy !== 'signature';
  if (isFirst || mayBeAttachedAgain(world, mandate, consent)) {
    const verdict = world.judgements.get(consent.serial) ?? world.policy.signatures;
    if (!isFirst && verdict !== 'mismatched') moveAccount(world, mandate, { consent, event: 'attached-again' });
    consent.attachedBy = 'signature';
    consent.deadline = 0;
    if (isFirst) noteEvent(world, mandate, { event: 'account.attached', consent, detail: 'signature' });
    judge(world, mandate, { consent, verdict });
    if (consent.state === 'pending') openProofWindow(world, mandate, consent);
    world.judgements.delete(consent.serial);
  }
  return answer(signatureAnswer(consent), 'The signature was submitted to the bank.');
}

// The specification does not show what follows a mismatched signature. Here a new signature is judged, and a deposit is
// accepted. A failure by dispute is final.
function mayBeAttachedAgain(world: World, mandate: Mandate, consent: Consent): boolean {
  if (consent.state !== 'failed' || consent.attachedBy !== 'signature' || isTenureOver(world, mandate)) return false;
  return !mandate.disputed && !eventsOf(world, mandate).some(({ event }) => event.includes('disput'));
}

function signatureAnswer(consent: Consent): wire.SignatureAttachment {
  const isRefused = consent.state === 'failed';
  const text = isRefused
    ? 'The signature does not match the one the bank holds on record.'
    : consent.state === 'active'
      ? 'The mandate was set up successfully.'
      : 'The mandate is being processed by the bank.';
  return {
    hasResult: true,
    result: text,
    resultType: isRefused ? 0 : 1,
    message: text,
    validationMessages: null,
    successful: !isRefused,
    exceptionThrown: false,
    error: null,
    responseCode: isRefused ? '63' : '00',
  };
}

type Attachment = Pick<wire.AttachByMicroDepositInput, 'mandateId' | 'email' | 'accountNumber' | 'bankCode'>;

function findPlaced(world: World, input: Attachment, by: 'micro-deposit' | 'signature') {
  const found = mandateOr404(world, input.mandateId);
  if (!found.ok) return found;
  const { mandate } = found;
  if (contactOf(world, mandate).email.toLowerCase() !== input.email.toLowerCase()) {
    const message =
      'This mandate belongs to another email: use the same mandateId, email and BVN for every account of one loan.';
    return conflict('mandate_conflict', message);
  }
  const consent = placement.placedAccount(mandate, input);
  if (!consent) {
    const message = 'This account was never placed on the mandate: create a consent for it first.';
    return refusedByRule('attach-needs-placement', message);
  }
  if (consent.attachedBy === by) return { ok: true, mandate, consent } as const;
  if (consent.state !== 'pending' && !mayBeAttachedAgain(world, mandate, consent)) {
    const message = `This account was attached by ${consent.attachedBy ?? 'nothing yet'} and is ${consent.state}: it cannot be attached another way.`;
    return conflict('account_settled', message);
  }
  if (isTenureOver(world, mandate)) {
    const message = 'The tenure of this mandate is over: no account can be attached to it.';
    return refusedByRule('mandate-within-tenure', message);
  }
  return { ok: true, mandate, consent } as const;
}

/** Schedules a debit on demand for 08:00 Lagos time of its day, or for now if today's 08:00 has passed. Spec §4.7. */
export function collectManually(world: World, input: CollectManuallyInput): Answer<ScheduledCollection> {
  const amount = koboFromNaira(input.amount);
  if (!amount) return malformed([{ path: 'amount', message: 'must be naira above zero with at most two decimals' }]);
  const found = mandateOr404(world, input.mandateId);
  if (!found.ok) return found;
  const { mandate } = found;
  const day = dayNumberOf(input.debitDate);
  const refusal = refuseDebit(world, mandate, { amount, day });
  if (refusal) return refusal;
  watchDebit(world, mandate, { amount, day });
  const order = orderAt(world, openOrder(world, mandate, { amount, instalment: null }));
  const due = dueInstantOf(day, world.policy);
  plan(world.agenda, 'manualDebits', { at: Math.max(world.now, due), work: order });
  return answer(
    {
      mandateId: mandate.id,
      totalAmount: nairaFromKobo(amount),
      outstandingBalance: nairaFromKobo(outstandingOf(world, mandate)),
      transactionRefence: uuidOf(world.chance, order.serial),
      paymentStatus: order.status,
      dueDate: formatInstant(due),
    },
    'The debit is scheduled.',
  );
}

function refuseDebit(world: World, mandate: Mandate, { amount, day }: { readonly amount: Kobo; readonly day: number }) {
  if (mandate.mode !== 'manual') {
    const message = "The mandate's collectionMode is auto: it is debited on its due dates, not on demand.";
    return refusedByRule('debit-is-manual', message);
  }
  const gate = gateOf(world, mandate);
  if (!gate.open) return refusedByRule(gate.rule, gate.reason, gate.spec);
  if (day < dayOf(world.now))
    return refusedByRule('debit-date-not-past', 'debitDate has passed: choose today or a later day.');
  const terms = termsOf(world, mandate);
  if (terms && day > terms.endDay) {
    const message = 'debitDate is after the end of the tenure: nothing is collected after it.';
    return refusedByRule('debit-within-tenure', message, 'Spec §6.1');
  }
  const collectable = maxKobo(NO_MONEY, subtractKobo(outstandingOf(world, mandate), scheduledOf(world, mandate)));
  if (amount <= collectable) return undefined;
  const message = `${formatKobo(amount)} is more than the approved terms leave: ${formatKobo(collectable)} at most, debits that are scheduled already counted.`;
  return refusedByRule('debit-within-terms', message, 'Spec §1');
}
