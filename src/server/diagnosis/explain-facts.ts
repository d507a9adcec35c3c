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

/** The input of all finding makers. */
export interface ExplainFacts {
  readonly world: World;
  readonly mandate: Mandate;
  readonly history: readonly MandateEvent[];
  readonly moments: readonly GateMoment[];
  /** The periods in which the gate was closed, oldest first. */
  readonly shut: readonly ShutPeriod[];
  readonly gate: GateDecision;
  /** The accounts that can be debited now, in cascade order. */
  readonly debitable: readonly Consent[];
  /** All accounts, the primary first. */
  readonly accounts: readonly Consent[];
  /** The Lagos day, in days since 1970-01-01. */
  readonly today: number;
  /** The time of the next debit; undefined if none is planned. */
  readonly nextAttempt: Instant | undefined;
}

/** Finds the reasons of one kind, if any. */
export type FindingMaker = (facts: ExplainFacts) => readonly Finding[];

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

/** A finding without its effect. */
export interface Reason extends Pick<Finding, 'rule' | 'spec' | 'message'> {
  readonly since?: Instant | undefined;
  readonly until?: Instant | null | undefined;
}

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

/** Such as `account ******0011 at bank 058`. */
export function accountWords({ accountNumber, bankCode }: Consent): string {
  return `account ${maskAccountNumber(accountNumber)} at bank ${bankCode}`;
}

/** Such as `2026-02-01 08:00 in Lagos`. */
export function lagosWords(instant: Instant): string {
  const sinceMidnight = instant - midnightOf(dayOf(instant));
  // Formatted as a UTC instant; only its time of day is used.
  return `${dateFromDayNumber(dayOf(instant))} ${formatInstant(sinceMidnight).slice(11, 16)} in Lagos`;
}
