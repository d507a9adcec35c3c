import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createReferenceServer, type ReferenceServer } from '../../../src/server/index.ts';
import { BACKUP, caller, MANDATE_ID, PRIMARY, placement, type Send, STARTS, TERMS } from '../merchant.ts';

interface Step {
  readonly target: string;
  readonly body?: unknown;
}

const mandate = { mandateId: MANDATE_ID };
const report = { ...mandate, occurredAt: STARTS };
const account = fc.constantFrom(PRIMARY, BACKUP);
const step = (target: string, body?: unknown): fc.Arbitrary<Step> => fc.constant({ target, body });

/** Calls and clock moves, legal and illegal ones, in any order. */
const steps = fc.oneof(
  account.map((which) => ({
    target: 'POST /v1/mandates/mandates/consent/create',
    body: { ...placement(which), ...TERMS },
  })),
  account.map((which) => ({ target: 'POST /v1/mandates/micro-deposit/create/mandate', body: placement(which) })),
  account.map((which) => ({ target: 'POST /_control/micro-deposits', body: { ...mandate, ...which } })),
  fc.tuple(account, fc.constantFrom('51', '91', '97', null)).map(([{ bankCode, accountNumber }, declineWith]) => ({
    target: `PATCH /_control/accounts/${bankCode}/${accountNumber}`,
    body: { declineWith },
  })),
  fc
    .constantFrom('P1D', 'P9D', 'P1M', 'PT4H')
    .map((advance) => ({ target: 'POST /_control/clock', body: { advance } })),
  fc.constantFrom('webhook-drop', 'webhook-duplicate', 'webhook-reorder', 'webhook-delay', 'status').map((kind) => ({
    target: 'POST /_control/faults',
    body: { kind, probability: 0.5, times: 3 },
  })),
  step('POST /_bureau/reports', {
    ...report,
    reportId: 'a',
    event: 'loan.approved',
    content: { offerTerms: 'x', approvedAmount: 85_000, tenure: 'P3M' },
  }),
  step('POST /_bureau/reports', {
    ...report,
    reportId: 'd',
    event: 'loan.disbursed',
    content: { amount: 85_000, date: '2026-01-05', reference: 'T' },
  }),
  step('POST /v1/mandates/consent/business/get-mandate', mandate),
  step('GET /v1/mandates/consent/business/collection?type=auto'),
  step('GET /v1/nothing'),
  step(`POST /_control/mandates/${MANDATE_ID}/dispute`, {}),
  step(`POST /_control/mandates/${MANDATE_ID}/resolve-dispute`, { outcome: 'reinstated' }),
);

const lists: readonly Step[] = [
  'requests',
  'webhooks',
  'bureau/reports',
  'emails',
  'faults',
  'violations',
  'near-misses',
].map((list) => ({
  target: `GET /_control/${list}`,
}));

/** What the calls answered, and all that the world wrote down meanwhile. */
async function answersTo(send: Send, calls: readonly Step[]): Promise<string[]> {
  const said: string[] = [];
  for (const { target, body } of [...calls, ...lists]) {
    const { status, headers, text } = await send(target, body === undefined ? {} : { body });
    said.push([target, status, headers.get('x-request-id'), headers.get('date'), text].join(' '));
  }
  return said;
}

/** A loan on its way, so that most sequences have something to go on with. */
const prelude: readonly Step[] = [
  { target: 'POST /v1/mandates/mandates/consent/create', body: { ...placement(), ...TERMS } },
  { target: 'POST /v1/mandates/micro-deposit/create/mandate', body: placement() },
  { target: 'POST /_control/micro-deposits', body: { ...mandate, ...PRIMARY } },
];

async function checkSequence(
  server: ReferenceServer,
  received: string[],
  [before, after]: readonly [readonly Step[], readonly Step[]],
): Promise<void> {
  const send = caller(server);
  await answersTo(send, [...prelude, ...before]);
  const { id } = await server.controls.snapshot();
  received.length = 0;
  const first = await answersTo(send, after);
  const reported = received.splice(0);

  await server.controls.restore(id);
  expect(await answersTo(send, after)).toEqual(first);
  expect(received.splice(0)).toEqual(reported);

  await server.controls.restore(id);
  const untouched = await answersTo(send, []);
  await server.controls.restore(id);
  const { world, publicKey: token } = await server.controls.fork(id);
  received.length = 0;
  expect(
    await answersTo((target, sent) => send(target, { ...sent, headers: { token, 'x-repaykit-world': world } }), after),
  ).toEqual(first);
  expect(received.splice(0)).toEqual(reported);
  expect(await answersTo(send, [])).toEqual(untouched);
}

test('whatever came before and comes after, a restored world and a fork answer byte for byte, and the origin of a fork stays as it is', async () => {
  const sequence = fc.tuple(fc.array(steps, { maxLength: 8 }), fc.array(steps, { minLength: 1, maxLength: 8 }));
  await fc.assert(
    fc.asyncProperty(sequence, fc.integer(), async (calls, seed) => {
      const received: string[] = [];
      const handler = async (request: Request) => {
        received.push(await request.text());
        return new Response(null, { status: received.length % 3 === 2 ? 500 : 200 });
      };
      await using server = createReferenceServer({ now: STARTS, seed, webhook: { handler } });
      await checkSequence(server, received, calls);
    }),
    { numRuns: 40 },
  );
});
