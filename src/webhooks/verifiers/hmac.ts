import { builtins } from '../../builtins.ts';
import { type Clock, systemClock } from '../../clock/clock.ts';
import { MINUTE_MS } from '../../domain/calendar.ts';
import { requireOptions } from '../../errors.ts';
import { optional, wholeNumber, withMethods } from '../../validation/checks.ts';
import { record } from '../../validation/record.ts';
import { headerName, texts, type UnverifiedDelivery, type WebhookVerifier } from './verifier.ts';

/** The header names of a signed delivery. */
export interface SignatureHeaders {
  /** The header of the id; default `webhook-id`. */
  readonly id?: string | undefined;
  /** The header of the time; default `webhook-timestamp`. */
  readonly timestamp?: string | undefined;
  /** The header of the signatures; default `webhook-signature`. */
  readonly signature?: string | undefined;
}

/** Options of {@link hmac}. */
export interface HmacOptions {
  /** The valid secrets, `whsec_` and the base64 of 24 to 64 bytes: one, or old and new during rotation. */
  readonly secrets: string | readonly string[];
  /** How far a delivery's time may differ from now, in either direction, in milliseconds; default 5 minutes. */
  readonly toleranceMs?: number | undefined;
  /** The clock that the time is compared with; default the system clock. */
  readonly clock?: Pick<Clock, 'now'> | undefined;
  /** Custom header names. */
  readonly headers?: SignatureHeaders | undefined;
}

// A sender sends two while it rotates secrets. More would only cost time.
const MOST_SIGNATURES = 8;

/**
 * Checks a Standard Webhooks signature, for gateways that add one: HMAC-SHA256 over `id.timestamp.body`, with the exact
 * body bytes. One valid signature is enough. Only the first 8 are checked, and versions other than `v1` are ignored. An
 * id with a full stop is refused, because the three parts would be ambiguous.
 * @throws ConfigurationError if no secret is given, or one is not a signing secret
 */
export function hmac(options: HmacOptions): WebhookVerifier {
  const given = requireOptions('hmac', hmacOptions, options);
  const { secrets, toleranceMs = 5 * MINUTE_MS, clock = systemClock, headers: names = {} } = given;
  const keys = [secrets].flat().flatMap((secret) => signingKey(secret) ?? []);
  return {
    verify({ headers, rawBody }) {
      const signed = readSigned(headers, names);
      if (!signed || !(Math.abs(clock.now() - signed.sentAt) <= toleranceMs)) return false;
      return isSignedBy(keys, rawBody, signed);
    },
  };
}

const hmacOptions = record<HmacOptions>({
  secrets: texts('at least one secret: copy it from the gateway that signs', (one) => whyNoSigningSecret(one) ?? true),
  toleranceMs: optional(wholeNumber({ min: 1, of: 'milliseconds' })),
  clock: optional(withMethods(['now'], 'a clock')),
  headers: optional(
    record<SignatureHeaders>(
      { id: optional(headerName), timestamp: optional(headerName), signature: optional(headerName) },
      { takes: 'the names of the headers: { id, timestamp, signature }' },
    ),
  ),
});

interface Signed {
  readonly id: string;
  /** Unparsed, because the text is what was signed. */
  readonly timestamp: string;
  /** Epoch milliseconds. */
  readonly sentAt: number;
  readonly signatures: readonly string[];
}

// A repeated header contains a comma, which none of the three may contain.
function readSigned(headers: UnverifiedDelivery['headers'], names: SignatureHeaders): Signed | undefined {
  const [id, timestamp, signature]: readonly unknown[] = [
    headers.get(names.id ?? 'webhook-id'),
    headers.get(names.timestamp ?? 'webhook-timestamp'),
    headers.get(names.signature ?? 'webhook-signature'),
  ];
  if (typeof id !== 'string' || !/^[!-+\-/-~]{1,256}$/.test(id)) return undefined;
  if (typeof timestamp !== 'string' || !/^[1-9]\d{0,11}$/.test(timestamp)) return undefined;
  if (typeof signature !== 'string' || signature.includes(', ')) return undefined;
  return { id, timestamp, sentAt: Number(timestamp) * 1_000, signatures: signature.split(' ', MOST_SIGNATURES) };
}

// As text, because base64 has several spellings of one digest, and only one of them was sent.
function isSignedBy(keys: readonly Buffer[], rawBody: Uint8Array, { id, timestamp, signatures }: Signed): boolean {
  const given = signatures
    .filter((signature) => /^v1,[A-Za-z0-9+/]{43}=$/.test(signature))
    .map((signature) => Buffer.from(signature));
  let isSigned = false;
  for (const key of keys) {
    const expected = Buffer.from(signStandardWebhook({ id, timestamp, rawBody }, key));
    for (const signature of given) isSigned = builtins.crypto.timingSafeEqual(signature, expected) || isSigned;
  }
  return isSigned;
}

const PREFIX = 'whsec_';
const SHORTEST_BYTES = 24;
const LONGEST_BYTES = 64;

/** Decodes the key of a secret. Undefined if the secret is invalid; {@link whyNoSigningSecret} then says why. */
export function signingKey(secret: string): Buffer | undefined {
  const encoded = secret.slice(PREFIX.length);
  const key = Buffer.from(encoded, 'base64');
  // Decoding ignores invalid characters, so only text that encodes back to itself was base64, with or without padding.
  const padded = key.toString('base64');
  const isBase64 = encoded === padded || encoded === padded.replace(/=+/, '');
  return secret.startsWith(PREFIX) && isBase64 && key.length >= SHORTEST_BYTES && key.length <= LONGEST_BYTES
    ? key
    : undefined;
}

/** Describes what is wrong with a secret, without repeating it. */
export function whyNoSigningSecret(secret: string): string | undefined {
  if (signingKey(secret)) return undefined;
  if (!secret.startsWith(PREFIX))
    return `must begin with ${PREFIX}: copy the signing secret of the webhook endpoint, whole`;
  return `must be ${PREFIX} and base64 of ${SHORTEST_BYTES} to ${LONGEST_BYTES} bytes: copy it again, whole`;
}

/** The signed parts. */
export interface StandardMessage {
  /** Header `webhook-id`, unparsed. */
  readonly id: string;
  /** Header `webhook-timestamp`, unparsed: whole seconds since 1970. */
  readonly timestamp: string;
  /** The exact bytes of the body. */
  readonly rawBody: Uint8Array;
}

/** The value of header `webhook-signature`: `v1,` and the base64 of HMAC-SHA256 over `id.timestamp.body`. */
export function signStandardWebhook({ id, timestamp, rawBody }: StandardMessage, key: Uint8Array): string {
  return `v1,${builtins.crypto.createHmac('sha256', key).update(`${id}.${timestamp}.`).update(rawBody).digest('base64')}`;
}
