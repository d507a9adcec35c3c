/** Attaching a placed account by the ₦50 deposit or by signature. Spec §4.4, §4.5. */

import { MICRO_DEPOSIT } from '../../domain/mandate.ts';
import { formatKobo } from '../../domain/money.ts';
import { maskAccountNumber } from '../../redact/redact.ts';
import type {
  AttachByMicroDepositInput,
  AttachBySignatureInput,
  MicroDepositAttachment,
  SignatureAttachment,
} from '../../wire/mandate-types.ts';
import { type Answer, answer } from '../answer.ts';
import { moveAccount, openProofWindow } from '../engine/account-lifecycle.ts';
import { BANKS, bankName } from '../engine/banks.ts';
import { objectIdOf } from '../engine/chance.ts';
import { eventsOf, noteEvent } from '../engine/mandate-events.ts';
import { isTenureOver } from '../engine/mandate-state.ts';
import { placedAccount } from '../engine/placement.ts';
import type { Consent, Mandate } from '../engine/records.ts';
import { conflict, mandateOr404, refusedByRule } from '../engine/refusals.ts';
import { judge } from '../engine/verification.ts';
import type { World } from '../engine/world.ts';

const DESTINATIONS = BANKS.map((bank) => ({
  bank_name: bank.name,
  account_number: bank.depositAccount,
  icon: bank.icon,
}));

/** Asks the payer for ₦50 from the account, also after a mismatched signature. Repeatable. Spec §4.4. */
export function attachByMicroDeposit(world: World, input: AttachByMicroDepositInput): Answer<MicroDepositAttachment> {
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
export function attachBySignature(world: World, input: AttachBySignatureInput): Answer<SignatureAttachment> {
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
  return !mandate.disputed && !eventsOf(mandate).some(({ event }) => event.includes('disput'));
}

function signatureAnswer(consent: Consent): SignatureAttachment {
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

type Attachment = Pick<AttachByMicroDepositInput, 'mandateId' | 'email' | 'accountNumber' | 'bankCode'>;

function findPlaced(world: World, input: Attachment, by: 'micro-deposit' | 'signature') {
  const found = mandateOr404(world, input.mandateId);
  if (!found.ok) return found;
  const { mandate } = found;
  if (mandate.email.toLowerCase() !== input.email.toLowerCase()) {
    const message =
      'This mandate belongs to another email: use the same mandateId, email and BVN for every account of one loan.';
    return conflict('mandate_conflict', message);
  }
  const consent = placedAccount(mandate, input);
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
