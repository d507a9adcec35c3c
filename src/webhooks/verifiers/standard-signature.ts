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

const SECRET_PREFIX = 'whsec_';

/** The key that a secret holds: base64, as a rule behind `whsec_`; undefined where it holds none. */
export function standardKey(secret: string): Uint8Array | undefined {
  const text = secret.startsWith(SECRET_PREFIX) ? secret.slice(SECRET_PREFIX.length) : secret;
  // Node's decoder skips what is no base64, so that a mistyped secret would be another key instead of an error.
  const isBase64 = /^[A-Za-z0-9+/]+={0,2}$/.test(text) && text.replace(/=+$/, '').length % 4 !== 1;
  return isBase64 ? Buffer.from(text, 'base64') : undefined;
}

/** One signature as header `webhook-signature` lists it: `v1,` and the base64 of HMAC-SHA256 over `id.timestamp.body`. */
export function signStandardWebhook({ id, timestamp, rawBody }: StandardMessage, key: Uint8Array): string {
  return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.`).update(rawBody).digest('base64')}`;
}
