import { dateFromDayNumber, formatInstant, type Instant } from '../../domain/calendar.ts';
import { decideGate, type GateDecision, type GateFacts } from '../../domain/collection.ts';
import { type AccountState, mandateStatus } from '../../domain/mandate.ts';
import { maskAccountNumber } from '../../redact/redact.ts';
import { eventsOf, type MandateEvent } from '../engine/mandates/mandate-events.ts';
import { debitableAccounts, gateOf, primaryOf } from '../engine/mandates/mandate-state.ts';
import { plannedAt } from '../engine/world/agenda.ts';
import { dayOf, midnightOf } from '../engine/world/lagos-time.ts';
import { instalmentsOf, wakeAtOf } from '../engine/world/ledger.ts';
import { attemptsOn, manualOrdersOn } from '../engine/world/orders.ts';
import type { Consent, Mandate } from '../engine/world/records.ts';
import type { World } from '../engine/world/world.ts';
import type { Finding } from './explanation.ts';

export type ExplainFacts = ReturnType<typeof gatherFacts>;

export type ExplainedRow = ExplainFacts['instalments'][number];

export type FindingMaker = (facts: ExplainFacts) => readonly Finding[];

export function gatherFacts(world: World, mandate: Mandate) {
  const primary = primaryOf(mandate);
  const moments = gateMoments(world, mandate);
  return {
    world,
    mandate,
    history: eventsOf(world, mandate),
    /** With their attempts, oldest first. */
    instalments: instalmentsOf(world, mandate).map((each) => ({ ...each, attempts: attemptsOn(world, each) })),
    moments,
    /** The periods in which the gate was closed, oldest first, each with the first rule that failed. */
    shut: periodsBy(moments, decideGate),
    gate: gateOf(world, mandate),
    /** In cascade order. */
    debitable: debitableAccounts(world, mandate),
    /** All accounts, the primary first. */
    accounts: primary ? [primary, ...mandate.consents.filter((consent) => consent !== primary)] : mandate.consents,
    today: dayOf(world.now),
    nextAttempt: nextAttemptOf(world, mandate),
  };
}

function nextAttemptOf(world: World, mandate: Mandate): Instant | undefined {
  const planned = manualOrdersOn(world, mandate).map((order) =>
    order.unsettled ? undefined : plannedAt(world.agenda, 'manualDebits', order),
  );
  const instants = [wakeAtOf(world, mandate) || undefined, ...planned].filter((at) => at !== undefined);
  return instants.length > 0 ? Math.min(...instants) : undefined;
}

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

/** The input of the gate from an instant on. */
interface GateMoment {
  readonly at: Instant;
  readonly facts: GateFacts;
}

/** A period in which one rule kept the gate closed. */
export interface ShutPeriod {
  readonly decision: Extract<GateDecision, { open: false }>;
  readonly from: Instant;
  /** Null if it has not ended. */
  readonly until: Instant | null;
}

interface Replay {
  readonly accounts: Map<Consent, { primary: boolean; state: AccountState }>;
  readonly reported: Set<string>;
  disputed: boolean;
  expired: boolean;
  merchantApproved: boolean;
}

/** The inputs of the gate since the mandate was placed; one entry per change. */
function gateMoments(world: World, mandate: Mandate): readonly GateMoment[] {
  const replay: Replay = {
    accounts: new Map(),
    reported: new Set(),
    disputed: false,
    expired: false,
    merchantApproved: true,
  };
  const changes: { readonly at: Instant; readonly apply: () => void }[] = [
    ...world.merchantChanges.map(({ at, status }) => ({
      at: Math.max(at, mandate.createdAt),
      apply: () => {
        replay.merchantApproved = status === 'approved';
      },
    })),
    ...eventsOf(world, mandate).map((event) => ({ at: event.at, apply: () => applyEvent(replay, event) })),
  ];
  const moments: GateMoment[] = [];
  // The sort is stable, so changes at one instant keep their order, and the last one counts.
  for (const { at, apply } of changes.sort((a, b) => a.at - b.at)) {
    apply();
    if (moments.at(-1)?.at === at) moments.pop();
    moments.push({ at, facts: factsOf(replay) });
  }
  return moments;
}

function factsOf({ accounts, reported, disputed, expired, merchantApproved }: Replay): GateFacts {
  const status = mandateStatus({ accounts: [...accounts.values()], disputed, expired });
  return { status, disbursed: reported.has('loan.disbursed'), closed: reported.has('loan.closed'), merchantApproved };
}

const stateAfter: Readonly<Record<string, AccountState>> = {
  'mandate.activated': 'active',
  'mandate.failed': 'failed',
  'deposit-disputed': 'disputed',
  'timed-out': 'pending_timeout',
  'dispute-reinstated': 'pending',
  'attached-again': 'pending',
};

function applyEvent(replay: Replay, { event, consent, detail }: MandateEvent): void {
  const account = consent && replay.accounts.get(consent);
  const state = stateAfter[event];
  if (account && state) account.state = state;
  else if (consent && (event === 'account.placed' || event === 'account.made-primary')) {
    const primary = event === 'account.made-primary' || detail === 'primary';
    if (primary) for (const each of replay.accounts.values()) each.primary = false;
    replay.accounts.set(consent, { primary, state: account?.state ?? 'pending' });
  } else if (event === 'dispute.opened') replay.disputed = true;
  else if (event === 'dispute.resolved') replay.disputed = false;
  else if (event === 'mandate.expired') replay.expired = true;
  else if (event.startsWith('loan.')) replay.reported.add(event);
}

/** The conditions of the gate, in the order in which it checks them. */
export const gateSides: readonly (keyof GateFacts)[] = ['merchantApproved', 'status', 'disbursed', 'closed'];

const IN_ORDER: GateFacts = { status: 'active', disbursed: true, closed: false, merchantApproved: true };

/** The periods in which one condition failed while the others count as met, oldest first; one period per rule. */
export function shutPeriods(moments: readonly GateMoment[], side: keyof GateFacts): readonly ShutPeriod[] {
  return periodsBy(moments, (facts) => decideGate({ ...IN_ORDER, [side]: facts[side] }));
}

function periodsBy(moments: readonly GateMoment[], decide: (facts: GateFacts) => GateDecision): readonly ShutPeriod[] {
  const periods: ShutPeriod[] = [];
  for (const { at, facts } of moments) {
    const decision = decide(facts);
    const open = periods.at(-1);
    const isRunning = open?.until === null;
    if (isRunning && !decision.open && open.decision.rule === decision.rule) continue;
    if (isRunning) periods[periods.length - 1] = { ...open, until: at };
    if (!decision.open) periods.push({ decision, from: at, until: null });
  }
  return periods;
}
