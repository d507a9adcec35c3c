/** The handler of each control call. */
import { type Duration, formatInstant, type Instant, parseDuration, parseInstant } from '../../domain/calendar.ts';
import { nearestName } from '../../validation/nearest-name.ts';
import { type Answer, answer } from '../answer.ts';
import { explainMandate } from '../diagnosis/explain-mandate.ts';
import { listEmails } from '../engine/collection/digest.ts';
import { addPolicy } from '../engine/insurance/policies.ts';
import { listReports } from '../engine/mandates/bureau-intake.ts';
import { listMandates, listPayers, type MandateFilter, type PageOptions } from '../engine/mandates/lists.ts';
import * as mandates from '../engine/mandates/mandate-inside.ts';
import { patchMerchant, patchPolicy } from '../engine/mandates/settings.ts';
import { addPayer, patchAccount, readAccount } from '../engine/world/payers.ts';
import { conflict, malformed, mandateOr404, notFound } from '../engine/world/refusals.ts';
import { faultFrom } from '../faults/fault.ts';
import { showRequest, showViolation } from '../journal/journal.ts';
import { listScenarios, playScenario } from '../scenarios/play-scenario.ts';
import { scenarioNames } from '../scenarios/scenarios.ts';
import { checkRecord } from '../shape-check.ts';
import { checkEndpointUrl } from '../webhooks/endpoint.ts';
import type { LiveWorld } from '../worlds/live-world.ts';
import { moveClock, resetWorld, runExclusively } from '../worlds/server-clock.ts';
import { deleteSnapshot, forkSnapshot, listSnapshots, restoreSnapshot, takeSnapshot } from '../worlds/snapshots.ts';
import type { ServerContext } from '../worlds/worlds.ts';
import { type BodyOf, type ControlCall, viewOf } from './call.ts';
import { type ControlName, controlCalls, controlNames } from './calls.ts';

export interface ControlPlace {
  readonly context: ServerContext;
  readonly live: LiveWorld;
}

/** The input of a control call, before it is checked. */
export interface ControlInput {
  readonly params: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, unknown>>;
  readonly body: unknown;
}

interface ControlRequest<Body> extends ControlPlace {
  /** The value of a `{name}` in the path. */
  readonly param: (name: string) => string;
  readonly query: Readonly<Record<string, string | undefined>>;
  readonly body: Body;
}

type Handlers = {
  readonly [Name in ControlName]: (typeof controlCalls)[Name] extends ControlCall<infer Signature>
    ? (
        request: ControlRequest<BodyOf<Signature>>,
      ) => Answer<Awaited<ReturnType<Signature>>> | Promise<Answer<Awaited<ReturnType<Signature>>>>
    : never;
};

/** The most faults in a world. Every call is compared with each of them. */
const MOST_FAULTS = 1_000;

const listFaults = (live: LiveWorld) => answer({ items: live.faults.list(live.world.now), dropped: 0 });

const pageOf = ({ page, limit }: ControlRequest<unknown>['query']): PageOptions => ({
  ...(page !== undefined && { page: Number(page) }),
  ...(limit !== undefined && { limit: Number(limit) }),
});

const accountOf = (param: ControlRequest<unknown>['param']) => ({
  bankCode: param('bankCode'),
  accountNumber: param('accountNumber'),
});

function cleared(records: { clear(): void }) {
  records.clear();
  return answer({ items: [], dropped: 0 });
}

const handlers: Handlers = {
  index: () => answer({ items: controlNames.map((name) => viewOf(name, controlCalls[name])), dropped: 0 }),
  openApi: async ({ context }) => {
    const { readOpenApi } = await import('../../wire/openapi.ts');
    return answer(await readOpenApi({ segments: context.settings.segments, baseUrl: context.origin() }));
  },
  health: ({ live }) => answer({ status: 'ok', now: formatInstant(live.world.now) }),
  readClock: ({ live }) =>
    answer({ now: formatInstant(live.world.now), flow: live.clock.isFlowing ? 'real' : 'frozen' }),
  moveClock: ({ live, body: { advance, to } }) =>
    // The shape guarantees exactly one of them, in a valid form.
    moveClock(
      live,
      to === undefined ? { advance: parseDuration(advance) as Duration } : { to: parseInstant(to) as Instant },
    ),
  reset: ({ live, body: { seed, now } }) => resetWorld(live, { seed, now: parseInstant(now) }),
  worlds: ({ context }) => answer({ items: context.worlds.list(), dropped: 0 }),
  scenarios: () => answer({ items: listScenarios(), dropped: 0 }),
  scenario: ({ live, param, body }) => {
    const name = scenarioNames.find((known) => known === param('name'));
    if (name) return playScenario(live, name, body);
    const meant = nearestName(param('name'), scenarioNames);
    const guess = meant === undefined ? '; there' : `; did you mean ${meant}? There`;
    return notFound('scenario_unknown', `There is no scenario of this name${guess} are ${scenarioNames.join(', ')}.`);
  },
  snapshot: ({ live }) => runExclusively(live, () => takeSnapshot(live)),
  snapshots: ({ live }) => answer({ items: listSnapshots(live), dropped: 0 }),
  restore: ({ live, param }) => runExclusively(live, () => restoreSnapshot(live, param('id'))),
  fork: ({ context, live, param, body }) => forkSnapshot(context.worlds, live, { id: param('id'), name: body.world }),
  deleteSnapshot: ({ live, param }) => deleteSnapshot(live, param('id')),

  payers: ({ live, query }) => listPayers(live.world, pageOf(query)),
  addPayer: ({ live, body }) => addPayer(live.world, body),
  readAccount: ({ live, param }) => readAccount(live.world, accountOf(param)),
  patchAccount: ({ live, param, body }) => patchAccount(live.world, body, accountOf(param)),
  makeDeposit: ({ live, body }) => mandates.makeDeposit(live.world, body),
  judgeSignature: ({ live, body }) => mandates.judgeSignature(live.world, body),
  // The check of the query guarantees the other fields of the filter.
  mandates: ({ live, query }) =>
    listMandates(live.world, { ...(query as Omit<MandateFilter, keyof PageOptions>), ...pageOf(query) }),
  readMandate: ({ live, param }) => mandates.readMandateInside(live.world, param('id')),
  explain: ({ live, query }) => {
    const found = mandateOr404(live.world, query.mandateId ?? '');
    return found.ok ? answer(explainMandate(live.world, found.mandate)) : found;
  },
  openDispute: ({ live, param, body }) => mandates.openDispute(live.world, body, param('id')),
  resolveDispute: ({ live, param, body }) => mandates.resolveDispute(live.world, body, param('id')),
  policy: ({ live }) => answer(live.world.policy),
  patchPolicy: ({ live, body }) => patchPolicy(live.world, body),
  merchant: ({ live }) => answer(live.world.merchant),
  patchMerchant: ({ live, body }) => patchMerchant(live.world, body),
  addPolicy: ({ live, body }) => addPolicy(live.book, body, { now: live.world.now, filesUrl: live.filesUrl }),

  addFault: ({ live, body }) => {
    const { now } = live.world;
    if (live.faults.list(now).length >= MOST_FAULTS)
      return conflict('faults_full', `There are ${MOST_FAULTS} faults: delete some with DELETE /_control/faults.`);
    return { ok: true, status: 201, data: live.faults.add(faultFrom(body, now)) };
  },
  faults: ({ live }) => listFaults(live),
  removeFault: ({ live, param }) =>
    live.faults.remove(param('id'))
      ? listFaults(live)
      : notFound('fault_unknown', 'No fault has this id: GET /_control/faults lists them.'),
  clearFaults: ({ live }) => {
    live.faults.clear();
    return listFaults(live);
  },
  requests: ({ live }) => answer(live.journal.list(showRequest)),
  clearRequests: ({ live }) => cleared(live.journal),
  violations: ({ live }) => answer(live.violations.list(showViolation)),
  clearViolations: ({ live }) => cleared(live.violations),
  nearMisses: ({ live }) => answer(live.nearMisses.list()),
  clearNearMisses: ({ live }) => cleared(live.nearMisses),
  emails: ({ live }) => answer({ items: listEmails(live.world), dropped: live.world.digests.dropped }),
  bureauReports: ({ live }) => answer({ items: listReports(live.world), dropped: 0 }),
  webhooks: async ({ live }) => {
    await live.settledSoon();
    return answer(live.deliveries.list());
  },
  redeliver: async ({ live, param }) => {
    const delivery = await live.deliveries.redeliver(param('id'));
    return delivery
      ? answer(delivery)
      : notFound('webhook_unknown', 'No webhook has this id: GET /_control/webhooks lists them.');
  },
  clearWebhooks: ({ live }) => cleared(live.deliveries),
  setWebhookEndpoint: ({ context, live, body }) => {
    const { url, secret = live.endpoint.secret } = body;
    const issues = url === null ? [] : checkEndpointUrl(url, 'url', context.settings.allowWebhooksTo);
    if (issues.length > 0) return malformed(issues);
    live.endpoint = url === null ? { secret } : { url, secret };
    return answer({ url });
  },
};

/** Checks the input of a control call, and handles the call. */
export function handleControl(
  place: ControlPlace,
  name: ControlName,
  { params, query, body }: ControlInput,
): Answer<unknown> | Promise<Answer<unknown>> {
  const call: ControlCall = controlCalls[name];
  const checkedQuery = call.query ? checkRecord(call.query, query) : answer({});
  if (!checkedQuery.ok) return checkedQuery;
  const checkedBody = call.body ? checkRecord(call.body, body) : answer(undefined);
  if (!checkedBody.ok) return checkedBody;
  // The checks above guarantee the types of body and query.
  const handle = handlers[name] as (request: ControlRequest<unknown>) => ReturnType<typeof handleControl>;
  const texts = checkedQuery.data as ControlRequest<unknown>['query'];
  return handle({ ...place, param: (param) => params[param] ?? '', query: texts, body: checkedBody.data });
}
