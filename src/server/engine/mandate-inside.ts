/** The internal view of mandates, and their disputes. Spec §3.1, §3.4. */
import { formatInstant } from '../../domain/calendar.ts';
import type { RepaymentDetails } from '../../wire/mandate-types.ts';
import { type Answer, answer } from '../answer.ts';
import { moveAccount } from './account-lifecycle.ts';
import { objectIdOf } from './chance.ts';
import { eventsOf, type MandateEvent, noteEvent } from './mandate-events.ts';
import { gateOf, statusOf } from './mandate-state.ts';
import {
  type AccountStateView,
  accountState,
  type MandateDocument,
  mandateDocument,
  repaymentDetails,
} from './mandate-view.ts';
import { followGate } from './planning.ts';
import type { Mandate } from './records.ts';
import { conflict, mandateOr404 } from './refusals.ts';
import type { World } from './world.ts';

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

/** An event of a mandate. */
export interface MandateEventView {
  /** The name of the event, such as `account.placed`. */
  readonly event: string;
  /** ISO 8601 UTC. */
  readonly occurredAt: string;
  /** The account of the event. Spec §2.3. */
  readonly consentId?: string;
  /** 10-digit NUBAN. */
  readonly accountNumber?: string;
  /** 3-digit CBN bank code. */
  readonly bankCode?: string;
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
    events: eventsOf(mandate).map((event) => eventView(world, event)),
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
