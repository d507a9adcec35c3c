/** Creates mandates and places accounts on them. Spec §4.3. */
import { dayNumber } from '../../../domain/calendar.ts';
import { type AccountKey, isSameAccount } from '../../../domain/identifiers.ts';
import { isReplaceable } from '../../../domain/mandate.ts';
import type { ScheduledInstalment } from '../../../domain/terms.ts';
import type { CreateConsentInput } from '../../../wire/types/mandate-types.ts';
import { plan } from '../world/agenda.ts';
import { openMagicAccount } from '../world/banks.ts';
import { nextSerial, objectIdOf } from '../world/chance.ts';
import { addRow } from '../world/columns.ts';
import { midnightOf } from '../world/lagos-time.ts';
import { addInstalment, writeTerms } from '../world/ledger.ts';
import type { Consent, Mandate, Terms } from '../world/records.ts';
import { registerItem, storeText } from '../world/texts.ts';
import { findAccount, findPayer, type World } from '../world/world.ts';
import { NOTHING_REPORTED } from './bureau-intake.ts';
import { NO_HISTORY, noteEvent } from './mandate-events.ts';
import { primaryOf } from './mandate-state.ts';
import { followGate } from './planning.ts';

// Shared by all mandates without consents.
const NO_CONSENTS: readonly Consent[] = [];

/** Creates a mandate without accounts and terms. By policy, its id is the merchant's or a generated one. */
export function createMandate(world: World, input: CreateConsentInput, bvn: string): Mandate {
  const serial = nextSerial(world.chance);
  const payer = findPayer(world, bvn);
  const sentId = input.mandateId;
  const isNamedByCaller = sentId !== undefined && world.policy.mandateIds === 'client';
  const mandate: Mandate = {
    serial,
    row: world.mandates.items.length,
    id: isNamedByCaller ? sentId : objectIdOf(world.chance, serial),
    bvn: payer?.bvn ?? bvn,
    contact: storeText(world.texts, JSON.stringify([input.email, input.mobileNumber, input.address])),
    mode: null,
    consents: NO_CONSENTS,
    disputed: false,
    expired: false,
    reported: NOTHING_REPORTED,
    approved: null,
    manualOrders: null,
    history: NO_HISTORY,
    createdAt: world.now,
  };
  addRow(world.ledger.mandates);
  registerItem(world.mandates, mandate.id.toLowerCase(), mandate);
  if (sentId !== undefined && !isNamedByCaller) world.sentIds.set(sentId.toLowerCase(), mandate.id);
  return mandate;
}

/** Sets the terms and the schedule of a mandate, and plans its end. */
export function setTerms(
  world: World,
  mandate: Mandate,
  { terms, schedule }: { readonly terms: Terms; readonly schedule: readonly ScheduledInstalment[] },
): void {
  const scheduleStart = world.ledger.instalments.length;
  for (const { dueDate, amount } of schedule)
    addInstalment(world, { serial: nextSerial(world.chance), dueDay: dayNumber(dueDate), amount });
  writeTerms(world, mandate, { terms, scheduleStart });
  plan(world.agenda, 'expiries', { at: Math.max(world.now, midnightOf(terms.endDay + 1)), work: mandate });
  followGate(world, mandate);
}

export function placedAccount(mandate: Mandate, account: AccountKey): Consent | undefined {
  return mandate.consents.find((consent) => isSameAccount(consent, account));
}

/** Whether another account may replace the primary: if there is none, or it was never attached, or failed. */
export function mayBecomePrimary(mandate: Mandate): boolean {
  const primary = primaryOf(mandate);
  // Until it is attached, no payer is asked to prove it. Its attachment may even have been refused.
  const isUnattached = primary?.state === 'pending' && primary.attachedBy === null && !mandate.disputed;
  return !primary || isUnattached || isReplaceable(primary.state);
}

/** Places an account on a mandate. By default the first account is the primary. */
export function placeAccount(world: World, mandate: Mandate, input: CreateConsentInput): void {
  openMagicAccount(world, input, mandate.bvn);
  const account = findAccount(world, input) ?? null;
  // Uses the bank's string where there is one, because it is in memory already.
  const { accountNumber, bankCode } = account ?? input;
  const isPrimary = input.primary ?? primaryOf(mandate) === undefined;
  if (isPrimary) clearPrimary(mandate);
  const consent: Consent = {
    serial: nextSerial(world.chance),
    accountNumber,
    bankCode,
    account,
    primary: isPrimary,
    state: 'pending',
    attachedBy: null,
    deadline: 0,
  };
  mandate.consents = mandate.consents.concat(consent);
  noteEvent(world, mandate, { event: 'account.placed', consent, detail: isPrimary ? 'primary' : 'backup' });
}

export function promoteAccount(world: World, mandate: Mandate, consent: Consent): void {
  clearPrimary(mandate);
  consent.primary = true;
  noteEvent(world, mandate, { event: 'account.made-primary', consent });
  followGate(world, mandate);
}

function clearPrimary(mandate: Mandate): void {
  for (const consent of mandate.consents) consent.primary = false;
}
