import { liveSecrets } from './live-secrets.ts';
import { isHeaderName, readOptions, readTexts, refuseMistakes } from './verifier-options.ts';
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
 * @throws ConfigurationError when no secret is given, an empty one, or one that no header can carry.
 */
export function sharedSecret(options: SharedSecretOptions): WebhookVerifier {
  const { options: given, issues } = readOptions<SharedSecretOptions>(options, { header: true, secrets: true });
  const { header = 'x-auth-signature' } = given;
  const secrets = readTexts(given.secrets, 'secrets', {
    missing: 'must hold at least one secret: copy it from the merchant dashboard',
    check: whyNoHeaderValue,
  });
  const badHeader = isHeaderName(header) ? [] : [{ path: 'header', message: 'must be the name of a header' }];
  refuseMistakes('sharedSecret', issues, badHeader, secrets.issues);

  const live = liveSecrets(secrets.items);
  return {
    verify({ headers }) {
      const value: unknown = headers.get(header as string);
      return typeof value === 'string' && value !== '' && live.include(value);
    },
  };
}

function whyNoHeaderValue(secret: string): string | undefined {
  if (secret.trim() !== secret) return 'has blanks around it, which headers cannot carry: copy it again';
  return /^[\t -~]+$/.test(secret) ? undefined : 'holds characters that headers cannot carry: copy it again';
}
