import { type Answer, answer } from '../answer.ts';
import { malformed, notFound } from '../engine/refusals.ts';
import type { BoundedList } from '../ring-buffer.ts';
import { checkShape } from '../shape-check.ts';
import type { Delivery } from '../webhooks/delivery.ts';
import { checkEndpointUrl } from '../webhooks/endpoint.ts';
import { endpointBody } from './bodies.ts';
import type { ControlCall, ControlRoute } from './route.ts';

function setEndpoint({ context, live, body }: ControlCall): Answer<{ readonly url: string | null }> {
  const checked = checkShape(endpointBody, body, 'refused');
  if (!checked.ok) return checked;
  const { url, secret = live.endpoint.secret } = checked.data;
  const issues = url === null ? [] : checkEndpointUrl(url, 'url', context.settings.allowWebhooksTo);
  if (issues.length > 0) return malformed(issues);
  live.endpoint = url === null ? { secret } : { url, secret };
  return answer({ url });
}

async function listWebhooks({ live }: ControlCall): Promise<Answer<BoundedList<Delivery>>> {
  await live.settledSoon();
  return answer(live.deliveries.list());
}

function clearWebhooks({ live }: ControlCall): Answer<BoundedList<Delivery>> {
  live.deliveries.clear();
  return answer(live.deliveries.list());
}

async function redeliver({ live, param }: ControlCall): Promise<Answer<Delivery>> {
  const delivery = await live.deliveries.redeliver(param('id'));
  return delivery
    ? answer(delivery)
    : notFound('webhook_unknown', 'No webhook has this id: GET /_control/webhooks lists them.');
}

/** Where webhooks go and what became of them. */
export const webhookRoutes = [
  {
    method: 'PUT',
    path: '/webhook-endpoint',
    summary: 'Registers where webhooks go.',
    body: endpointBody,
    handle: setEndpoint,
  },
  {
    method: 'GET',
    path: '/webhooks',
    summary: 'The webhooks that were raised and what became of each.',
    body: undefined,
    handle: listWebhooks,
  },
  { method: 'DELETE', path: '/webhooks', summary: 'Forgets them.', body: undefined, handle: clearWebhooks },
  {
    method: 'POST',
    path: '/webhooks/{id}/redeliver',
    summary: 'Sends a webhook again, byte for byte.',
    body: undefined,
    handle: redeliver,
  },
] as const satisfies readonly ControlRoute[];
