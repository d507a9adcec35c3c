import { lookup } from 'node:dns';
import { BlockList, isIP, type LookupFunction } from 'node:net';
import type { FieldIssue } from '../../errors.ts';
import { check } from '../../validation/checks.ts';

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
    const message =
      'points beyond loopback and private addresses: allow the host with --allow-webhooks-to (option allowWebhooksTo)';
    return [{ path, message }];
  }
  return [];
}

// Without link-local addresses on purpose: cloud metadata services use them.
const nearby = new BlockList();
nearby.addSubnet('127.0.0.0', 8, 'ipv4');
nearby.addSubnet('10.0.0.0', 8, 'ipv4');
nearby.addSubnet('172.16.0.0', 12, 'ipv4');
nearby.addSubnet('192.168.0.0', 16, 'ipv4');
nearby.addAddress('::1', 'ipv6');
nearby.addSubnet('fc00::', 7, 'ipv6');

function isNearbyAddress(address: string): boolean {
  const version = isIP(address);
  return version !== 0 && nearby.check(address, version === 6 ? 'ipv6' : 'ipv4');
}

/** Is this host a forbidden IP address? Names are checked later, when they are resolved to send a webhook. */
export function isForbiddenLiteral(hostname: string, allowedHosts: readonly string[]): boolean {
  const address = hostname.replace(/^\[|\]$/g, '');
  return isIP(address) !== 0 && !isNearbyAddress(address) && !isAllowed(hostname, allowedHosts);
}

function isAllowed(hostname: string, allowedHosts: readonly string[]): boolean {
  return allowedHosts.some((allowed) => allowed.toLowerCase() === hostname.toLowerCase().replace(/^\[|\]$/g, ''));
}

/** Checks within the lookup, so that a name cannot resolve differently between check and connection. */
export function guardedLookup(allowedHosts: readonly string[]): LookupFunction {
  return (hostname, options, callback) => {
    lookup(hostname, options, (error, address, family) => {
      const found = typeof address === 'string' ? [address] : (address ?? []).map((entry) => entry.address);
      if (!error && !isAllowed(hostname, allowedHosts) && !found.every(isNearbyAddress)) {
        const refusal = Object.assign(new Error('the host resolves beyond loopback and private addresses'), {
          code: 'DESTINATION_REFUSED',
        });
        callback(refusal, address, family);
        return;
      }
      callback(error, address, family);
    });
  };
}
