import { systemClock } from '../../clock/clock.ts';
import { SECOND_MS } from '../../domain/calendar.ts';
import { ConnectionError, InputError } from '../../errors.ts';
import { redactText } from '../../redact/redact.ts';
import { checkEndpointUrl } from '../../server/webhooks/endpoint.ts';
import { httpSender } from '../../server/webhooks/http-sender.ts';
import type { TriggerDraft } from './draft.ts';

/** How long a receiver may take to answer. */
const DEADLINE_MS = 30 * SECOND_MS;

/** Sends a webhook as often as it is to be sent and answers with the receiver's statuses. @throws InputError, ConnectionError */
export async function sendDraft(
  { url, to, delivery }: TriggerDraft,
  { allowHosts, stop }: { readonly allowHosts: readonly string[]; readonly stop: AbortSignal },
): Promise<readonly number[]> {
  const beyond = checkEndpointUrl(url.href, '--to', allowHosts);
  if (beyond.length > 0)
    throw new InputError('repaykit trigger', [
      { path: '--to', message: 'lies beyond loopback and private addresses: allow the host with --allow-host' },
    ]);
  const sender = httpSender(allowHosts);
  const ended = new AbortController();
  const late = new AbortController();
  const pass = () => late.abort(new Error(`it did not answer within ${DEADLINE_MS / SECOND_MS} seconds`));
  systemClock.sleep(DEADLINE_MS, ended.signal).then(pass, () => undefined);
  const signal = AbortSignal.any([late.signal, stop]);
  const statuses: number[] = [];
  try {
    while (statuses.length < delivery.times) {
      statuses.push(await sender.send({ url: url.href, headers: delivery.headers, body: delivery.body, signal }));
    }
    return statuses;
  } catch (error) {
    const reason = redactText(error instanceof Error ? error.message : String(error));
    throw new ConnectionError(`the receiver at ${to} gave no answer: ${reason}`, { cause: error });
  } finally {
    ended.abort();
    await sender.close();
  }
}
