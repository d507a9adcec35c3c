import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { inspect } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import type { CollectingLoan, Loan } from '../../src/index.ts';
import { createTestDelivery, memoryInbox, receive, sharedSecret } from '../../src/webhooks/index.ts';
import { faulty, type TransportFault } from '../journeys/faulty-transport.ts';
import { createFixture } from '../journeys/fixture.ts';
import { ACCOUNTS, consent, manualTerms, openInput, payer } from '../journeys/people.ts';
import { stepOn } from '../journeys/walk.ts';

const file = 'c2lnbmF0dXJlLW9mLWJvbGFubGUtYWRleWVtaQ==';

/** Everything that may appear nowhere. Account holders are known to the bank in capitals. */
const planted = [
  payer.bvn,
  payer.name,
  payer.name.toUpperCase(),
  payer.email,
  payer.mobileNumber,
  payer.address,
  payer.address.toUpperCase(),
  consent.scopes[0]?.ipAddress ?? '',
  ...Object.values(ACCOUNTS).map(({ accountNumber }) => accountNumber),
  file,
  'pk_test_repaykit',
  'sk_test_repaykit',
  'whsec_repaykit',
];

/** Every way in which people print things. JSON of a loan is complete, for the page on which the payer chooses. */
function printed(value: unknown, { withJson = true } = {}): string {
  const ways = [
    inspect(value, { depth: 10 }),
    inspect({ nested: [value] }, { depth: 10, showHidden: true, getters: true }),
    String(value),
  ];
  if (withJson) ways.push(JSON.stringify(value, (_key, item) => (typeof item === 'function' ? undefined : item)) ?? '');
  if (value instanceof Error) ways.push(value.message, value.stack ?? '', inspect(value.cause, { depth: 10 }));
  return ways.join('\n');
}

/** Remembers where something planted was printed. */
class Watcher {
  readonly found: string[] = [];
  looked = 0;

  look(where: string, text: string): void {
    this.looked += 1;
    for (const value of planted) if (text.includes(value)) this.found.push(`${where}: ${value}`);
  }

  readonly line = (message: string, facts: object): void => this.look('a log line', `${message} ${printed(facts)}`);
}

function watchDiagnostics(watcher: Watcher): void {
  for (const kind of ['start', 'end', 'retry', 'error']) {
    const name = `repaykit:request:${kind}`;
    const listener = (event: unknown) => watcher.look(name, printed(event));
    subscribe(name, listener);
    onTestFinished(() => void unsubscribe(name, listener));
  }
}

function watching(watcher: Watcher) {
  const hook = (name: string) => (event: unknown) => watcher.look(name, printed(event));
  return {
    logger: { debug: watcher.line, info: watcher.line, warn: watcher.line, error: watcher.line },
    hooks: {
      beforeRequest: hook('a hook'),
      afterResponse: hook('a hook'),
      onRetry: hook('a hook'),
      onError: hook('a hook'),
    },
  };
}

// A careless service repeats what was sent to it.
const echo = (body: unknown): TransportFault => ({
  status: 422,
  body: {
    status: false,
    error: true,
    message: `refused ${body}, ${String(body).toUpperCase()}`,
    data: { code: 'refused', echoed: body },
  },
});

async function errorsOf(actions: readonly (() => unknown)[]): Promise<readonly unknown[]> {
  const errors: unknown[] = [];
  for (const action of actions) {
    try {
      await action();
      expect.fail('nothing was thrown');
    } catch (error) {
      errors.push(error);
    }
  }
  return errors;
}

test('nothing secret or personal is printed over a whole loan with failures at every call', async () => {
  const watcher = new Watcher();
  watchDiagnostics(watcher);
  const faults: TransportFault[] = [];
  const fixture = await createFixture({
    kit: { ...watching(watcher), supportContact: 'help desk' },
    wrap: (transport) =>
      faulty(transport, ({ body }) => {
        const fault = faults.shift();
        return typeof fault === 'object' && fault.status === 422 ? echo(body) : fault;
      }),
  });
  const { kit } = fixture;
  let failures = 0;
  const watchErrors = (errors: readonly unknown[]) => {
    for (const error of errors) {
      failures += 1;
      watcher.look('an error', printed(error));
    }
  };

  let loan: Loan = await kit.loans.open(openInput(manualTerms));
  while (loan.stage !== 'collecting') {
    if (['consented', 'selected', 'placed'].includes(loan.stage)) {
      for (const fault of [echo(''), 'refused', 'error-after', 'cut-after', 'reset-after'] as const) {
        // Each attempt also asks what stands, where an answer was lost.
        faults.push(fault);
        const present = loan;
        try {
          loan = await stepOn(fixture, present);
          break;
        } catch (error) {
          watchErrors([error]);
        }
      }
      faults.length = 0;
    }
    loan = await stepOn(fixture, await kit.loans.get('loan-1'));
    watcher.look('a loan', printed(loan, { withJson: false }));
    watcher.look('the client', printed(kit));
  }

  const collecting: CollectingLoan = loan;
  for (const [day, fault] of [echo(''), 'refused', 'error-after', 'cut-after', 'reset-after'].entries()) {
    faults.push(fault as TransportFault);
    const request = { amount: 10_000, debitDate: `2026-02-1${day}` };
    await kit.collections.collect(collecting, request).then(
      ({ debit }) => watcher.look('a debit', printed(debit) + printed('error' in debit ? debit.error : '')),
      (error) => watchErrors([error]),
    );
  }
  await fixture.receiver.settled();

  expect(watcher.found).toEqual([]);
  expect(failures).toBeGreaterThan(5);
  expect(watcher.looked).toBeGreaterThan(150);
});

test('nothing secret or personal is printed by refusals of what was given', async () => {
  const fixture = await createFixture();
  const { kit } = fixture;
  const loan = await kit.loans.open(openInput());
  const discovered = await kit.discovery.discover(loan);
  const chosenBy = { ipAddress: '203.0.113.9', at: '2026-01-05T07:58:00Z' };
  const selected = await kit.discovery.select(discovered, {
    primaryAccount: ACCOUNTS.primary,
    backupAccounts: [],
    chosenBy,
  });
  const placed = await kit.mandates.place(selected);
  const errors = await errorsOf([
    () => kit.loans.open({ ...openInput(), payer: { ...payer, email: `${payer.email} ${payer.bvn}` } }),
    () => kit.loans.open({ ...openInput(), payer: { ...payer, bvn: `${payer.bvn}1`, mobileNumber: payer.name } }),
    () => kit.loans.open({ ...openInput(), consent: { ...consent, scopes: consent.scopes.slice(1) } } as never),
    () => kit.loans.open({ ...openInput(), payer: { ...payer, name: 'Someone Else' } }),
    () => kit.discovery.select(discovered, { primaryAccount: ACCOUNTS.dormant, backupAccounts: [], chosenBy }),
    () =>
      kit.discovery.select(discovered, {
        primaryAccount: { accountNumber: `${ACCOUNTS.primary.accountNumber}0`, bankCode: 'x' },
        backupAccounts: [],
        chosenBy,
      }),
    () => kit.mandates.attach(placed, { [ACCOUNTS.primary.accountNumber]: { by: 'signature', file, bankAddress: '' } }),
    () =>
      kit.mandates.attach(placed, {
        [ACCOUNTS.firstBackup.accountNumber]: { by: 'signature', file, bankAddress: payer.address },
      }),
    () => kit.discovery.discover(selected as never),
    () =>
      kit.mandates
        .place(selected)
        .then(() =>
          kit.discovery.select(discovered, { primaryAccount: ACCOUNTS.firstBackup, backupAccounts: [], chosenBy }),
        ),
    () => kit.request('getMandate', { mandateId: payer.bvn }),
    () => kit.request('discoverAccounts', { bvn: payer.email, type: '' }),
  ]);
  const watcher = new Watcher();
  for (const error of errors) watcher.look('an error', printed(error));
  expect(watcher.found).toEqual([]);
});

test('nothing secret or personal is printed by a receiver of webhooks', async () => {
  const watcher = new Watcher();
  const fixture = await createFixture({ receivesWebhooks: false });
  const secret = 'whsec_repaykit';
  const line = watcher.line;
  const kit = fixture.newKit({ transport: faulty(fixture.transport, ({ body }) => echo(body)) });
  await fixture.kit.discovery.discover(await fixture.kit.loans.open(openInput()));
  const { mandateId } = await fixture.kit.loans.get('loan-1');
  const inbox = memoryInbox();
  const receiver = receive({
    verify: sharedSecret({ secrets: [secret] }),
    inbox,
    confirm: kit,
    logger: { info: line, warn: line, error: line },
  });
  const { accountNumber } = ACCOUNTS.primary;
  const delivery = createTestDelivery(
    'collection',
    { mandateId, accountNumber, accountName: payer.name, providerMessage: payer.email },
    { secret },
  );
  for (const body of [delivery.body, delivery.body.slice(0, -3)]) {
    const response = await receiver(
      new Request('http://127.0.0.1/', { method: 'POST', body, headers: delivery.headers }),
    );
    watcher.look('a reply', `${await response.text()} ${printed(Object.fromEntries(response.headers))}`);
  }
  await receiver.settled();
  const [unfinished] = await inbox.list({ status: 'unfinished', limit: 5 });
  expect(unfinished?.reason).toContain('ServiceError');
  watcher.look('a reason', unfinished?.reason ?? '');
  watcher.look('the receiver', printed(receiver));
  expect(watcher.found).toEqual([]);
});
