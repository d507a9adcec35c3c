import { afterEach, describe, expect, test } from 'vitest';
import type { ReferenceServer, ReferenceServerOptions } from '../../../src/server/index.ts';
import {
  BACKUP,
  deposit,
  disburse,
  MANDATE_ID,
  PRIMARY,
  place,
  placement,
  type Send,
  serverWithCaller,
  TERMS,
} from '../merchant.ts';

let server: ReferenceServer;
let send: Send;

function begin(options?: ReferenceServerOptions): void {
  ({ server, send } = serverWithCaller(options));
}

afterEach(() => server.close());

const BVN = '22200000001';
const BEARER = { token: '', authorization: 'Bearer sk_test_repaykit' };

function discover(bvn = BVN) {
  return send('POST /v1/discovery/', { body: { bvn, type: 'bvn' }, headers: BEARER });
}

async function collecting(terms: object = {}): Promise<void> {
  begin();
  await discover();
  await send('POST /v1/mandates/mandates/consent/create', { body: { ...placement(), ...TERMS, ...terms } });
  await send('POST /v1/mandates/micro-deposit/create/mandate', { body: placement() });
  await deposit(send);
  await disburse(send);
}

function debit(amount: number, debitDate = '2026-01-10') {
  return send('PUT /v1/mandates/consent/business/manual/activate', {
    body: { mandateId: MANDATE_ID, amount, debitDate },
  });
}

function report(event: string, content: object) {
  return send('POST /_bureau/reports', {
    body: { reportId: event, event, mandateId: MANDATE_ID, occurredAt: '2026-01-05T08:00:00Z', content },
  });
}

async function rules(): Promise<readonly string[]> {
  return (await server.controls.violations()).items.map(({ rule }) => rule);
}

describe('the list of violations', () => {
  test('is empty for a loan that keeps to the rules, to its end and beyond', async () => {
    await collecting();
    await server.clock.to('2026-04-01T12:00:00Z');
    await report('loan.closed', { finalStatus: 'repaid', closeDate: '2026-04-01' });
    await server.clock.to('2026-05-01T12:00:00Z');
    expect(await server.controls.violations()).toEqual({ items: [], dropped: 0 });
  });

  test('does not take a malformed request for a violation', async () => {
    await collecting();
    await send('PUT /v1/mandates/consent/business/manual/activate', { body: { mandateId: MANDATE_ID, amount: 'all' } });
    await send('POST /v1/mandates/consent/business/get-mandate', { body: { mandateId: 'b'.repeat(24) } });
    expect(await rules()).toEqual([]);
  });

  test('names the rule, the section, the operation, the mandate and the time of what was refused', async () => {
    await collecting();
    await debit(1_000);
    expect((await send('GET /_control/violations')).json).toEqual({
      items: [
        {
          rule: 'debit-is-manual',
          spec: 'Spec §4.7',
          operation: 'collectManually',
          mandateId: MANDATE_ID,
          message: expect.stringContaining('collectionMode is auto'),
          severity: 'refused',
          at: '2026-01-05T08:00:00.000Z',
        },
      ],
      dropped: 0,
    });
    expect((await send('DELETE /_control/violations')).json).toEqual({ items: [], dropped: 0 });
    expect(await rules()).toEqual([]);
  });

  test('has collecting without proof of disbursement, while disputed, and beyond the terms', async () => {
    begin();
    await discover();
    await send('POST /v1/mandates/mandates/consent/create', {
      body: { ...placement(), ...TERMS, collectionMode: 'manual' },
    });
    await send('POST /v1/mandates/micro-deposit/create/mandate', { body: placement() });
    await deposit(send);
    await debit(1_000);
    await disburse(send);
    await debit(90_001);
    await server.controls.openDispute(MANDATE_ID);
    await debit(1_000);
    expect(
      (await server.controls.violations()).items.map(({ rule, spec, severity }) => `${rule} ${spec} ${severity}`),
    ).toEqual([
      'debit-needs-disbursement Spec §3.4 refused',
      'debit-within-terms Spec §1 refused',
      'debit-is-undisputed Spec §3.4 refused',
    ]);
  });

  test('has contradictions, and calls of a merchant that is not admitted or names another', async () => {
    await collecting();
    await send('POST /v1/mandates/mandates/consent/create', {
      body: { ...placement(BACKUP), email: 'other@example.com' },
    });
    await send('POST /v1/mandates/mandates/consent/create', { body: { ...placement(BACKUP), appId: 'f'.repeat(24) } });
    await server.controls.patchMerchant({ status: 'suspended' });
    await send('POST /v1/mandates/consent/business/get-mandate', { body: { mandateId: MANDATE_ID } });
    expect((await server.controls.violations()).items.map(({ rule, spec }) => `${rule} ${spec}`)).toEqual([
      'mandate_conflict Spec §4.3',
      'merchant_mismatch Spec §5',
      'merchant-is-approved Spec §1',
    ]);
  });

  test('has reports out of order', async () => {
    begin();
    await discover();
    await place(send);
    await report('loan.disbursed', { amount: 85_000, date: '2026-01-05', reference: 'TRF-1' });
    expect((await server.controls.violations()).items).toMatchObject([
      {
        rule: 'reports-in-order',
        spec: 'Spec §6.3',
        operation: 'submitBureauReport',
        mandateId: MANDATE_ID,
        severity: 'refused',
      },
    ]);
  });
});

describe('what goes through, but is listed', () => {
  test('is a placement without discovery, once for each account', async () => {
    begin();
    await place(send);
    await place(send);
    expect((await server.controls.violations()).items).toMatchObject([
      { rule: 'placement-after-discovery', spec: 'Spec §1.2', operation: 'createConsent', severity: 'listed' },
    ]);
    await discover();
    await send('POST /v1/mandates/mandates/consent/create', { body: placement(BACKUP) });
    expect(await rules()).toHaveLength(1);
  });

  test('is a placement on an account of another payer, or on an inactive one', async () => {
    begin();
    await discover();
    await place(send);
    await send('POST /v1/mandates/mandates/consent/create', {
      body: { ...placement({ accountNumber: '0200000021', bankCode: '033' }), bvn: BVN },
    });
    await send('POST /v1/mandates/mandates/consent/create', {
      body: placement({ accountNumber: '0100000014', bankCode: '011' }),
    });
    expect(await rules()).toEqual(['placement-of-discovered-account', 'placement-of-active-account']);
  });

  test('is a disbursement without an active primary account', async () => {
    begin();
    await discover();
    await place(send);
    await disburse(send);
    expect((await server.controls.violations()).items).toMatchObject([
      {
        rule: 'disbursement-needs-active-primary',
        spec: 'Spec §1.4',
        operation: 'submitBureauReport',
        severity: 'listed',
      },
    ]);
  });

  test('is a disbursement of more than was approved, to the kobo', async () => {
    begin();
    await discover();
    await place(send);
    await deposit(send);
    await report('loan.approved', { offerTerms: 'plain', approvedAmount: 85_000, tenure: 'P3M' });
    await report('loan.disbursed', { amount: 85_000.01, date: '2026-01-05', reference: 'TRF-1' });
    expect(await rules()).toEqual(['disbursement-within-approval']);
  });

  test('is the same debit twice for one day, unless the first failed', async () => {
    await collecting({ collectionMode: 'manual' });
    await debit(1_000);
    await debit(1_000, '2026-01-11');
    await debit(2_000);
    expect(await rules()).toEqual([]);
    await debit(1_000);
    expect(await rules()).toEqual(['debit-is-not-repeated']);
    await server.controls.clearViolations();
    await server.bank.decline(PRIMARY, '91');
    await server.clock.to('2026-01-12T09:00:00Z');
    await debit(3_000, '2026-01-12');
    await server.bank.decline(PRIMARY, null);
    await debit(3_000, '2026-01-12');
    expect(await rules()).toEqual([]);
    await debit(3_000, '2026-01-12');
    expect((await server.controls.violations()).items).toMatchObject([
      { rule: 'debit-is-not-repeated', spec: 'Spec §4.7', severity: 'listed' },
    ]);
    await debit(3_000, '2026-01-13');
    expect(await rules()).toHaveLength(1);
  });

  test('is a loan whose closure was not reported by the end of the tenure', async () => {
    await collecting();
    await server.bank.setBalance(PRIMARY, 0);
    await server.clock.to('2026-04-01T22:59:59Z');
    expect(await rules()).toEqual([]);
    await server.clock.to('2026-04-01T23:00:00Z');
    expect((await server.controls.violations()).items).toMatchObject([
      {
        rule: 'closure-is-reported',
        spec: 'Spec §6.3',
        operation: null,
        mandateId: MANDATE_ID,
        at: '2026-04-01T23:00:00.000Z',
      },
    ]);
  });

  test('is a mandate that is retained although the loan is repaid', async () => {
    await collecting();
    await server.clock.to('2026-04-02T12:00:00Z');
    expect(await rules()).toEqual(['mandate-ends-with-repayment']);
  });

  test('is not a mandate that never led to a loan', async () => {
    begin();
    await discover();
    await place(send);
    await server.clock.to('2026-04-02T12:00:00Z');
    expect(await rules()).toEqual([]);
  });
});

test('the list holds a thousand and counts what fell out; it goes with a snapshot and ends with a reset', async () => {
  await collecting();
  for (let count = 0; count < 1_003; count += 1) await debit(1_000);
  const full = await server.controls.violations();
  expect([full.items.length, full.dropped]).toEqual([1_000, 3]);
  const { id } = await server.controls.snapshot();
  await server.controls.clearViolations();
  await server.controls.restore(id);
  expect(await server.controls.violations()).toEqual(full);
  await server.controls.reset();
  expect(await server.controls.violations()).toEqual({ items: [], dropped: 0 });
});
