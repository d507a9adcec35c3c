/** The signature of the Standard Webhooks scheme: what a sender makes and a receiver makes again to compare. */
import { createHmac } from 'node:crypto';

/** What is signed. */
export interface StandardMessage {
  /** Header `webhook-id`, as it travels. */
  readonly id: string;
  /** Header `webhook-timestamp`, as it travels: whole seconds since 1970. */
  readonly timestamp: string;
  /** The body, byte for byte. */
  readonly rawBody: Uint8Array;
}

/** One signature as header `webhook-signature` lists it: `v1,` and the base64 of HMAC-SHA256 over `id.timestamp.body`. */
export function signStandardWebhook({ id, timestamp, rawBody }: StandardMessage, key: Uint8Array): string {
  return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.`).update(rawBody).digest('base64')}`;
}
