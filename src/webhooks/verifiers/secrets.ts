import { builtins } from '../../builtins.ts';
import { requireOptions } from '../../errors.ts';
import { optional, wholeNumber } from '../../validation/checks.ts';
import { record } from '../../validation/record.ts';
import { headerName, texts, type WebhookVerifier } from './verifier.ts';

/** Options of {@link sharedSecret}. */
export interface SharedSecretOptions {
  /** The header that carries the secret; default `x-auth-signature`. */
  readonly header?: string | undefined;
  /** The valid secrets: one, or old and new during rotation. */
  readonly secrets: string | readonly string[];
}

/**
 * Checks a static secret in a header. It proves who sent a delivery, not that the body is unchanged or new. The content
 * is therefore confirmed with the service.
 * @throws ConfigurationError if no secret is given, or one is empty or cannot be sent in a header
 */
export function sharedSecret(options: SharedSecretOptions): WebhookVerifier {
  const { header = 'x-auth-signature', secrets } = requireOptions('sharedSecret', sharedSecretOptions, options);
  const isSecret = secretTest([secrets].flat());
  return {
    verify({ headers }) {
      const value: unknown = headers.get(header);
      return typeof value === 'string' && isSecret(value);
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

/** Options of {@link secretPath}. */
export interface SecretPathOptions {
  /** The valid secrets, each of at least 16 characters: one, or old and new during rotation. */
  readonly secrets: string | readonly string[];
  /** The path segment of the secret: 0 is the first, -1 the last; default -1. For `/webhooks/SECRET/hook` use -2. */
  readonly at?: number | undefined;
}

// A shorter one can be guessed. 16 characters of base64url are 96 bits.
const SHORTEST = 16;

/**
 * Checks a secret in a path segment of the URL, for services that cannot send a header: `POST /webhooks/SECRET`. A
 * trailing slash adds an empty segment. It proves no more than {@link sharedSecret}. Hosts and proxies log URLs, so
 * rotate it more often.
 * @throws ConfigurationError if no secret is given, or one is too short or cannot be part of a path
 */
export function secretPath(options: SecretPathOptions): WebhookVerifier {
  const { secrets, at = -1 } = requireOptions('secretPath', secretPathOptions, options);
  const isSecret = secretTest([secrets].flat());
  return {
    verify({ url }) {
      const segment = pathOf(url)?.split('/').at(at);
      if (segment === undefined) return false;
      try {
        return isSecret(decodeURIComponent(segment));
      } catch {
        // An escape that stands for no character.
        return false;
      }
    },
  };
}

const secretPathOptions = record<SecretPathOptions>({
  secrets: texts('at least one secret: make one with `openssl rand -hex 32`', (secret) => {
    if (secret.length < SHORTEST)
      return `is shorter than ${SHORTEST} characters, so it can be guessed: make one with \`openssl rand -hex 32\``;
    // RFC 3986 allows these unescaped in a segment. An escape has two spellings, and a slash splits the segment.
    return (
      /^[\w.~!$&'()*+,;=:@-]+$/.test(secret) ||
      "holds characters that a path cannot carry as they are: use letters, digits and -._~!$&'()*+,;=:@ only (base64url instead of base64)"
    );
  }),
  at: optional(wholeNumber({ of: 'segments: 0 is the first of the path, -1 the last' })),
});

/** The path of a URL without its first slash. Undefined if it has none. */
function pathOf(url: unknown): string | undefined {
  // Parsed by hand: the URL parser normalises dots and slashes, and its error contains the URL.
  return typeof url === 'string' ? /^(?:[a-z][a-z\d+.-]*:\/\/[^/?#]*)?\/([^?#]*)/i.exec(url)?.[1] : undefined;
}

/** Whether a value is one of the secrets. The time taken reveals neither which one, nor how much of it matched. */
function secretTest(secrets: readonly string[]): (given: string) => boolean {
  const digests = secrets.map(digestOf);
  return (given) => {
    const digest = digestOf(given);
    // Compare every secret, and compare digests because they have equal lengths.
    let isOne = false;
    for (const expected of digests) isOne = builtins.crypto.timingSafeEqual(expected, digest) || isOne;
    return isOne;
  };
}

function digestOf(text: string): Buffer {
  return builtins.crypto.hash('sha256', text, 'buffer');
}
