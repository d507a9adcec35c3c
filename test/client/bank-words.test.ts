import { expect, test } from 'vitest';
import { memoryKeys } from '../../src/loan-file/keys.ts';
import { createTestDelivery, parse } from '../../src/webhooks/index.ts';
import { altered } from '../journeys/altered.ts';
import { createFixture } from '../journeys/fixture.ts';
import { ACCOUNTS, FIRST_BACKUP, PRIMARY, payer, SECOND_BACKUP } from '../journeys/people.ts';
import { walkTo } from '../journeys/walk.ts';
import { debitFixture, WANTED } from './debit-fixture.ts';

const WORDS = `No funds: BOLANLE ADEYEMI, ${ACCOUNTS.secondBackup.accountNumber}, ${payer.bvn}, ${payer.email}, ${payer.address}`;
const personal = [
  /bolanle/i,
  /adeyemi/i,
  /cedar/i,
  new RegExp(payer.bvn),
  new RegExp(ACCOUNTS.secondBackup.accountNumber),
  /@/,
];

/** An auto loan whose first instalment was missed at a bank that names the payer. */
async function missedInstalment() {
  const fixture = await createFixture({
    receivesWebhooks: false,
    kit: { keys: memoryKeys(), repaymentReports: 'merchant' },
    wrap: (transport) =>
      altered(transport, '/installment', (attempts: object[]) =>
        attempts.map((attempt) => ({ ...attempt, responseMessage: WORDS })),
      ),
  });
  const loan = await walkTo(fixture, 'collecting');
  for (const account of [PRIMARY, FIRST_BACKUP, SECOND_BACKUP]) await fixture.server.bank.setBalance(account, 0);
  await fixture.moveTo('2026-02-02T08:00:00Z');
  return { fixture, loan };
}

const openParts = async ({ store }: { readonly store: Awaited<ReturnType<typeof createFixture>>['store'] }) =>
  ((await store.load('loan-1'))?.events ?? []).map(({ body }) => body).join('\n');

test('what a bank says of the payer when a repayment is missed stands in no open part of the file, no report and no duty', async () => {
  const { fixture, loan } = await missedInstalment();
  const refreshed = await fixture.kit.mandates.refresh(loan);
  await fixture.kit.bureau.awaitReported(refreshed);
  const reported = [
    await openParts(fixture),
    JSON.stringify(await fixture.kit.loans.duties(refreshed)),
    JSON.stringify(await fixture.server.controls.bureauReports()),
  ];
  for (const text of reported) {
    expect(text).toContain('No funds: [personal]');
    for (const value of personal) expect(text).not.toMatch(value);
  }
});

test('what the service says of the payer in a status, a date or a reference stands in no open part of the file, and the money counts', async () => {
  const words = [WORDS, `paused ${payer.name}`, `${payer.bvn}`];
  let word = '';
  const item = (each: object) => ({ ...each, instalmentReference: word, dueDate: word });
  const fixture = await createFixture({
    receivesWebhooks: false,
    kit: { keys: memoryKeys() },
    wrap: (transport) => {
      const inner = altered(transport, '/installment', (attempts: object[]) =>
        attempts.map((each) => (word ? { ...each, instalmentReference: word, responseCode: word } : each)),
      );
      return altered(
        inner,
        '/get-mandate',
        (mandate: { consents: object[]; repaymentDetails: { breakdown: object[] } }) =>
          word
            ? {
                ...mandate,
                status: word,
                consents: mandate.consents.map((consent) => ({ ...consent, status: word })),
                repaymentDetails: { breakdown: mandate.repaymentDetails.breakdown.map(item) },
              }
            : mandate,
      );
    },
  });
  const loan = await walkTo(fixture, 'collecting');
  await fixture.moveTo('2026-02-02T08:00:00Z');
  for (word of words) await fixture.kit.mandates.refresh(loan);
  const reported = await openParts(fixture);
  expect(reported).toContain('"status":"unrecognised"');
  expect(reported).toMatch(/"instalmentReference":"instalment [\da-f]{24}"/);
  for (const value of personal) expect(reported).not.toMatch(value);
  expect((await fixture.eventsOf()).filter(({ type }) => type === 'collection.confirmed')).toHaveLength(1);
});

test('after the payer was erased, of what a bank says only the code is kept', async () => {
  const { fixture, loan } = await missedInstalment();
  const closed = await fixture.kit.bureau.close(loan, { finalStatus: 'written_off', closeDate: '2026-02-02' });
  await fixture.kit.bureau.awaitReported(closed);
  await fixture.kit.loans.erasePayer(payer.payerId, { reason: 'asked for' });
  const before = (await fixture.eventsOf()).length;
  const { repaymentDetails } = await fixture.kit.mandates.get(loan.mandateId);
  const { instalmentReference = '' } = repaymentDetails?.breakdown[0] ?? {};
  const { body } = createTestDelivery(
    'collection',
    { mandateId: loan.mandateId, instalmentReference, instalmentStatus: 'failed' },
    { secret: 's' },
  );
  await fixture.kit.confirm(parse(body));
  const after = await fixture.eventsOf();
  expect(after.slice(before).map(({ type }) => type)).toContain('collection.confirmed');
  expect(await openParts(fixture)).toMatch(/"reason":"response code \d\d"/);
  for (const value of personal) expect(await openParts(fixture)).not.toMatch(value);
});

test.each([400, 500])(
  'what the service says of the payer when it answers a debit with %i stands in no open part of the file',
  async (status) => {
    const stage = await debitFixture({ kit: { keys: memoryKeys() } });
    stage.faults.debit = { status, body: { status: false, error: true, message: WORDS, data: null } };
    const { debit } = await stage.kit.collections.collect(stage.first, WANTED);
    expect(debit.outcome).toBe(status === 400 ? 'refused' : 'unknown');
    expect(await openParts(stage)).toContain('No funds: [personal]');
    for (const value of personal) expect(await openParts(stage)).not.toMatch(value);
  },
);
