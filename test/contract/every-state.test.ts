/** The contract against what travels in states that no straight road leads to: a second validator reads every request and every answer. */
import { beforeAll, describe, expect, test, vi } from 'vitest';
import type { CollectingLoan } from '../../src/domain/loan/loan.ts';
import { REFERENCE_DEFAULTS } from '../../src/server/defaults.ts';
import { type ScenarioName, scenarios } from '../../src/server/scenarios/scenarios.ts';
import type { OpenApiDocument } from '../../src/wire/openapi.ts';
import { run } from '../cli/running.ts';
import { createFixture, errorOf, type Fixture } from '../journeys/fixture.ts';
import { chosenBy, FIRST_BACKUP, manualTerms, PRIMARY, payer, SECOND_BACKUP, transfer } from '../journeys/people.ts';
import { walkTo } from '../journeys/walk.ts';
import { checkExchanges, type ExchangeCheck } from './exchange-check.ts';
import { callJudges } from './judges.ts';
import { type SchemaCheck, schemaCheck } from './schema-check.ts';
import { statementOf } from './uploads.ts';
import { bureauOf } from './whole-loan.ts';

vi.setConfig({ testTimeout: 600_000 });

let document: OpenApiDocument;
let check: SchemaCheck;
beforeAll(async () => {
  await callJudges();
  document = JSON.parse((await run('openapi')).out) as OpenApiDocument;
  check = schemaCheck(document);
}, 600_000);

/** A fixture whose every delivery is checked as well. */
async function checkedStage(): Promise<{
  readonly fixture: Fixture;
  readonly seen: ExchangeCheck;
  readonly delivered: string[];
}> {
  const delivered: string[] = [];
  const handler = async (request: Request) => {
    const body = (await request.json()) as { readonly event?: string };
    const name = body.event ?? 'collection';
    delivered.push(
      ...check(body, 'webhooks', name, 'post', 'requestBody', 'content', 'application/json', 'schema').map(
        (problem) => `${name} ${problem}`,
      ),
    );
    return new Response(null, { status: 204 });
  };
  const fixture = await createFixture({ server: { webhook: { handler }, policy: { pdfUploadEvent: true } } });
  const seen = checkExchanges(fixture.transport, document, check);
  return {
    fixture: { ...fixture, kit: fixture.newKit({ transport: seen.transport, bureau: bureauOf(fixture.server) }) },
    seen,
    delivered,
  };
}

async function readEverything({ kit }: Pick<Fixture, 'kit'>, mandateId: string): Promise<void> {
  const { repaymentDetails } = await kit.mandates.get(mandateId);
  await kit.collections.log(mandateId);
  for (const { _id } of repaymentDetails?.breakdown ?? []) await kit.collections.attempts(mandateId, _id);
  for (const type of ['auto', 'manual'] as const)
    for (const status of ['successful', 'failed', 'pending', 'nothing']) await kit.collections.list({ type, status });
}

describe('what a client sends and gets is in the contract', () => {
  test.each(Object.keys(scenarios) as ScenarioName[])('in the scenario %s', async (name) => {
    const { fixture, seen, delivered } = await checkedStage();
    const { mandateId } = await fixture.server.controls.scenario(name);
    await readEverything(fixture, mandateId);
    expect(seen.problems).toEqual([]);
    expect(delivered).toEqual([]);
    expect(seen.kinds).toContain('getMandate 200');
  });

  test('with signatures, a backup that comes later, a debit on demand, new terms and uploads', async () => {
    const { fixture, seen } = await checkedStage();
    const { kit, server } = fixture;
    const selection = { primaryAccount: PRIMARY, backupAccounts: [FIRST_BACKUP], chosenBy };
    const placed = await walkTo(fixture, 'placed', { terms: manualTerms, selection });
    const signature = {
      by: 'signature',
      accountName: payer.name,
      bankAddress: 'Marina, Lagos',
      file: 'aGVsbG8=',
    } as const;
    const verifying = await kit.mandates.attach(placed, {
      [PRIMARY.accountNumber]: { by: 'micro-deposit' },
      [FIRST_BACKUP.accountNumber]: signature,
    });
    await server.controls.makeDeposit({ mandateId: verifying.mandateId, ...PRIMARY });
    const approved = await kit.bureau.reportApproved(await kit.mandates.awaitActive(verifying));
    const loan = await kit.bureau.awaitReported(await kit.bureau.reportDisbursed(approved, transfer));
    const named = { ...signature, name: 'signature.png', fileExtention: 'png' };
    const wider: CollectingLoan = await kit.mandates.addBackup(
      loan,
      { account: SECOND_BACKUP, chosenBy: { ...chosenBy, at: '2026-01-05T08:00:00Z' } },
      named,
    );
    const { debit, loan: asked } = await kit.collections.collect(wider, { amount: 30_000.55, debitDate: '2026-02-01' });
    expect(debit.outcome).toBe('scheduled');
    await readEverything(fixture, loan.mandateId);
    await server.clock.to('2026-02-02T08:00:00Z');
    await readEverything(fixture, loan.mandateId);
    await kit.bureau.reportRestructured(asked, {
      schedule: [{ dueDate: '2026-04-01', amount: 59_999.45 }],
      reason: 'fewer instalments',
    });
    await kit.income.uploadStatement(statementOf());
    await kit.income.processIncome({ ...statementOf(), password: 'sesame' });
    expect(seen.problems).toEqual([]);
    expect(seen.kinds).toContain('attachBySignature 200');
  });

  test('where a signature does not match, and a mandate has no terms', async () => {
    const { fixture, seen, delivered } = await checkedStage();
    const { kit, server } = fixture;
    const placed = await walkTo(fixture, 'placed');
    await server.controls.patchPolicy({ signatures: 'mismatched' });
    await kit.mandates.attachBySignature(placed, {
      accountName: payer.name,
      bankAddress: 'Marina, Lagos',
      file: 'aGVsbG8=',
    });
    const { appId, businessId } = REFERENCE_DEFAULTS;
    const { email, mobileNumber, address } = payer;
    const { _id } = await kit.request('createConsent', { appId, businessId, email, mobileNumber, address, ...PRIMARY });
    await readEverything(fixture, _id);
    expect(await kit.mandates.get(_id)).toMatchObject({
      startDate: null,
      endDate: null,
      frequency: null,
      totalAmountDue: 0,
    });
    expect(seen.problems).toEqual([]);
    expect(delivered).toEqual([]);
  });

  test('where a rule refuses a placement: the tenure is over', async () => {
    const { fixture, seen } = await checkedStage();
    const { appId, businessId } = REFERENCE_DEFAULTS;
    const { email, mobileNumber, address } = payer;
    const past = {
      totalAmountDue: 5_000,
      startDate: '2025-10-01',
      endDate: '2025-12-01',
      frequency: 'monthly',
      collectionMode: 'auto',
    } as const;
    const placement = { appId, businessId, email, mobileNumber, address, ...PRIMARY, ...past };
    expect(await errorOf(() => fixture.kit.request('createConsent', placement))).toMatchObject({ status: 422 });
    expect([...seen.kinds, ...seen.problems]).toEqual(['createConsent 422']);
  });

  test('with nothing to report, and with policies of which only the least is known', async () => {
    const { fixture, seen } = await checkedStage();
    const { kit, server } = fixture;
    expect(await kit.insurance.products('no-such-type')).toEqual([]);
    expect(await kit.collections.list({ type: 'auto' })).toEqual([]);
    for (const productType of ['git', 'health', 'gadget', 'credit_life']) {
      const { number } = await server.controls.addPolicy({ productType, amount: 5_000 });
      expect(await kit.insurance.products(productType)).not.toEqual([]);
      const payment_details = { bank_name: 'Sample Bank', account_number: PRIMARY.accountNumber, sort_code: '058' };
      await kit.insurance.claim({ amount: 1_000.5, policy_number: number, attachments: [], payment_details });
    }
    expect((await kit.insurance.policies()).length).toBeGreaterThan(4);
    expect(seen.problems).toEqual([]);
  });

  test('and what does not fit is seen: in a request, an answer, a delivery and a status', async () => {
    const { Mandate, GetMandateInput } = document.components.schemas;
    const narrow = (schema = Mandate, field = '') => ({
      ...schema,
      properties: { ...schema?.properties, [field]: { type: 'integer' as const } },
    });
    const schemas = {
      ...document.components.schemas,
      Mandate: narrow(Mandate, 'bvn'),
      GetMandateInput: narrow(GetMandateInput, 'mandateId'),
    };
    const broken = { ...document, components: { ...document.components, schemas } };
    const fixture = await createFixture();
    const { mandateId } = await fixture.server.controls.scenario('happy-loan');
    const seen = checkExchanges(fixture.transport, broken, schemaCheck(broken));
    await fixture.newKit({ transport: seen.transport }).mandates.get(mandateId);
    expect(seen.problems).toEqual([
      'getMandate 200: /mandateId must be integer',
      'getMandate 200: /data/bvn must be integer',
    ]);
  });
});
