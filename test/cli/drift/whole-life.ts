import { expect } from 'vitest';
import type { Transport, TransportRequest } from '../../../src/http/transport.ts';
import { REFERENCE_DEFAULTS } from '../../../src/server/defaults.ts';
import { matchOperation } from '../../../src/wire/operations.ts';
import type { OperationId } from '../../../src/wire/types/operation-types.ts';
import { uploadAndWait } from '../../../src/worker/index.ts';
import { createFixture, type Fixture } from '../../journeys/fixture.ts';
import { manualTerms, PRIMARY } from '../../journeys/people.ts';
import { walkTo } from '../../journeys/walk.ts';
import { plainPdf, statementPdf } from '../../server/engine/income/statement-pdf.ts';
import { ADA, FORM } from '../../server/engine/income/uploader.ts';

/** Everything that the reference server said while loans were lived through, byte for byte. */
export interface WholeLife {
  readonly fixture: Fixture;
  readonly answers: readonly { readonly operation: OperationId; readonly status: number; readonly body: string }[];
  readonly deliveries: readonly { readonly event: string; readonly body: string }[];
}

/** Lives through an automatic loan and one on demand, by deposits and by signature, with misses, cascade and expiry; claims; uploads statements. */
export async function liveThrough(): Promise<WholeLife> {
  const answers: { readonly operation: OperationId; readonly status: number; readonly body: string }[] = [];
  const fixture = await createFixture({
    server: { policy: { pdfUploadEvent: true } },
    kit: { repaymentReports: 'merchant' },
    wrap: (transport) =>
      recording(transport, (request, status, body) => {
        const row = matchOperation(request.method, request.path.split('?')[0] ?? '', REFERENCE_DEFAULTS.segments);
        if ('id' in row) answers.push({ operation: row.id, status, body });
      }),
  });
  await liveLoans(fixture);
  await askTheRest(fixture);
  const { items } = await fixture.server.controls.webhooks();
  return {
    fixture,
    answers,
    deliveries: items.map(({ event, payload }) => ({ event, body: JSON.stringify(payload) })),
  };
}

async function liveLoans(fixture: Fixture): Promise<void> {
  const { kit, server } = fixture;
  await kit.request('listBanks', {});
  const manual = await walkTo(fixture, 'collecting', { loanId: 'on-demand', terms: manualTerms });
  await kit.collections.collect(manual, { amount: 30_000, debitDate: '2026-02-01' });
  const signed = await walkTo(fixture, 'placed', { loanId: 'signed' });
  await kit.mandates.attachBySignature(signed, { file: 'c2ln', bankAddress: '1 Marina, Lagos' });
  const rejected = await walkTo(fixture, 'verifying', { loanId: 'rejected' });
  await server.controls.makeDeposit({ mandateId: rejected.mandateId, ...PRIMARY, outcome: 'rejected' });
  const loan = await walkTo(fixture, 'collecting', { loanId: 'automatic' });
  await server.bank.setBalance(PRIMARY, 40_000);
  await fixture.moveTo('2026-02-02T22:00:00Z');
  await server.bank.setBalance(PRIMARY, 0);
  await fixture.moveTo('2026-03-03T22:00:00Z');
  await kit.request('collectionLog', { mandateId: loan.mandateId });
  for (const { breakdownId } of (await kit.mandates.refresh(loan)).instalments)
    await kit.collections.attempts(loan.mandateId, breakdownId ?? '');
  for (const type of ['auto', 'manual'] as const) await kit.request('listCollections', { type });
  await fixture.moveTo('2026-04-17T08:00:00Z');
}

async function askTheRest({ kit, receiver }: Fixture): Promise<void> {
  for (const type of ['git', 'gadget', 'credit_life', 'health']) await kit.insurance.products(type);
  await kit.insurance.policies();
  const payment_details = { bank_name: 'Access Bank', account_number: '0100000012', sort_code: '044' };
  await kit.insurance.claim({ amount: 1_250.5, policy_number: 'POL-GIT-5001', payment_details });
  const form = { ...FORM, statement: statementPdf(ADA) };
  for (const want of ['transactions', 'insight'] as const)
    expect((await uploadAndWait(kit, receiver, form, { want })).outcome).toBe('read');
  expect((await uploadAndWait(kit, receiver, { ...form, statement: plainPdf() }, { want: 'insight' })).outcome).toBe(
    'unreadable',
  );
}

function recording(
  transport: Transport,
  report: (request: TransportRequest, status: number, body: string) => void,
): Transport {
  return {
    ...(transport.reportsLeaving === undefined ? {} : { reportsLeaving: transport.reportsLeaving }),
    provesUnsent: (error) => transport.provesUnsent?.(error) ?? false,
    async send(request) {
      const response = await transport.send(request);
      report(request, response.status, response.body);
      return response;
    },
    close: () => transport.close(),
  };
}
