import { expect, test } from 'vitest';
import { createFixture, nothingHappened } from '../journeys/fixture.ts';
import { choice, chosenBy, FIRST_BACKUP, manualTerms, PRIMARY, SECOND_BACKUP } from '../journeys/people.ts';
import { type ROAD, walkTo } from '../journeys/walk.ts';

type Step = (kit: Awaited<ReturnType<typeof createFixture>>['kit'], loan: never, options: never) => Promise<unknown>;

const selection = { ...choice, primaryAccount: PRIMARY, backupAccounts: [FIRST_BACKUP] };
const signature = { file: 'aGVsbG8=', bankAddress: '1 Broad Street' };
const plan = Object.fromEntries(
  [PRIMARY, FIRST_BACKUP].map(({ accountNumber }) => [accountNumber, { ...signature, by: 'signature' as const }]),
);
const backup = { account: SECOND_BACKUP, chosenBy };

/** Each step that records what it sends or receives, from where it is taken, and the operation whose options it takes. */
const steps: readonly (readonly [step: string, at: (typeof ROAD)[number], operation: string, act: Step])[] = [
  ['place', 'selected', 'createConsent', ({ mandates }, loan, options) => mandates.place(loan, options)],
  [
    'attachByMicroDeposit',
    'placed',
    'attachByMicroDeposit',
    ({ mandates }, loan, options) => mandates.attachByMicroDeposit(loan, options),
  ],
  [
    'attachBySignature',
    'placed',
    'attachBySignature',
    ({ mandates }, loan, options) => mandates.attachBySignature(loan, signature, options),
  ],
  [
    'attach by a plan for each account',
    'placed',
    'attachBySignature',
    ({ mandates }, loan, options) => mandates.attach(loan, plan, options),
  ],
  [
    'addBackup',
    'verified',
    'createConsent',
    ({ mandates }, loan, options) => mandates.addBackup(loan, backup, { by: 'micro-deposit' }, options),
  ],
  [
    'collect',
    'collecting',
    'collectManually',
    ({ collections }, loan, options) => collections.collect(loan, { amount: 10_000, debitDate: '2026-02-01' }, options),
  ],
  ['settle', 'collecting', 'getMandate', ({ collections }, loan, options) => collections.settle(loan, {}, options)],
];

test.each(steps)('%s writes no intent down for call options that cannot be used', async (_step, at, operation, act) => {
  const fixture = await createFixture({ receivesWebhooks: false });
  const loan = (await walkTo(fixture, at, { selection, terms: manualTerms })) as never;
  const error = await nothingHappened(fixture, () => act(fixture.kit, loan, { timeoutMs: 'soon', retrys: 1 } as never));
  expect(error).toMatchObject({ name: 'InputError', operation, message: expect.stringContaining('timeoutMs') });
  expect(error.issues.map(({ path }: { path: string }) => path)).toEqual(['retrys', 'timeoutMs']);
  await expect(act(fixture.kit, loan, { timeoutMs: 30_000 } as never)).resolves.toBeDefined();
});
