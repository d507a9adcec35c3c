import { dateFromDayNumber, formatInstant, type Instant } from '../../domain/calendar.ts';
import type { GateDecision } from '../../domain/collection.ts';
import { maskAccountNumber } from '../../redact/redact.ts';
import { plannedAt } from '../engine/agenda.ts';
import { dayOf, midnightOf } from '../engine/lagos-time.ts';
import { eventsOf, type MandateEvent } from '../engine/mandate-events.ts';
import { debitableAccounts, gateOf, primaryOf } from '../engine/mandate-state.ts';
import type { Consent, Mandate } from '../engine/records.ts';
import type { World } from '../engine/world.ts';
import type { Finding } from './explanation.ts';
import { type GateMoment, gateMoments, gatePeriods, type ShutPeriod } from './gate-history.ts';

/** What the finding makers look at. */
export interface ExplainFacts {
  readonly world: World;
  readonly mandate: Mandate;
  readonly history: readonly MandateEvent[];
  readonly moments: readonly GateMoment[];
  /** When the gate as a whole was shut, oldest first. */
  readonly shut: readonly ShutPeriod[];
  readonly gate: GateDecision;
  /** The accounts that would be debited now, in cascade order. */
  readonly debitable: readonly Consent[];
  /** All accounts, the primary first. */
  readonly accounts: readonly Consent[];
  /** The Lagos day, counted from 1970-01-01. */
  readonly today: number;
  /** When a bank is debited next; undefined for never, as things stand. */
  readonly nextAttempt: Instant | undefined;
}

/** Finds reasons about one concern; nothing where it does not apply. */
export type FindingMaker = (facts: ExplainFacts) => readonly Finding[];

/** Gathers the facts about a mandate. */
export function gatherFacts(world: World, mandate: Mandate): ExplainFacts {
  const primary = primaryOf(mandate);
  const moments = gateMoments(world, mandate);
  return {
    world,
    mandate,
    history: eventsOf(mandate),
    moments,
    shut: gatePeriods(moments),
    gate: gateOf(world, mandate),
    debitable: debitableAccounts(world, mandate),
    accounts: primary ? [primary, ...mandate.consents.filter((consent) => consent !== primary)] : mandate.consents,
    today: dayOf(world.now),
    nextAttempt: nextAttemptOf(world, mandate),
  };
}

function nextAttemptOf(world: World, mandate: Mandate): Instant | undefined {
  const planned = (mandate.manualOrders ?? []).map((order) =>
    order.unsettled ? undefined : plannedAt(world.agenda, 'manualDebits', order),
  );
  const instants = [mandate.wakeAt || undefined, ...planned].filter((at) => at !== undefined);
  return instants.length > 0 ? Math.min(...instants) : undefined;
}

/** A reason, before it is known what it does to collecting. */
export interface Reason extends Pick<Finding, 'rule' | 'spec' | 'message'> {
  readonly since?: Instant | undefined;
  readonly until?: Instant | null | undefined;
}

/** A reason as a finding. */
export function finding(effect: Finding['effect'], { rule, spec, message, since, until }: Reason): Finding {
  return {
    rule,
    spec,
    effect,
    message,
    ...(since !== undefined && { since: formatInstant(since) }),
    ...(until != null && { until: formatInstant(until) }),
  };
}

/** An account in a sentence: `account ******0011 at bank 058`. */
export function accountWords({ accountNumber, bankCode }: Consent): string {
  return `account ${maskAccountNumber(accountNumber)} at bank ${bankCode}`;
}

/** An instant in a sentence: `2026-02-01 08:00 in Lagos`. */
export function lagosWords(instant: Instant): string {
  const sinceMidnight = instant - midnightOf(dayOf(instant));
  // Written as if the day were one of UTC, of which the time of day is read off.
  return `${dayWords(dayOf(instant))} ${formatInstant(sinceMidnight).slice(11, 16)} in Lagos`;
}

/** A Lagos day in a sentence: `2026-02-01`. */
export function dayWords(day: number): string {
  return dateFromDayNumber(day);
}
