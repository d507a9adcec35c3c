import { answer } from '../answer.ts';
import { patchAccount, readAccount } from '../platform/controls/accounts.ts';
import * as platformBodies from '../platform/controls/bodies.ts';
import { openDispute, readMandateControl, resolveDispute } from '../platform/controls/mandates.ts';
import { addPayer } from '../platform/controls/payers.ts';
import { patchMerchant, patchPolicy } from '../platform/controls/settings.ts';
import { judgeSignature, makeDeposit } from '../platform/controls/verification.ts';
import { clockBody, endpointBody, policyBody, resetBody } from './bodies.ts';
import { addInsurancePolicy } from './policy-calls.ts';
import { policyShape } from './policy-shape.ts';
import { listBureauReports, listRequests } from './record-calls.ts';
import type { ControlCall, ControlRoute } from './route.ts';
import { moveClock, readClock, readHealth, resetWorld } from './time-calls.ts';
import { clearWebhooks, listWebhooks, redeliver, setEndpoint } from './webhook-calls.ts';

const accountOf = ({ param }: ControlCall) => ({ bankCode: param('bankCode'), accountNumber: param('accountNumber') });

/** The one table of control calls. */
export const controlRoutes = [
  { method: 'GET', path: '/health', summary: 'Is the server up, and what time is it in it?', body: undefined, handle: readHealth },
  { method: 'POST', path: '/reset', summary: 'Begins the world again; only the webhook endpoint stays.', body: resetBody, handle: resetWorld },
  { method: 'GET', path: '/clock', summary: 'Where the clock stands.', body: undefined, handle: readClock },
  {
    method: 'POST',
    path: '/clock',
    summary: 'Moves the clock forward; answers once all deliveries on the way are settled.',
    body: clockBody,
    handle: moveClock,
  },
  { method: 'GET', path: '/policy', summary: "The merchant agreement's terms.", body: undefined, handle: ({ live }) => answer(live.world.policy) },
  {
    method: 'PATCH',
    path: '/policy',
    summary: "Changes the merchant agreement's terms that the body names.",
    body: policyShape,
    handle: ({ live, body }) => patchPolicy(live.world, body),
  },
  { method: 'GET', path: '/merchant', summary: 'The merchant and its standing.', body: undefined, handle: ({ live }) => answer(live.world.merchant) },
  {
    method: 'PATCH',
    path: '/merchant',
    summary: "Changes the merchant's standing; only an approved one may work.",
    body: platformBodies.merchantPatch,
    handle: ({ live, body }) => patchMerchant(live.world, body),
  },
  {
    method: 'POST',
    path: '/payers',
    summary: 'Adds a payer with bank accounts.',
    body: platformBodies.payerBody,
    handle: ({ live, body }) => addPayer(live.world, body),
  },
  {
    method: 'GET',
    path: '/accounts/{bankCode}/{accountNumber}',
    summary: 'An account as its bank sees it.',
    body: undefined,
    handle: (call) => readAccount(call.live.world, accountOf(call)),
  },
  {
    method: 'PATCH',
    path: '/accounts/{bankCode}/{accountNumber}',
    summary: 'Changes balance, activity, or what the bank answers to debits.',
    body: platformBodies.accountPatch,
    handle: (call) => patchAccount(call.live.world, call.body, accountOf(call)),
  },
  {
    method: 'POST',
    path: '/micro-deposits',
    summary: "The payer's ₦50 arrives.",
    body: platformBodies.depositBody,
    handle: ({ live, body }) => makeDeposit(live.world, body),
  },
  {
    method: 'POST',
    path: '/signatures',
    summary: "The payer's bank judges a signature.",
    body: platformBodies.signatureBody,
    handle: ({ live, body }) => judgeSignature(live.world, body),
  },
  {
    method: 'GET',
    path: '/mandates/{id}',
    summary: 'A mandate from the inside: accounts, schedule, gate, history.',
    body: undefined,
    handle: ({ live, param }) => readMandateControl(live.world, param('id')),
  },
  {
    method: 'POST',
    path: '/mandates/{id}/dispute',
    summary: 'The payer disputes the mandate; collection pauses.',
    body: platformBodies.disputeBody,
    handle: ({ live, body, param }) => openDispute(live.world, body, param('id')),
  },
  {
    method: 'POST',
    path: '/mandates/{id}/resolve-dispute',
    summary: 'The dispute ends.',
    body: platformBodies.resolutionBody,
    handle: ({ live, body, param }) => resolveDispute(live.world, body, param('id')),
  },
  { method: 'PUT', path: '/webhook-endpoint', summary: 'Registers where webhooks go.', body: endpointBody, handle: setEndpoint },
  { method: 'GET', path: '/webhooks', summary: 'The webhooks that were raised and what became of each.', body: undefined, handle: listWebhooks },
  { method: 'DELETE', path: '/webhooks', summary: 'Forgets them.', body: undefined, handle: clearWebhooks },
  { method: 'POST', path: '/webhooks/{id}/redeliver', summary: 'Sends a webhook again, byte for byte.', body: undefined, handle: redeliver },
  { method: 'GET', path: '/requests', summary: 'The journal of requests, masked.', body: undefined, handle: listRequests },
  {
    method: 'DELETE',
    path: '/requests',
    summary: 'Empties the journal.',
    body: undefined,
    handle: ({ live }) => {
      live.journal.clear();
      return answer(live.journal.list());
    },
  },
  { method: 'POST', path: '/policies', summary: 'Adds an insurance policy.', body: policyBody, handle: addInsurancePolicy },
  {
    method: 'GET',
    path: '/bureau/reports',
    summary: 'What the bureau holds, of the merchant and of the platform.',
    body: undefined,
    handle: listBureauReports,
  },
] as const satisfies readonly ControlRoute[];

/** A row's name: `POST /clock`. */
export type ControlName = (typeof controlRoutes)[number] extends infer Row ? (Row extends ControlRoute ? `${Row['method']} ${Row['path']}` : never) : never;
