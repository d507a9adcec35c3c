import { createHash, timingSafeEqual } from 'node:crypto';
import { ConfigurationError } from '../errors.ts';
import type { WebhookVerifier } from './webhook-verifier.ts';

/** What {@link sharedSecret} takes. */
export interface SharedSecretOptions {
  /** The header that carries the secret; default `x-auth-signature`. */
  readonly header?: string | undefined;
  /** Every secret that is live: one, or old and new while rotating. */
  readonly secrets: string | readonly string[];
}

/**
 * Checks a static secret in a header. It says who sent a delivery, not that the body is untouched or new, so what it tells is confirmed by re-reading.
 * @throws ConfigurationError when no secret is given, or an empty one.
 */
export function sharedSecret({ header = 'x-auth-signature', secrets }: SharedSecretOptions): WebhookVerifier {
  const live = typeof secrets === 'string' ? [secrets] : secrets;
  if (!isName(header)) throw misconfigured('header', 'must be the name of a header');
  if (!Array.isArray(live) || live.length === 0) throw misconfigured('secrets', 'must hold at least one secret: copy it from the merchant dashboard');
  if (!live.every(isSecret)) throw misconfigured('secrets', 'must hold no empty secret, and none with blanks around it: headers cannot carry them');
  const digests = live.map(digestOf);

  return {
    verify({ headers }) {
      const given = headers.get(header);
      if (!given) return false;
      const digest = digestOf(given);
      // Every secret is compared, and digests have one length, so the time tells neither which matched nor how much of it.
      return digests.map((expected) => timingSafeEqual(expected, digest)).includes(true);
    },
  };
}

function isName(header: unknown): boolean {
  return typeof header === 'string' && /^[\w!#$%&'*+.^`|~-]+$/.test(header);
}

function isSecret(secret: unknown): boolean {
  return typeof secret === 'string' && secret !== '' && secret.trim() === secret;
}

function digestOf(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}

function misconfigured(path: string, message: string): ConfigurationError {
  return new ConfigurationError('sharedSecret', [{ path, message }]);
}
