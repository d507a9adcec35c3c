import { systemClock } from '../../clock/system-clock.ts';
import { SECOND_MS } from '../../domain/calendar.ts';
import { type Answer, answer } from '../answer.ts';
import type { Delivery } from '../delivery/delivery.ts';
import { checkEndpointUrl } from '../delivery/endpoint.ts';
import { malformed, notFound } from '../platform/refusals.ts';
import type { BoundedList } from '../ring-buffer.ts';
import { checkShape } from '../shape-check.ts';
import { endpointBody } from './bodies.ts';
import type { ControlCall } from './route.ts';

/** How long a list waits for deliveries that are under way. Not longer, so that a handler may look at the list while it is being called. */
const LISTING_PATIENCE_MS = SECOND_MS;

/** `PUT /webhook-endpoint`. */
export function setEndpoint({ context, live, body }: ControlCall): Answer<{ readonly url: string | null }> {
  const checked = checkShape(endpointBody, body, 'refused');
  if (!checked.ok) return checked;
  const { url, secret = live.endpoint.secret } = checked.data;
  const issues = url === null ? [] : checkEndpointUrl(url, 'url', context.settings.allowWebhooksTo);
  if (issues.length > 0) return malformed(issues);
  live.endpoint = url === null ? { secret } : { url, secret };
  return answer({ url });
}

/** `GET /webhooks`. */
export async function listWebhooks({ live }: ControlCall): Promise<Answer<BoundedList<Delivery>>> {
  const patience = new AbortController();
  await Promise.race([live.deliveries.settled(), systemClock.sleep(LISTING_PATIENCE_MS, patience.signal).catch(() => undefined)]);
  patience.abort();
  return answer(live.deliveries.list());
}

/** `DELETE /webhooks`. */
export function clearWebhooks({ live }: ControlCall): Answer<BoundedList<Delivery>> {
  live.deliveries.clear();
  return answer(live.deliveries.list());
}

/** `POST /webhooks/{id}/redeliver`. */
export async function redeliver({ live, param }: ControlCall): Promise<Answer<Delivery>> {
  const delivery = await live.deliveries.redeliver(param('id'));
  return delivery ? answer(delivery) : notFound('webhook_unknown', 'No webhook has this id: GET /_control/webhooks lists them.');
}
