import { expect } from 'vitest';
import type { CollectingLoan, RepayKit, RepayKitOptions } from '../../src/index.ts';
import type { LoanStore } from '../../src/loan-file/store.ts';
import { faulty, type TransportFault } from '../journeys/faulty-transport.ts';
import { createFixture, type Fixture, type FixtureOptions } from '../journeys/fixture.ts';
import { manualTerms } from '../journeys/people.ts';
import { walkTo } from '../journeys/walk.ts';

/** What may go wrong with each kind of request; nothing, unless a test says so. */
export interface Faults {
  debit?: TransportFault | undefined;
  list?: TransportFault | undefined;
  log?: TransportFault | undefined;
  mandate?: TransportFault | undefined;
}

/** A loan in manual collection at a service that meets the faults of a test. */
export interface DebitFixture extends Fixture {
  readonly faults: Faults;
  readonly first: CollectingLoan;
  /** The loan as its file says now. */
  loan(): Promise<CollectingLoan>;
  /** Ids of its debits whose outcome is not known. */
  doubts(): Promise<readonly string[]>;
  /** What was written down about its debits, in order. */
  kinds(): Promise<readonly string[]>;
  /** Debits that were given to the wire, by whichever client. */
  left(): number;
  /** Another process, on the same wire. */
  process(store?: LoanStore, options?: Partial<RepayKitOptions>): RepayKit;
  /** Moves the service's time by minutes. */
  pass(minutes: number): Promise<void>;
}

export const WANTED = { amount: 30_000, debitDate: '2026-01-05' };
export const LATER = { amount: 30_000, debitDate: '2026-02-01' };

/** Answers as a service that shows nothing. */
export const SHOWS_NOTHING: TransportFault = {
  status: 200,
  body: { status: true, error: false, message: null, data: [] },
};
export const NO_LOG: TransportFault = { status: 200, body: { status: true, error: false, message: null, data: null } };
/** A proxy before the service failed: nothing reached it, but the client cannot know. */
export const LOST: TransportFault = { status: 502, body: {} };

/** Creates the fixture. No webhook arrives, so only a sync shows what happened. */
export async function debitFixture(options: FixtureOptions = {}): Promise<DebitFixture> {
  const faults: Faults = {};
  let left = 0;
  const wrap: NonNullable<FixtureOptions['wrap']> = (transport) =>
    faulty(transport, ({ path }) => {
      if (path.endsWith('/manual/activate')) {
        left += 1;
        return faults.debit;
      }
      if (path.includes('/consent/business/collection?')) return faults.list;
      if (path.endsWith('/get-mandate')) return faults.mandate;
      return path.includes('/collection-log?') ? faults.log : undefined;
    });
  const fixture = await createFixture({ receivesWebhooks: false, wrap, ...options });
  const first = await walkTo(fixture, 'collecting', { terms: manualTerms });
  const loan = async () => (await fixture.kit.loans.get('loan-1')) as CollectingLoan;
  return {
    ...fixture,
    faults,
    first,
    loan,
    doubts: async () =>
      (await loan()).debits
        .filter(({ status }) => ['intended', 'unknown', 'parked'].includes(status))
        .map(({ debitId }) => debitId),
    kinds: async () => (await fixture.eventsOf()).map(({ type }) => type).filter((type) => type.startsWith('debit.')),
    left: () => left,
    process: (store = fixture.store, options = {}) =>
      fixture.newKit({ store, transport: wrap(fixture.transport, store), ...options }),
    pass: (minutes) => fixture.moveTo(new Date(fixture.server.clock.now() + minutes * 60_000).toISOString()),
  };
}

/** A store that fails from its second write on: the intent is on file, the process ends before its result is. */
export function dyingStore(store: LoanStore): LoanStore {
  let writes = 0;
  return {
    ...store,
    append: async (...given) => {
      writes += 1;
      if (writes > 1) throw new Error('the process was killed');
      await store.append(...given);
    },
  };
}

/** A loan with one debit whose outcome is unknown because of a fault. */
export async function doubtful(fault: DebitFixture['faults']['debit'], wanted = WANTED): Promise<DebitFixture> {
  const stage = await debitFixture();
  stage.faults.debit = fault;
  const { debit } = await stage.kit.collections.collect(stage.first, wanted);
  expect(debit.outcome).toBe('unknown');
  stage.faults.debit = undefined;
  return stage;
}

export const settle = async (stage: DebitFixture) => stage.kit.collections.settle(await stage.loan());

/** Whether a request asks for a debit. */
export const isDebit = ({ path }: { readonly path: string }) => path.endsWith('/manual/activate');

/** A loan in manual collection at a service that answers some requests in its own way. */
export async function collectingWith(odd: {
  fault?: (request: { readonly path: string; readonly body: unknown }) => TransportFault | undefined;
}) {
  const fixture = await createFixture({
    wrap: (transport) => faulty(transport, (request) => odd.fault?.(request)),
  });
  return { fixture, loan: await walkTo(fixture, 'collecting', { terms: manualTerms }) };
}

/** An answer that the debit of `LATER` is scheduled, with some fields changed. */
export function scheduled(mandateId: string, change: object = {}): TransportFault {
  const data = {
    mandateId,
    totalAmount: 30_000,
    outstandingBalance: 90_000,
    transactionRefence: 'ref-1',
    paymentStatus: 'pending',
    dueDate: '2026-02-01T07:00:00.000Z',
  };
  return { status: 200, body: { status: true, error: false, message: null, data: { ...data, ...change } } };
}
