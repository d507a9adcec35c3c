import { requireOptions } from '../../errors.ts';
import { optional } from '../../validation/checks.ts';
import { record } from '../../validation/record.ts';
import { liveSecrets } from './live-secrets.ts';
import { headerName, texts } from './verifier-options.ts';
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
