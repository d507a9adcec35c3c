/** The same deliveries in every order, any number of times, one after the other or all at once: where each loan's file ends, and what handlers received. */
import { contextOf } from '../../../src/client/workflows/loan-context.ts';
import type { CollectionFacts } from '../../../src/domain/loan/events/events.ts';
import type { FiledReport, LoanState } from '../../../src/domain/loan/state.ts';
import type { Dice } from '../tampering/dice.ts';
import { loanIdOf } from './borrowers.ts';
import type { Life } from './lives.ts';
import { deliveryOf, type Merchant, openMerchant } from './merchant.ts';

/** Where a run ended. */
export interface End {
  /** The loans as their files add up to, less the numbers of events and what was filed for the bureau. */
  readonly loans: readonly object[];
  /** What was filed for the bureau, by loan, in order. */
  readonly reports: readonly (readonly FiledReport[])[];
  /** What handlers received, in no order. */
  readonly reported: readonly string[];
}

/** How deliveries come in: one is worked on before the next one comes, or all come at once. */
export type Arrival = 'one by one' | 'at once';

/** Every order of so many things. */
export function allOrders(count: number): readonly (readonly number[])[] {
  if (count === 0) return [[]];
  return allOrders(count - 1).flatMap((order) =>
    Array.from({ length: count }, (_, place) => [...order.slice(0, place), count - 1, ...order.slice(place)]),
  );
}

/** Repeats each body up to three times, word for word or with a word more; its repetitions come later than itself. */
export function repeated(order: readonly string[], dice: Dice): readonly string[] {
  const bodies = [...order];
  for (const body of order) {
    for (let again = dice.below(3); again > 0; again -= 1) {
      bodies.splice(
        dice.between(bodies.indexOf(body) + 1, bodies.length),
        0,
        dice.below(2) === 0 ? body : `${body.slice(0, -1)},"resent":${again}}`,
      );
    }
  }
  return bodies;
}

/** Shuffled. */
export function shuffled<Item>(items: readonly Item[], dice: Dice): Item[] {
  const order = [...items];
  for (let place = order.length - 1; place > 0; place -= 1) {
    const other = dice.below(place + 1);
    [order[place], order[other]] = [order[other] as Item, order[place] as Item];
  }
  return order;
}

/** A lender with the files that the life's lender has, who received nothing yet. */
export async function freshMerchant({ server, store, plan }: Life): Promise<Merchant> {
  const { repaymentReports = 'merchant' } = plan;
  return openMerchant({ server, clock: server.clock, store: await store.fork(), kit: { repaymentReports } });
}

/** Hands deliveries to a lender; resolves when all are worked on. */
export async function deliver(
  { receiver }: Pick<Merchant, 'receiver'>,
  bodies: readonly string[],
  arrival: Arrival,
): Promise<void> {
  const hand = async (body: string) => {
    const { status } = await receiver(deliveryOf(body));
    if (status !== 200) throw new Error(`a true delivery was answered with ${status}`);
  };
  if (arrival === 'at once') await Promise.all(bodies.map(hand));
  else
    for (const body of bodies) {
      await hand(body);
      await receiver.settled();
    }
  await receiver.settled();
}

/** Where a lender stands. Nothing may be left in the inbox. */
export async function endOf({ kit, receiver, reported }: Merchant, { plan }: Pick<Life, 'plan'>): Promise<End> {
  for (const status of ['unfinished', 'quarantined'] as const) {
    const [left] = await receiver.inbox.list({ limit: 1, status });
    if (left) throw new Error(`a true ${left.kind} is ${status}: ${left.reason}`);
  }
  const { files } = contextOf(kit);
  const states = await Promise.all(plan.lendings.map(({ number }) => files.read(loanIdOf(number))));
  const end: End = { loans: states.map(comparable), reports: states.map(({ reports }) => reports), reported };
  // Mandates are named by chance.
  const text = states.reduce(
    (all, { mandateId, loanId }) => all.replaceAll(mandateId, `mandate of ${loanId}`),
    JSON.stringify(end),
  );
  const named = JSON.parse(text) as End;
  return { ...named, reported: [...named.reported].sort() };
}

// How many events it took, and which of them brought a status, depends on what arrived first, and debits are named by chance; everything else must be the same.
function comparable({
  version: _version,
  mandateStatusSince: _since,
  reports: _reports,
  accounts,
  debits,
  ...state
}: LoanState): object {
  return {
    ...state,
    accounts: accounts.map(({ statusSince: _statusSince, ...account }) => account),
    debits: debits.map(({ debitId: _debitId, ...debit }) => debit),
  };
}

/**
 * An end, less what depends on when webhooks arrived: on which day an instalment that is still open was tried last and how often, which is not reported, and
 * in how many reports the same money was filed.
 */
export function whateverTheTimes({ loans, reported }: End): Pick<End, 'loans' | 'reported'> {
  const timeless = (facts: CollectionFacts) =>
    facts.status === 'success' ? facts : { ...facts, date: undefined, attempts: undefined };
  return {
    loans: loans.map((loan) => ({ ...loan, collections: (loan as LoanState).collections.map(timeless) })),
    reported,
  };
}

/** What the bureau receives about money in the end, in kobo, by loan: as much as came in, in however many reports. */
export function repaidInReports({ reports }: End): readonly number[] {
  return reports.map((filed) =>
    filed.reduce(
      (sum, { report }) => sum + (report.event === 'repayment.successful' ? koboOf(report.content.amount) : 0),
      0,
    ),
  );
}

function koboOf(naira: number): number {
  return Math.round(naira * 100);
}
