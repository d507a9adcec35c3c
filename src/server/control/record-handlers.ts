/** What was recorded, what fails on demand, and where webhooks go. */
import { answer } from '../answer.ts';
import { listReports } from '../engine/bureau-intake.ts';
import { listEmails } from '../engine/digest.ts';
import { conflict, malformed, notFound } from '../engine/refusals.ts';
import { faultFrom } from '../faults/fault-body.ts';
import { checkEndpointUrl } from '../webhooks/endpoint.ts';
import type { LiveWorld } from '../worlds/live-world.ts';
import type { ControlHandlers } from './control-request.ts';

/** A world holds so many faults: every call is compared with each of them. */
const MOST_FAULTS = 1_000;

const listFaults = (live: LiveWorld) => answer({ items: live.faults.list(live.world.now), dropped: 0 });

/** Handlers of calls about records, faults and webhooks. */
export const recordHandlers = {
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
  requests: ({ live }) => answer(live.journal.list()),
  clearRequests: ({ live }) => {
    live.journal.clear();
    return answer(live.journal.list());
  },
  violations: ({ live }) => answer(live.audit.violations()),
  clearViolations: ({ live }) => {
    live.audit.clearViolations();
    return answer(live.audit.violations());
  },
  nearMisses: ({ live }) => answer(live.audit.nearMisses()),
  clearNearMisses: ({ live }) => {
    live.audit.clearNearMisses();
    return answer(live.audit.nearMisses());
  },
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
  clearWebhooks: ({ live }) => {
    live.deliveries.clear();
    return answer(live.deliveries.list());
  },
  setWebhookEndpoint: ({ context, live, body }) => {
    const { url, secret = live.endpoint.secret } = body;
    const issues = url === null ? [] : checkEndpointUrl(url, 'url', context.settings.allowWebhooksTo);
    if (issues.length > 0) return malformed(issues);
    live.endpoint = url === null ? { secret } : { url, secret };
    return answer({ url });
  },
} satisfies Partial<ControlHandlers>;
