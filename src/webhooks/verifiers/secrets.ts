import crypto, { timingSafeEqual } from 'node:crypto';
import { requireOptions } from '../../errors.ts';
import { optional, wholeNumber } from '../../validation/checks.ts';
import { record } from '../../validation/record.ts';
import { headerName, texts, type WebhookVerifier } from './verifier.ts';

/** What {@link sharedSecret} takes. */
export interface SharedSecretOptions {
  /** The header that carries the secret; default `x-auth-signature`. */
  readonly header?: string | undefined;
  /** Every secret that is live: one, or old and new while rotating. */
  readonly secrets: string | readonly string[];
}

/**
 * Checks a static secret in a header. It says who sent a delivery, not that the body is untouched or new, so its content is confirmed by asking the service.
 * @throws ConfigurationError when no secret is given, an empty one, or one that no header can carry.
 */
export function sharedSecret(options: SharedSecretOptions): WebhookVerifier {
  const { header = 'x-auth-signature', secrets } = requireOptions('sharedSecret', sharedSecretOptions, options);
  const live = liveSecrets([secrets].flat());
  return {
    verify({ headers }) {
      const value: unknown = headers.get(header);
      return typeof value === 'string' && value !== '' && live.include(value);
    },
  };
}

const sharedSecretOptions = record<SharedSecretOptions>({
  header: optional(headerName),
  secrets: texts('at least one secret: copy it from the merchant dashboard', (secret) => {
    if (secret.trim() !== secret) return 'has blanks around it, which headers cannot carry: copy it again';
    return /^[\t -~]+$/.test(secret) || 'holds characters that headers cannot carry: copy it again';
  }),
});

/** What {@link secretPath} takes. */
export interface SecretPathOptions {
  /** Every secret that is live, of 16 characters or more: one, or old and new while rotating. */
  readonly secrets: string | readonly string[];
  /** Which segment of the path carries it: 0 is the first, -1 the last; default -1. Behind `/webhooks/SECRET/repaykit` it is -2. */
  readonly at?: number | undefined;
}

// Fewer can be found by trying; 16 characters of base64url are 96 bits.
const SHORTEST = 16;

/**
 * Checks a secret that is a segment of the URL's path, for services that can send no header: `POST /webhooks/SECRET`. A slash at the end makes one more, empty
 * segment. It says no more than {@link sharedSecret} does, and addresses are written to the logs of hosts and proxies, so rotate it more often.
 * @throws ConfigurationError when no secret is given, or one that is short or that a path cannot carry.
 */
export function secretPath(options: SecretPathOptions): WebhookVerifier {
  const { secrets, at = -1 } = requireOptions('secretPath', secretPathOptions, options);
  const live = liveSecrets([secrets].flat());
  return {
    verify({ url }) {
      const segment = decodeSegment(segmentsOf(url).at(at));
      return segment !== undefined && live.include(segment);
    },
  };
}

const secretPathOptions = record<SecretPathOptions>({
  secrets: texts('at least one secret: make one with `openssl rand -hex 32`', (secret) => {
    if (secret.length < SHORTEST)
      return `is shorter than ${SHORTEST} characters, so it can be guessed: make one with \`openssl rand -hex 32\``;
    // What RFC 3986 lets a segment hold as it is. An escape would have two spellings, and a slash would be two segments.
    return (
      /^[\w.~!$&'()*+,;=:@-]+$/.test(secret) ||
      "holds characters that a path cannot carry as they are: use letters, digits and -._~!$&'()*+,;=:@ only (base64url instead of base64)"
    );
  }),
  at: optional(wholeNumber({ of: 'segments: 0 is the first of the path, -1 the last' })),
});

// By hand: the URL parser normalises dots and slashes, and the error that it throws holds the address.
function segmentsOf(url: unknown): readonly string[] {
  const [address = ''] = typeof url === 'string' ? url.split(/[?#]/, 1) : [];
  const path = address.replace(/^[a-z][a-z\d+.-]*:\/\/[^/]*/i, '');
  return path.startsWith('/') ? path.slice(1).split('/') : [];
}

function decodeSegment(segment: string | undefined): string | undefined {
  if (segment === undefined || segment === '') return undefined;
  try {
    return decodeURIComponent(segment);
  } catch {
    return undefined;
  }
}

/** Compares what was sent with every secret that is live; while rotating there are two. */
interface LiveSecrets {
  /** Whether it is one of them. The time that this takes shows neither which, nor how much of it was right. */
  include(given: string): boolean;
}

// Keeps digests only.
function liveSecrets(secrets: readonly string[]): LiveSecrets {
  const digests = secrets.map(digestOf);
  return {
    include(given) {
      const digest = digestOf(given);
      // Every secret is compared, and digests have one length.
      let isOne = false;
      for (const expected of digests) isOne = timingSafeEqual(expected, digest) || isOne;
      return isOne;
    },
  };
}

function digestOf(text: string): Buffer {
  return crypto.hash('sha256', text, 'buffer');
}
