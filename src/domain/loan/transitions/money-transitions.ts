import { given } from '../../../validation/record.ts';
import { rankInstalmentStatus } from '../../collection.ts';
import { maxKobo, minKobo, NO_MONEY, subtractKobo, sumKobo } from '../../money.ts';
import { withAttempts } from '../attempts.ts';
import { collectedByInstalment, takenByPlatform } from '../balances.ts';
import type { CollectionFacts, EventOf } from '../events/events.ts';
import type { DebitLook, DebitState, LoanState, TransitionsOf } from '../state.ts';

export const moneyTransitions: TransitionsOf<
  | 'debit.intended'
  | 'debit.scheduled'
  | 'debit.refused'
  | 'debit.unknown'
  | 'debit.unseen'
  | 'debit.parked'
  | 'debit.settled'
  | 'collection.confirmed'
  | 'repayment.recorded'
  | 'repayment.reversed'
> = {
  'debit.intended': (state, { type: _type, at, ...intent }) => {
    const fresh = { reference: undefined, collected: NO_MONEY, unseen: undefined, parkedFor: undefined };
    return { debits: [...state.debits, { ...intent, ...fresh, status: 'intended', intendedAt: at }] };
  },
  'debit.scheduled': (state, event) =>
    // The sender's own answer is more reliable than what asking found.
    withDebit(state, event.debitId, {
      from: event.foundByAsking ? inDoubt : [...inDoubt, 'scheduled'],
      change: { status: 'scheduled', reference: event.reference, unseen: undefined, parkedFor: undefined },
    }),
  'debit.refused': (state, event) =>
    withDebit(state, event.debitId, {
      from: inDoubt,
      change: { status: 'refused', unseen: undefined, parkedFor: undefined },
    }),
  'debit.unknown': (state, event) =>
    withDebit(state, event.debitId, {
      from: ['intended'],
      change: given({ status: 'unknown', hasLostSender: event.lostSender, givenUp: lookIn(event) }),
    }),
  'debit.unseen': (state, event) => {
    const { debitId, at, reading } = event;
    const look = lookIn(event);
    const looks = state.debits.find((debit) => debit.debitId === debitId)?.looks ?? [];
    return withDebit(state, debitId, {
      from: inDoubt,
      change: look ? { looks: [...looks, look] } : { unseen: { at, reading } },
    });
  },
  'debit.parked': (state, event) =>
    withDebit(state, event.debitId, {
      from: ['intended', 'scheduled', 'unknown'],
      change: { status: 'parked', parkedFor: event.reason },
    }),
  'debit.settled': (state, event) => {
    const change = withDebit(state, event.debitId, {
      from: [...inDoubt, 'scheduled'],
      change: { status: event.result, collected: event.collected, unseen: undefined, parkedFor: undefined },
    });
    if (!event.decision) return change;
    const gained = subtractKobo(takenByPlatform({ ...state, ...change }), takenByPlatform(state));
    return { ...change, decidedAhead: sumKobo([state.decidedAhead, gained]) };
  },
  'collection.confirmed': (state, event) => {
    const collections = mergeCollection(state.collections, event);
    const shown = collectedByInstalment({ ...state, collections });
    const collected = maxKobo(state.collected, shown);
    // An instalment may show what a person declared before. At most the amount that nothing shows stays ahead.
    const notShown = subtractKobo(takenByPlatform({ ...state, collected }), shown);
    return { collections, collected, decidedAhead: minKobo(state.decidedAhead, notShown) };
  },
  'repayment.recorded': (state, { amount, date, reference }) => ({
    repayments: [...state.repayments, { amount, date, reference }],
  }),
  'repayment.reversed': (state, { of, amount, date, reference, reason }) => ({
    reversals: [...state.reversals, { of, amount, date, reference, reason }],
  }),
};

const inDoubt: readonly DebitState['status'][] = ['intended', 'unknown', 'parked'];

// The sender may still write its answer. In any order, an ended debit stays ended, and a found one is not lost.
function withDebit(
  state: LoanState,
  debitId: string,
  { from, change }: { readonly from: readonly DebitState['status'][]; readonly change: Partial<DebitState> },
): Partial<LoanState> {
  return {
    debits: state.debits.map((debit) =>
      debit.debitId === debitId && from.includes(debit.status) ? { ...debit, ...change } : debit,
    ),
  };
}

// Facts arrive in any order and repeatedly. The amount only grows, later facts win, and all processes agree.
function mergeCollection(collections: readonly CollectionFacts[], facts: CollectionFacts): readonly CollectionFacts[] {
  const known = collections.find((collection) => collection.instalmentReference === facts.instalmentReference);
  if (!known) return [...collections, factsOf({ ...facts, attempts: withAttempts([], facts.attempts) })];
  const merged = factsOf({
    ...(orderOf(facts) > orderOf(known) ? facts : known),
    breakdownId: known.breakdownId ?? facts.breakdownId,
    collected: maxKobo(known.collected, facts.collected),
    attempts: withAttempts(known.attempts, facts.attempts),
  });
  return collections.map((collection) => (collection === known ? merged : collection));
}

// By higher-ranking status, then by later day, then by a fixed order. Ranks sort as text: one digit, or -1 before them.
function orderOf({ status, date, due, account, reason }: CollectionFacts): string {
  return JSON.stringify([rankInstalmentStatus(status), date, status, due, account, reason]);
}

function factsOf(facts: Omit<CollectionFacts, 'breakdownId'> & { readonly breakdownId?: string | undefined }) {
  const { instalmentReference, status, due, collected, date, breakdownId, account, reason, attempts = [] } = facts;
  const fields = { instalmentReference, status, due, collected, date, breakdownId, account, reason };
  return given({ ...fields, attempts: attempts.length > 0 ? attempts : undefined });
}

function lookIn({ at, lookedBy, clockAheadMs }: EventOf<'debit.unknown' | 'debit.unseen'>): DebitLook | undefined {
  return lookedBy === undefined ? undefined : given({ at, by: lookedBy, clockAheadMs });
}
