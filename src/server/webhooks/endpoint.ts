import type { FieldIssue } from '../../errors.ts';
import { check } from '../../validation/checks.ts';
import { isForbiddenLiteral } from './destination.ts';

/** A merchant's webhook handler inside the same process; takes the place of a URL. */
export type WebhookHandler = (request: Request) => Response | Promise<Response>;

/** Where webhooks go and the secret that each carries. */
export interface WebhookEndpoint {
  /** The merchant's URL; undefined before one is registered. */
  readonly url?: string | undefined;
  /** A handler in this process, instead of a URL. */
  readonly handler?: WebhookHandler | undefined;
  /** The static text that `x-auth-signature` carries. */
  readonly secret: string;
}

const SECRET = 'text that a header can carry: printable ASCII, without spaces at its ends';

/** What the secret of an endpoint must be: every HTTP header can carry it as it is. */
export const webhookSecret = check({
  type: 'string',
  takes: SECRET,
  rule: SECRET,
  // Also an empty one: it is a secret that cannot be carried, not one that was left out.
  test: (value) => typeof value === 'string' && (/^[!-~](?:[ -~]*[!-~])?$/.test(value) || `must be ${SECRET}`),
});

/** What is wrong with a webhook URL; nothing if it may be registered. `allowedHosts` are names beyond loopback and private addresses. */
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
