/** A loan's whole life through the client, over whatever stands between it and the reference server. */
import { expect } from 'vitest';
import type { RepayKit } from '../../src/client/repay-kit.ts';
import type { CollectingLoan } from '../../src/domain/loan/loan.ts';
import type { Transport, TransportRequest, TransportResponse } from '../../src/http/transport.ts';
import { REFERENCE_DEFAULTS } from '../../src/server/defaults.ts';
import type { ReferenceServer } from '../../src/server/index.ts';
import { errorOf, type Fixture } from '../journeys/fixture.ts';
import { FIRST_BACKUP, manualTerms, PRIMARY, payer, SECOND_BACKUP, transfer } from '../journeys/people.ts';
import { walkTo } from '../journeys/walk.ts';

/** What the client saw: one line for each answer, and what the proxy had to say. */
export interface Watch {
  readonly transport: Transport;
  /** `PUT /v1/mandates/consent/business/manual/activate 200`, in order. */
  readonly answers: string[];
  /** Problems that the proxy reported instead of an answer. */
  readonly violations: string[];
}

/** Watches what comes back over a transport. */
export function watch(inner: Transport): Watch {
  const answers: string[] = [];
  const violations: string[] = [];
  const send = async (request: TransportRequest): Promise<TransportResponse> => {
    const response = await inner.send(request);
    answers.push(`${request.method} ${request.path.replace(/\?.*/, '')} ${response.status}`);
    if (response.headers['content-type']?.includes('problem+json'))
      violations.push(`${request.method} ${request.path}: ${response.body}`);
    return response;
  };
  return { transport: { ...inner, send, close: () => inner.close() }, answers, violations };
}

/** Reports go to the bureau, not through the proxy: they are no part of the interface. */
export function bureauOf(server: ReferenceServer) {
  return {
    submit: async (report: object) => {
      const headers = { token: REFERENCE_DEFAULTS.publicKey, 'content-type': 'application/json' };
      const answer = await server.fetch('/_bureau/reports', { method: 'POST', headers, body: JSON.stringify(report) });
      if (!answer.ok) throw new Error(await answer.text());
    },
  };
}

/** Consent to closure, with one account proved by signature, debits on demand, insurance in between: every operation that speaks JSON. */
export async function liveALoan(fixture: Fixture): Promise<void> {
  const { kit, server } = fixture;
  expect((await kit.discovery.banks()).length).toBeGreaterThan(19);
  const placed = await walkTo(fixture, 'placed', { terms: manualTerms });
  const verifying = await kit.mandates.attach(placed, {
    [PRIMARY.accountNumber]: { by: 'micro-deposit' },
    [FIRST_BACKUP.accountNumber]: {
      by: 'signature',
      accountName: payer.name,
      bankAddress: 'Marina, Lagos',
      file: 'aGVsbG8=',
    },
    [SECOND_BACKUP.accountNumber]: { by: 'micro-deposit' },
  });
  await server.controls.makeDeposit({ mandateId: verifying.mandateId, ...PRIMARY });
  const approved = await kit.bureau.reportApproved(await kit.mandates.awaitActive(verifying));
  const loan = await kit.bureau.awaitReported(await kit.bureau.reportDisbursed(approved, transfer));
  await collectOnDemand(fixture, loan);
  await readBooks(kit, loan.mandateId);
}

async function collectOnDemand(fixture: Fixture, loan: CollectingLoan): Promise<void> {
  const { debit } = await fixture.kit.collections.collect(loan, { amount: 30_000, debitDate: '2026-02-01' });
  expect(debit.outcome).toBe('scheduled');
  await fixture.moveTo('2026-02-01T08:00:00Z');
  const paid = (await fixture.kit.loans.get(loan.loanId)) as CollectingLoan;
  expect(paid.balances.collected).toBe(30_000);
  // The platform knows of a dispute that the lender does not know: refused by a rule.
  await fixture.server.controls.openDispute(loan.mandateId);
  const refused = await fixture.kit.collections.collect(paid, { amount: 30_000, debitDate: '2026-03-01' });
  expect(refused.debit.outcome).toBe('refused');
  await fixture.server.controls.resolveDispute(loan.mandateId, { outcome: 'reinstated' });
}

async function readBooks(kit: RepayKit, mandateId: string): Promise<void> {
  const mandate = await kit.mandates.get(mandateId);
  const [instalment] = mandate.repaymentDetails?.breakdown ?? [];
  expect((await kit.collections.log(mandateId))?.status).toBe('successful');
  expect(await kit.collections.attempts(mandateId, instalment?._id ?? '')).not.toHaveLength(0);
  expect(await kit.collections.list({ type: 'manual', status: 'successful', search: payer.bvn })).toHaveLength(1);
  expect(await kit.insurance.products('git')).not.toHaveLength(0);
  const [policy] = await kit.insurance.policies();
  expect(policy).toBeDefined();
  const payment_details = { bank_name: 'Sample Bank', account_number: PRIMARY.accountNumber, sort_code: '058' };
  await kit.insurance.claim({ amount: 10_000, policy_number: 'POL-GIT-5001', payment_details });
}

/** Refusals that a client can meet although it sends what it should. */
export async function meetRefusals({ kit, server }: Fixture, strangers: RepayKit): Promise<void> {
  const unknown = '65000000000000000000ffff';
  expect(await errorOf(() => kit.mandates.get(unknown))).toMatchObject({ status: 404, serviceCode: 'mandate_unknown' });
  const payment_details = { bank_name: 'Sample Bank', account_number: PRIMARY.accountNumber, sort_code: '058' };
  const claim = { amount: 10_000, policy_number: 'POL-0', payment_details };
  expect(await errorOf(() => kit.insurance.claim(claim))).toMatchObject({ status: 404, serviceCode: 'policy_unknown' });
  for (const status of [429, 500]) {
    await server.controls.addFault({ operation: 'listPolicies', kind: 'status', status, times: 1 });
    expect(await errorOf(() => kit.insurance.policies())).toMatchObject({ attempts: 1 });
  }
  expect(await errorOf(() => strangers.insurance.policies())).toMatchObject({ status: 401 });
  await server.controls.patchMerchant({ status: 'suspended' });
  expect(await errorOf(() => kit.insurance.policies())).toMatchObject({ status: 403 });
  await server.controls.patchMerchant({ status: 'approved' });
}
