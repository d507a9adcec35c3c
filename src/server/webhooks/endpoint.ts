import type { FieldIssue } from '../../errors.ts';
import { check } from '../../validation/checks.ts';
import { isForbiddenLiteral } from './destination.ts';

/** A webhook handler in the same process, instead of a URL. */
export type WebhookHandler = (request: Request) => Response | Promise<Response>;

/** The destination and the secret of webhooks. */
export interface WebhookEndpoint {
  readonly url?: string | undefined;
  readonly handler?: WebhookHandler | undefined;
  /** The value of `x-auth-signature`. */
  readonly secret: string;
}

const SECRET = 'text that a header can carry: printable ASCII, without spaces at its ends';

/** The check of a secret: it must be valid as an HTTP header value. */
export const webhookSecret = check({
  type: 'string',
  takes: SECRET,
  rule: SECRET,
  // Refuses the empty string, too: it is an invalid secret, not a missing one.
  test: (value) => typeof value === 'string' && (/^[!-~](?:[ -~]*[!-~])?$/.test(value) || `must be ${SECRET}`),
});

/** The problems of a webhook URL. `allowedHosts` are allowed besides loopback and private addresses. */
export function checkEndpointUrl(url: unknown, path: string, allowedHosts: readonly string[]): FieldIssue[] {
  const parsed = typeof url === 'string' && URL.canParse(url) ? new URL(url) : undefined;
  if (!parsed || (parsed.protocol !== 'http:' && parsed.protocol !== 'https:')) {
    return [{ path, message: 'must be an absolute http: or https: URL' }];
  }
  if (parsed.username || parsed.password)
    return [{ path, message: 'must not hold a name or password: deliveries carry the secret in x-auth-signature' }];
  if (isForbiddenLiteral(parsed.hostname, allowedHosts)) {
    return [
      {
        path,
        message:
          'points beyond loopback and private addresses: allow the host with --allow-webhooks-to (option allowWebhooksTo)',
      },
    ];
  }
  return [];
}
