/** When the gate was shut and by which rule: the mandate's history, replayed through the gate's own rule. Spec §3.4. */
import type { Instant } from '../../domain/calendar.ts';
import { decideGate, type GateDecision, type GateFacts } from '../../domain/collection.ts';
import { type AccountState, mandateStatus } from '../../domain/mandate.ts';
import { eventsOf, type MandateEvent } from '../engine/mandate-events.ts';
import type { Consent, Mandate } from '../engine/records.ts';
import type { World } from '../engine/world.ts';

/** What the gate looked at from an instant on. */
export interface GateMoment {
  readonly at: Instant;
  readonly facts: GateFacts;
}

/** A stretch of time in which the gate was shut by one rule. */
export interface ShutPeriod {
  readonly decision: Extract<GateDecision, { open: false }>;
  readonly from: Instant;
  /** Null while it lasts. */
  readonly until: Instant | null;
}

interface Replay {
  readonly accounts: Map<Consent, { primary: boolean; state: AccountState }>;
  readonly reported: Set<string>;
  disputed: boolean;
  expired: boolean;
  merchantApproved: boolean;
}

/** What the gate looked at, from the mandate's beginning on; one entry each time something moved. */
export function gateMoments(world: World, mandate: Mandate): readonly GateMoment[] {
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
    ...eventsOf(mandate).map((event) => ({ at: event.at, apply: () => applyEvent(replay, event) })),
  ];
  const moments: GateMoment[] = [];
  // The sort is stable: what happened at one instant stays in its order, the last of it counts.
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

/** The sides of the gate, in the order in which it names them. */
export const gateSides: readonly (keyof GateFacts)[] = ['merchantApproved', 'status', 'disbursed', 'closed'];

const IN_ORDER: GateFacts = { status: 'active', disbursed: true, closed: false, merchantApproved: true };

/** When one side of the gate was shut while all others count as in order, oldest first; a change of the rule begins another period. */
export function shutPeriods(moments: readonly GateMoment[], side: keyof GateFacts): readonly ShutPeriod[] {
  return periodsBy(moments, (facts) => decideGate({ ...IN_ORDER, [side]: facts[side] }));
}

/** When the gate as a whole was shut, each time by the rule that it named first. */
export function gatePeriods(moments: readonly GateMoment[]): readonly ShutPeriod[] {
  return periodsBy(moments, decideGate);
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
