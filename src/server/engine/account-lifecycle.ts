/** The moves of an account on a mandate, with what follows from each. Spec §3.1. */

import { formatInstant } from '../../domain/calendar.ts';
import { type AccountEvent, depositDeadline, nextAccountState } from '../../domain/mandate.ts';
import type { MandateEventData } from '../../wire/webhook-types.ts';
import { type DepositWindow, plan } from './agenda.ts';
import { objectIdOf } from './chance.ts';
import { noteEvent } from './mandate-events.ts';
import { primaryOf, statusOf } from './mandate-state.ts';
import { endDayUnannounced, followGate, readyAt } from './planning.ts';
import type { Consent, Mandate } from './records.ts';
import { watchExpiry } from './violations.ts';
import type { World } from './world.ts';

export interface AccountMove {
  readonly consent: Consent;
  readonly event: AccountEvent;
  readonly reason?: string | undefined;
}

/** Moves an account by an event: state, webhook, history and the gate; false where the event does not apply. */
export function moveAccount(world: World, mandate: Mandate, { consent, event, reason }: AccountMove): boolean {
  const before = consent.state;
  const next = nextAccountState(before, event);
  if (next === undefined) return false;
  consent.state = next;
  if (next === before) noteEvent(world, mandate, { event, consent });
  else if (next === 'active') {
    consent.deadline = readyAt(world);
    announceMandate(world, mandate, { event: 'mandate.activated', consent, status: next });
  } else if (next === 'failed')
    announceMandate(world, mandate, { event: 'mandate.failed', consent, status: next, reason });
  else {
    noteEvent(world, mandate, { event, consent });
    if (next === 'pending') openProofWindow(world, mandate, consent);
  }
  followGate(world, mandate);
  return true;
}

/** Gives the payer the policy's time, from now on, to send the ₦50, and the bank the same to judge a signature. */
export function openProofWindow(world: World, mandate: Mandate, consent: Consent): void {
  consent.deadline = depositDeadline(world.now, world.policy.microDepositHours);
  plan(world.agenda, 'timeouts', { at: consent.deadline, work: { serial: consent.serial, mandate, consent } });
}

/** Times an account out whose window closes now; false for an entry that is out of date. */
export function runTimeout(world: World, { mandate, consent }: DepositWindow): boolean {
  if (mandate.expired || consent.state !== 'pending' || consent.deadline !== world.now) return false;
  return moveAccount(world, mandate, { consent, event: 'timed-out' });
}

/** Ends a mandate whose tenure is over: repaid or not, but not one that failed or timed out. */
export function runExpiry(world: World, mandate: Mandate): boolean {
  const status = statusOf(mandate);
  if (status === 'expired' || status === 'failed' || status === 'pending_timeout') return false;
  endDayUnannounced(world, mandate);
  watchExpiry(world, mandate);
  mandate.expired = true;
  mandate.wakeAt = 0;
  for (const instalment of mandate.instalments)
    if (instalment.status === 'scheduled' || instalment.status === 'failed') instalment.status = 'overdue';
  const consent = primaryOf(mandate) ?? mandate.consents[0];
  announceMandate(world, mandate, { event: 'mandate.expired', consent, status: 'expired' });
  return true;
}

/** The content of a mandate's webhook. */
interface MandateNotice {
  readonly event: 'mandate.activated' | 'mandate.failed' | 'mandate.expired';
  readonly consent: Consent | undefined;
  /** Where the account stands now; `expired` for the whole mandate. */
  readonly status: string;
  readonly reason?: string | undefined;
}

// The payload is ours: spec §6.1 shows none.
function announceMandate(world: World, mandate: Mandate, { event, consent, status, reason }: MandateNotice): void {
  const data: MandateEventData = {
    mandateId: mandate.id,
    businessId: world.merchant.businessId,
    consentId: consent ? objectIdOf(world.chance, consent.serial) : '',
    accountNumber: consent?.accountNumber ?? '',
    bankCode: consent?.bankCode ?? '',
    status,
    ...(reason !== undefined && { reason }),
    occurredAt: formatInstant(world.now),
  };
  const content = { payload: { event, data } };
  world.outgoing.push({ event, mandateId: mandate.id, occurredAt: world.now, content });
  noteEvent(world, mandate, { event, consent: consent ?? null, detail: reason ?? null });
}
