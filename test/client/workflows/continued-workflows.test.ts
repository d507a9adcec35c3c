import { describe, expect, inject, test } from 'vitest';
import type { Transport } from '../../../src/http/transport.ts';
import type { Loan, PlacedLoan, SelectedLoan } from '../../../src/index.ts';
import { faulty, type TransportFault } from '../../journeys/faulty-transport.ts';
import { createFixture, errorOf, type Fixture } from '../../journeys/fixture.ts';
import { ACCOUNTS, FIRST_BACKUP, SECOND_BACKUP } from '../../journeys/people.ts';
import { stepOn, walkTo } from '../../journeys/walk.ts';
import { eventsIn } from '../../loan-file/file-events.ts';

const isNamedByService = inject('mandateIds') === 'service';

const before: readonly TransportFault[] = ['refused'];
const after: readonly TransportFault[] = ['reset-after', 'error-after', 'cut-after'];
const everyFailure = [1, 2, 3].flatMap((nth) => [...before, ...after].map((fault) => [nth, fault] as const));

/** A fault of the n-th request of a path, once. */
function nthOf(path: string, nth: number, fault: TransportFault) {
  let seen = 0;
  return (transport: Transport) =>
    faulty(transport, (request) => {
      if (!request.path.endsWith(path)) return undefined;
      seen += 1;
      return seen === nth ? fault : undefined;
    });
}

async function accountEvents({ server }: Fixture, mandateId: string, event: string) {
  const { events } = await server.controls.readMandate(mandateId);
  return events.filter((item) => item.event === event).map(({ accountNumber }) => accountNumber);
}

const inOrder = [ACCOUNTS.primary, ACCOUNTS.firstBackup, ACCOUNTS.secondBackup].map(
  ({ accountNumber }) => accountNumber,
);

describe('placing on three accounts', () => {
  test.each(everyFailure)(
    'goes on after call %i was met by %s, in another process, and sends only what is missing',
    async (nth, fault) => {
      const fixture = await createFixture({ wrap: nthOf('/consent/create', nth, fault as TransportFault) });
      const selected = await walkTo(fixture, 'selected');
      const error = await errorOf(fixture.kit.mandates.place(selected));
      expect(error).toMatchObject({ operation: 'createConsent', outcome: fault === 'refused' ? 'none' : 'unknown' });
      expect((await fixture.kit.loans.get('loan-1')).stage).toBe('selected');

      const placed = await fixture.newKit().mandates.place(selected);
      expect(placed.stage).toBe('placed');
      const { createConsent, getMandate } = await fixture.requests();
      // What was sent is asked for before anything is sent again; the service knows the mandate unless the first call never arrived, or it names mandates itself.
      const isAskedByPlacing = nth === 1 && fault !== 'refused' && isNamedByService;
      expect({ createConsent, getMandate }).toEqual({ createConsent: isAskedByPlacing ? 4 : 3, getMandate: 1 });
      expect(await accountEvents(fixture, placed.mandateId, 'account.placed')).toEqual(inOrder);
    },
  );
});

describe('attaching three accounts', () => {
  test.each(everyFailure)(
    'goes on after call %i was met by %s, in another process, and changes nothing twice',
    async (nth, fault) => {
      const fixture = await createFixture({
        wrap: nthOf('/micro-deposit/create/mandate', nth, fault as TransportFault),
      });
      const placed = await walkTo(fixture, 'placed');
      await errorOf(fixture.kit.mandates.attachByMicroDeposit(placed));
      expect((await fixture.kit.loans.get('loan-1')).stage).toBe('placed');

      const verifying = await fixture.newKit().mandates.attachByMicroDeposit(placed);
      expect(verifying.transferDestinations.length).toBeGreaterThan(0);
      // No answer of the service shows whether an account is attached, and repeating it changes nothing: only the one in doubt is sent again.
      expect((await fixture.requests()).attachByMicroDeposit).toBe(fault === 'refused' ? 3 : 4);
      expect(await accountEvents(fixture, placed.mandateId, 'account.attached')).toEqual(inOrder);
    },
  );

  test('by signature too', async () => {
    const fixture = await createFixture({ wrap: nthOf('/mandate/create-mandate', 2, 'reset-after') });
    const placed = await walkTo(fixture, 'placed');
    const signature = { file: 'c2ln', bankAddress: '1 Marina' };
    await errorOf(fixture.kit.mandates.attachBySignature(placed, signature));
    expect((await fixture.kit.mandates.attachBySignature(placed, signature)).stage).toBe('verifying');
    // The second one was judged at once, so the service shows it as active: it is asked for, and not sent again.
    expect((await fixture.requests()).attachBySignature).toBe(3);
    expect(await accountEvents(fixture, placed.mandateId, 'account.attached')).toEqual(inOrder);
  });

  test('asks for a way only for the accounts that are missing', async () => {
    const fixture = await createFixture({ wrap: nthOf('/micro-deposit/create/mandate', 3, 'refused') });
    const placed = await walkTo(fixture, 'placed');
    await errorOf(fixture.kit.mandates.attachByMicroDeposit(placed));
    const verifying = await fixture.kit.mandates.attach(placed, {
      [SECOND_BACKUP.accountNumber]: { by: 'micro-deposit' },
    });
    expect(verifying.backupAccounts).toMatchObject([FIRST_BACKUP, { ...SECOND_BACKUP, attachedBy: 'micro-deposit' }]);
  });
});

test('the intent of each placement is on file before its request leaves', async () => {
  const found: (string | undefined)[] = [];
  const fixture = await createFixture({
    wrap: (transport, store) =>
      faulty(transport, async ({ path }) => {
        if (path.endsWith('/consent/create')) found.push((await eventsIn(store)).at(-1)?.type);
        return undefined;
      }),
  });
  await walkTo(fixture, 'placed');
  expect(found).toEqual(Array(3).fill('placement.intended'));
});

describe.each([
  [
    'placed',
    'selected',
    '/consent/create',
    'createConsent',
    ({ kit }: Fixture, loan: Loan) => kit.mandates.place(loan as SelectedLoan),
  ],
  [
    'attached',
    'placed',
    '/micro-deposit/create/mandate',
    'attachByMicroDeposit',
    ({ kit }: Fixture, loan: Loan) => kit.mandates.attachByMicroDeposit(loan as PlacedLoan),
  ],
] as const)('a loan that another process takes over while it is being %s', (_doing, at, path, operation, step) => {
  async function takenOver(takeOver: (fixture: Fixture, loan: Loan) => Promise<unknown>, nth = 1) {
    const held: { fixture?: Fixture; loan?: Loan } = {};
    let left = nth;
    const fixture = await createFixture({
      receivesWebhooks: false,
      wrap: (transport) =>
        faulty(transport, async (request) => {
          const { fixture: ready, loan } = held;
          if (!ready || !loan || !request.path.endsWith(path) || --left > 0) return undefined;
          delete held.fixture;
          await takeOver(ready, loan);
          return undefined;
        }),
    });
    const loan = await walkTo(fixture, at);
    Object.assign(held, { fixture, loan });
    return { fixture, error: await errorOf(step(fixture, loan)) };
  }

  test('and abandons is sent for no further account', async () => {
    const { fixture, error } = await takenOver((ready, loan) =>
      ready.newKit().loans.abandon(loan as SelectedLoan, { reason: 'withdrawn' }),
    );
    expect(error).toMatchObject({ name: 'StaleLoanError', current: { stage: 'abandoned' } });
    expect((await fixture.requests())[operation]).toBe(1);
    // Whatever the service called the mandate is kept, so that a person can have it released.
    expect((await fixture.eventsOf()).at(-1)?.type).toBe(
      isNamedByService && at === 'selected' ? 'placement.confirmed' : 'loan.abandoned',
    );
  });

  test('and finishes and goes on with keeps what that process wrote', async () => {
    const { fixture, error } = await takenOver(
      async (ready, loan) => {
        const other = { ...ready, kit: ready.newKit() };
        let present: Loan = loan;
        while (present.stage !== 'verified') present = await stepOn(other, present);
        // The first placement keeps others away until the mandate has its name.
      },
      at === 'selected' ? 2 : 1,
    );
    expect(error).toMatchObject({ name: 'StaleLoanError', current: { stage: 'verified' } });
    expect((await fixture.eventsOf()).at(-1)?.type).toBe('mandate.read');
  });
});
