/** Credentials of test deliveries, valid or broken. */

import { builtins } from '../builtins.ts';
import { systemClock } from '../clock/clock.ts';
import { SECOND_MS } from '../domain/calendar.ts';
import { InputError } from '../errors.ts';
import { type BrokenKind, cannotBreak, type HmacBrokenKind, isHmacBroken, type Prove } from './broken-delivery.ts';
import { type StandardMessage, signingKey, signStandardWebhook, whyNoSigningSecret } from './verifiers/hmac.ts';

/** A static secret that is sent in a header. */
export interface SecretCredential {
  /** The secret that the receiver expects. */
  readonly secret: string;
  /** The header name; default `x-auth-signature`. */
  readonly header?: string | undefined;
}

/** A Standard Webhooks signature: headers `webhook-id`, `webhook-timestamp` and `webhook-signature`. */
export interface HmacCredential {
  /** The secret, and optionally a fixed id and time. */
  readonly hmac: {
    /** The secret that the receiver expects: `whsec_` and the base64 of 24 to 64 bytes. */
    readonly secret: string;
    /** The delivery id. By default it is derived from the body, so that the same delivery has the same id. */
    readonly id?: string | undefined;
    /** The signed send time, in whole seconds since 1970; default now, by the system clock. */
    readonly timestamp?: number | undefined;
  };
}

/** @throws InputError */
export function proverOf(credential: SecretCredential | HmacCredential): Prove {
  return 'hmac' in credential && credential.hmac ? signing(credential.hmac) : showing(credential as SecretCredential);
}

function showing({ secret, header = 'x-auth-signature' }: SecretCredential): Prove {
  const name = header.toLowerCase();
  return (_body, fault) => {
    if (fault !== undefined && isHmacBroken(fault))
      throw cannotBreak(`'${fault}' needs a signed delivery: pass hmac instead of secret`);
    if (fault === 'missing-secret') return {};
    return { [name]: fault === 'wrong-secret' ? otherSecret(secret) : secret };
  };
}

// Of the same length, to catch a comparison that stops early or compares only lengths.
function otherSecret(secret: string): string {
  return secret.slice(0, -1) + (secret.endsWith('x') ? 'y' : 'x');
}

const HOUR_S = 3_600;
const YEAR_S = 365 * 24 * HOUR_S;

/** How many seconds a fault moves the signed time. */
const ages: Partial<Readonly<Record<BrokenKind | HmacBrokenKind, number>>> = {
  'replayed-old': -YEAR_S,
  'stale-timestamp': -HOUR_S,
  'refreshed-timestamp': -HOUR_S,
  'future-timestamp': HOUR_S,
};

function signing({ secret, id: givenId, timestamp }: HmacCredential['hmac']): Prove {
  const key = keyOf(secret);
  return (body, fault) => {
    const now = timestamp ?? Math.floor(systemClock.now() / SECOND_MS);
    const id = givenId ?? `msg_${builtins.crypto.createHash('sha256').update(body).digest('hex').slice(0, 24)}`;
    const signedAt = String(now + ((fault && ages[fault]) ?? 0));
    const message = { id, timestamp: signedAt, rawBody: body };
    return {
      'webhook-id': id,
      'webhook-timestamp': fault === 'refreshed-timestamp' ? String(now) : signedAt,
      ...(fault === 'missing-secret' ? {} : { 'webhook-signature': signatureOf(message, key, fault) }),
    };
  };
}

function signatureOf(message: StandardMessage, key: Uint8Array, fault?: BrokenKind | HmacBrokenKind): string {
  const right = signStandardWebhook(message, key);
  const ofAnotherKey = signStandardWebhook(message, otherKey(key));
  if (fault === 'wrong-secret') return ofAnotherKey;
  if (fault === 'wrong-signature')
    return signStandardWebhook({ ...message, rawBody: Buffer.concat([message.rawBody, Buffer.from(' ')]) }, key);
  return fault === 'several-signatures' ? `${ofAnotherKey} v1a,${right.slice('v1,'.length)} ${right}` : right;
}

function otherKey(key: Uint8Array): Uint8Array {
  return key.map((byte, index) => (index === 0 ? byte ^ 1 : byte));
}

function keyOf(secret: string): Uint8Array {
  const key = signingKey(secret);
  if (key) return key;
  const message = whyNoSigningSecret(secret) ?? 'cannot sign';
  throw new InputError('createTestDelivery', [{ path: 'hmac.secret', message }]);
}
