import { describe, expect, onTestFinished, test } from 'vitest';
import {
  createReferenceServer,
  type ReferenceServerOptions,
  type ScenarioName,
  type ScenarioResult,
} from '../../src/server/index.ts';

const PUBLIC = { token: 'pk_test_repaykit', 'content-type': 'application/json' };
const NAMES: readonly ScenarioName[] = [
  'happy-loan',
  'first-account-fails',
  'all-fail',
  'wrong-account',
  'deposit-dispute',
  'late-dispute',
  'time-out',
  'partial',
  'expired',
  'restructured',
  'closed-early',
];

interface Mandate {
  readonly _id: string;
  readonly bvn: string;
  readonly status: string;
  readonly collectedAmount: number;
  readonly consents: readonly { readonly accountNumber: string; readonly primary: boolean; readonly active: boolean }[];
  readonly repaymentDetails: {
    readonly breakdown: readonly { readonly _id: string; readonly status: string; readonly dueDate: string }[];
  };
}

/** A server seen from outside: its operations, its webhooks and its bureau. */
function makeServer(options: ReferenceServerOptions = {}) {
  const webhooks: string[] = [];
  const handler = async (request: Request) => {
    const { event, data, mandateId, instalmentStatus } = (await request.json()) as Record<string, string> & {
      data?: { mandateId: string };
    };
    webhooks.push(`${data?.mandateId ?? mandateId} ${event ?? instalmentStatus}`);
    return new Response(null, { status: 200 });
  };
  const server = createReferenceServer({ now: '2026-01-31T08:00:00Z', webhook: { handler }, ...options });
  onTestFinished(() => server.close());
  const post = async (path: string, body: object, headers: Record<string, string> = PUBLIC) => {
    const response = await server.fetch(path, { method: 'POST', body: JSON.stringify(body), headers });
    return { status: response.status, body: (await response.json()) as { readonly data: never } };
  };
  return {
    ...server,
    post,
    getMandate: async (mandateId: string) =>
      (await post('/v1/mandates/consent/business/get-mandate', { mandateId })).body.data as Mandate,
    attempts: async ({ _id, repaymentDetails }: Mandate, instalment: number) => {
      const query = `mandateId=${_id}&breakdownId=${repaymentDetails.breakdown[instalment]?._id}`;
      const answer = await server.fetch(`/v1/mandates/consent/business/collection-log/installment?${query}`, {
        headers: PUBLIC,
      });
      const { data } = (await answer.json()) as {
        readonly data: readonly { readonly accountNumber: string; readonly responseCode: string }[];
      };
      return data.map(({ responseCode }) => responseCode).reverse();
    },
    reports: async (mandateId: string) => {
      const { items } = await server.controls.bureauReports();
      const of = items as readonly { readonly event: string; readonly source: string; readonly mandateId: string }[];
      return of.filter((report) => report.mandateId === mandateId).map(({ event, source }) => `${source} ${event}`);
    },
    received: (mandateId: string) =>
      webhooks.filter((line) => line.startsWith(mandateId)).map((line) => line.slice(25)),
  };
}

const ACTIVATED = ['mandate.activated', 'mandate.activated', 'mandate.activated'];
const BEGUN = ['merchant loan.approved', 'merchant loan.disbursed'];
const MISSED = ['platform collection.failed', 'merchant repayment.missed'] as const;
const PAID = ['platform collection.success', 'merchant repayment.successful'];

/** What each scenario shows outside: status, what was collected, the instalments, webhooks, and what the bureau holds. */
const ENDS: Readonly<Record<ScenarioName, readonly [string, number, string, readonly string[], readonly string[]]>> = {
  'happy-loan': [
    'active',
    90_000,
    'success success success',
    [...ACTIVATED, 'success', 'success', 'success'],
    [...BEGUN, ...PAID, ...PAID, ...PAID, 'merchant loan.closed'],
  ],
  'first-account-fails': [
    'active',
    30_000,
    'success scheduled scheduled',
    [...ACTIVATED, 'success'],
    [...BEGUN, ...PAID],
  ],
  'all-fail': ['active', 0, 'failed scheduled scheduled', [...ACTIVATED, 'failed'], [...BEGUN, ...MISSED]],
  'wrong-account': ['pending', 0, 'scheduled scheduled scheduled', [], []],
  'deposit-dispute': ['disputed', 0, 'scheduled scheduled scheduled', [], []],
  'late-dispute': ['disputed', 30_000, 'success scheduled scheduled', [...ACTIVATED, 'success'], [...BEGUN, ...PAID]],
  'time-out': ['pending_timeout', 0, 'scheduled scheduled scheduled', [], []],
  partial: [
    'active',
    12_500,
    'partially paid scheduled scheduled',
    [...ACTIVATED, 'partially paid'],
    [...BEGUN, 'platform collection.partial', 'merchant repayment.successful'],
  ],
  expired: [
    'expired',
    30_000,
    'success overdue overdue',
    [...ACTIVATED, 'success', 'failed', 'overdue', 'failed', 'overdue', 'mandate.expired'],
    [...BEGUN, ...PAID, ...MISSED, MISSED[0], ...MISSED, MISSED[0]],
  ],
  restructured: [
    'active',
    30_000,
    'success scheduled scheduled',
    [...ACTIVATED, 'success'],
    [...BEGUN, ...PAID, 'merchant loan.restructured'],
  ],
  'closed-early': [
    'active',
    30_000,
    'success scheduled scheduled',
    [...ACTIVATED, 'success'],
    [...BEGUN, ...PAID, 'merchant loan.closed'],
  ],
};

describe('a scenario', () => {
  test.each(NAMES)('%s ends where its name says, seen from outside', async (name) => {
    const server = makeServer();
    const { mandateId } = await server.controls.scenario(name);
    const mandate = await server.getMandate(mandateId);
    const [status, collected, instalments, webhooks, reports] = ENDS[name];
    expect(mandate).toMatchObject({ status, collectedAmount: collected });
    expect(mandate.repaymentDetails.breakdown.map((instalment) => instalment.status).join(' ')).toBe(instalments);
    expect(server.received(mandateId)).toEqual(webhooks);
    expect(await server.reports(mandateId)).toEqual(reports);
  });

  test('first-account-fails: the primary declines for want of funds and the first backup pays', async () => {
    const server = makeServer();
    const { mandateId } = await server.controls.scenario('first-account-fails');
    expect(await server.attempts(await server.getMandate(mandateId), 0)).toEqual(['51', '00']);
  });

  test('all-fail: every account was tried at every attempt', async () => {
    const server = makeServer();
    const { mandateId } = await server.controls.scenario('all-fail', { backups: 1 });
    expect((await server.attempts(await server.getMandate(mandateId), 0)).slice(0, 6)).toEqual([
      '51',
      '51',
      '51',
      '51',
      '51',
      '51',
    ]);
  });

  test.each(['late-dispute', 'closed-early'] as const)('%s: what falls due afterwards is not debited', async (name) => {
    const server = makeServer();
    const { mandateId } = await server.controls.scenario(name);
    await server.clock.advance({ months: 1 });
    expect(await server.attempts(await server.getMandate(mandateId), 1)).toEqual([]);
  });

  test('restructured: the platform goes on by its old schedule', async () => {
    const server = makeServer();
    const { mandateId } = await server.controls.scenario('restructured');
    await server.clock.advance({ months: 1 });
    expect((await server.getMandate(mandateId)).collectedAmount).toBe(60_000);
  });

  test('time-out takes as long as the policy says', async () => {
    const server = makeServer({ policy: { microDepositHours: 24 } });
    const { now, mandateId } = await server.controls.scenario('time-out');
    expect(now).toBe('2026-02-01T08:00:00.000Z');
    expect((await server.getMandate(mandateId)).status).toBe('pending_timeout');
  });

  test('says whom and what it made, with nothing masked, and what to try', async () => {
    const server = makeServer();
    const made = await server.controls.scenario('wrong-account', { backups: 4 });
    const mandate = await server.getMandate(made.mandateId);
    expect(mandate.bvn).toBe(made.payer.bvn);
    expect(mandate.consents.map(({ accountNumber, primary }) => ({ accountNumber, primary }))).toEqual(
      made.accounts.map(({ accountNumber, primary }) => ({ accountNumber, primary })),
    );
    expect(made.accounts).toHaveLength(5);
    expect(made.next).toContain('right account');
    const [primary] = made.accounts;
    if (primary)
      await server.controls.makeDeposit({
        mandateId: made.mandateId,
        accountNumber: primary.accountNumber,
        bankCode: primary.bankCode,
      });
    expect((await server.getMandate(made.mandateId)).status).toBe('active');
  });

  test('can follow on others in one world, each with a payer of its own', async () => {
    const server = makeServer();
    const made: ScenarioResult[] = [];
    for (const name of [...NAMES, ...NAMES]) made.push(await server.controls.scenario(name));
    expect(new Set(made.map(({ payer }) => payer.bvn)).size).toBe(22);
    expect(new Set(made.map(({ mandateId }) => mandateId)).size).toBe(22);
    for (const { scenario, mandateId } of made.slice(-1))
      expect((await server.getMandate(mandateId)).status).toBe(ENDS[scenario][0]);
  });

  test('waits for another one that is being played', async () => {
    const server = makeServer();
    const [first, second] = await Promise.all([
      server.controls.scenario('happy-loan'),
      server.controls.scenario('time-out'),
    ]);
    expect(first.now < second.now).toBe(true);
    expect((await server.getMandate(first.mandateId)).collectedAmount).toBe(90_000);
    expect((await server.getMandate(second.mandateId)).status).toBe('pending_timeout');
  });

  test('answers the same bytes for the same seed, and others for another', async () => {
    const play = async (seed: number) => {
      const server = makeServer({ seed });
      for (const name of NAMES) await server.controls.scenario(name);
      return JSON.stringify([await server.controls.webhooks(), await server.controls.bureauReports()]);
    };
    const first = await play(4);
    expect(await play(4)).toBe(first);
    expect(await play(5)).not.toBe(first);
  });

  test('happens in its own world only', async () => {
    const server = makeServer();
    const { mandateId } = await server.world('apart').controls.scenario('happy-loan');
    expect(server.clock.today()).toBe('2026-01-31');
    expect(server.world('apart').clock.today()).not.toBe('2026-01-31');
    await expect(server.controls.readMandate(mandateId)).rejects.toMatchObject({ status: 404 });
  });
});

describe('the control calls of scenarios', () => {
  const control = { 'content-type': 'application/json', host: 'localhost' };

  test('list every name with its end', async () => {
    const server = makeServer();
    const answer = await server.fetch('/_control/scenarios');
    const { items, dropped } = (await answer.json()) as {
      readonly items: readonly { name: string; summary: string }[];
      readonly dropped: number;
    };
    expect([answer.status, dropped]).toEqual([200, 0]);
    expect(items.map(({ name }) => name)).toEqual(NAMES);
    for (const { summary } of items) expect(summary).toMatch(/\w.*\.$/);
  });

  test('answer 201 with what was made', async () => {
    const server = makeServer();
    const { status, body } = await server.post('/_control/scenarios/partial', {}, control);
    expect(status).toBe(201);
    expect(body).toMatchObject({ scenario: 'partial', mandateId: expect.stringMatching(/^[0-9a-f]{24}$/) });
  });

  test.each([
    ['an unknown name: 404 with the known ones', 'sad-loan', {}, 404, /happy-loan, .*closed-early/],
    ['a field that is not known: 400', 'partial', { speed: 2 }, 400, /speed/],
    ['a number of backups beyond the payer: 400', 'partial', { backups: 99 }, 400, /backups/],
    ['a loan without backups: 400', 'partial', { backups: 0 }, 400, /backups/],
  ])('refuse %s', async (_what, name, body, status, message) => {
    const server = makeServer();
    const answer = await server.post(`/_control/scenarios/${name}`, body, control);
    expect(answer.status).toBe(status);
    expect(JSON.stringify(answer.body)).toMatch(message);
  });

  test('refuse what this world cannot play: an unadmitted merchant, a policy without parts, a clock at its end', async () => {
    const server = makeServer();
    await server.controls.patchPolicy({ partialCollection: false });
    await expect(server.controls.scenario('partial')).rejects.toMatchObject({
      status: 422,
      rule: 'scenario-fits-world',
    });
    await server.controls.patchMerchant({ status: 'suspended' });
    await expect(server.controls.scenario('happy-loan')).rejects.toMatchObject({ status: 403 });
    const late = makeServer({ now: '9999-12-01T08:00:00Z' });
    await expect(late.controls.scenario('happy-loan')).rejects.toThrow(/reset the world to an earlier time/);
  });

  test('refuse a scenario inside the webhook handler that a clock move waits for', async () => {
    const answers: unknown[] = [];
    const server = createReferenceServer({
      now: '2026-01-05T08:00:00Z',
      webhook: {
        handler: async (request) => {
          const { instalmentStatus } = (await request.json()) as { instalmentStatus?: string };
          if (instalmentStatus && answers.length === 0)
            answers.push(await server.controls.scenario('time-out').catch((error) => error.serviceCode));
          return new Response();
        },
      },
    });
    onTestFinished(() => server.close());
    await server.controls.scenario('happy-loan');
    expect(answers).toEqual(['clock_moving']);
  });
});
