/** The state changes of an account on a mandate, and their effects. Spec §3.1. */

import { formatInstant } from '../../../domain/calendar.ts';
import { type AccountEvent, depositDeadline, nextAccountState } from '../../../domain/mandate.ts';
import type { MandateEventData } from '../../../wire/webhooks/webhook-types.ts';
import { type DepositWindow, plan } from '../world/agenda.ts';
import { objectIdOf } from '../world/chance.ts';
import { instalmentsOf, setStatus, setWakeAt } from '../world/ledger.ts';
import type { Consent, Mandate } from '../world/records.ts';
import type { World } from '../world/world.ts';
import { noteEvent } from './mandate-events.ts';
import { primaryOf, statusOf } from './mandate-state.ts';
import { endDayUnannounced, followGate, readyAt } from './planning.ts';
import { watchExpiry } from './violations.ts';

export interface AccountMove {
  readonly consent: Consent;
  readonly event: AccountEvent;
  readonly reason?: string | undefined;
}

/** Applies an event to an account: state, webhook, history and gate. Returns false if the event does not apply. */
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

/** Starts the payer's time to send the ₦50, from now on. The bank has the same time to judge a signature. */
export function openProofWindow(world: World, mandate: Mandate, consent: Consent): void {
  consent.deadline = depositDeadline(world.now, world.policy.microDepositHours);
  plan(world.agenda, 'timeouts', { at: consent.deadline, work: { serial: consent.serial, mandate, consent } });
}

/** Times out an account when its deposit window closes. Returns false for an outdated agenda entry. */
export function runTimeout(world: World, { mandate, consent }: DepositWindow): boolean {
  if (mandate.expired || consent.state !== 'pending' || consent.deadline !== world.now) return false;
  return moveAccount(world, mandate, { consent, event: 'timed-out' });
}

/** Expires a mandate at the end of its tenure, repaid or not. A failed or timed-out mandate does not expire. */
export function runExpiry(world: World, mandate: Mandate): boolean {
  const status = statusOf(mandate);
  if (status === 'expired' || status === 'failed' || status === 'pending_timeout') return false;
  endDayUnannounced(world, mandate);
  watchExpiry(world, mandate);
  mandate.expired = true;
  setWakeAt(world, mandate, 0);
  for (const { row, status: last } of instalmentsOf(world, mandate))
    if (last === 'scheduled' || last === 'failed') setStatus(world, row, 'overdue');
  const consent = primaryOf(mandate) ?? mandate.consents[0];
  announceMandate(world, mandate, { event: 'mandate.expired', consent, status: 'expired' });
  return true;
}

interface MandateNotice {
  readonly event: 'mandate.activated' | 'mandate.failed' | 'mandate.expired';
  readonly consent: Consent | undefined;
  /** The account's state, or `expired` for the whole mandate. */
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
