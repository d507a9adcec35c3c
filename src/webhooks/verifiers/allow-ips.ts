import type { FieldIssue } from '../../errors.ts';
import { type IpAddress, readIpAddress } from './ip-address.ts';
import { type IpRange, isWithin, readIpRange } from './ip-range.ts';
import { readOptions, readTexts, refuseMistakes } from './verifier-options.ts';
import type { UnverifiedDelivery, WebhookVerifier } from './webhook-verifier.ts';

/** What {@link allowIps} takes. */
export interface AllowIpsOptions {
  /** Addresses and ranges that deliveries come from: `203.0.113.7`, `192.0.2.0/24`, `2001:db8::/32`. */
  readonly ranges: string | readonly string[];
  /**
   * How many proxies of yours stand before the receiver. With 0 the address is the one at the other end of the socket. Each proxy adds the address that it was called from
   * to the end of `X-Forwarded-For`, so with n it is the n-th from the right: behind a CDN and a load balancer (`proxyHops: 2`),
   * `X-Forwarded-For: 198.51.100.9, 203.0.113.7, 192.0.2.80` comes from 203.0.113.7; 192.0.2.80 is the CDN, and 198.51.100.9 is what the sender wrote itself.
   * Too small a number lets nobody in; too great a one believes what the sender writes.
   */
  readonly proxyHops: number;
}

/**
 * Checks the address that a delivery comes from. Where there are fewer entries than proxies, or one of the proxies' entries is no address, the answer is no. Addresses are no
 * secret, and whoever can reach the receiver past its proxies can write the header at will: never enough alone, use it within {@link all} beside a secret.
 * @throws ConfigurationError naming each range that is none, and a missing or negative `proxyHops`.
 */
export function allowIps(options: AllowIpsOptions): WebhookVerifier {
  const { options: given, issues } = readOptions<AllowIpsOptions>(options, { ranges: true, proxyHops: true });
  const ranges = readTexts(given.ranges, 'ranges', {
    missing: 'must hold at least one address or range: ask whose address the deliveries come from',
    check: (text) => problemOf(readIpRange(text)),
  });
  refuseMistakes('allowIps', issues, ranges.issues, hopMistakes(given.proxyHops));

  const allowed = ranges.items.map(readIpRange).filter((range): range is IpRange => problemOf(range) === undefined);
  return {
    verify(delivery) {
      const address = senderOf(delivery, given.proxyHops as number);
      return address !== undefined && allowed.some((range) => isWithin(range, address));
    },
  };
}

function problemOf(range: ReturnType<typeof readIpRange>): string | undefined {
  return 'problem' in range ? range.problem : undefined;
}

function hopMistakes(hops: unknown): FieldIssue[] {
  if (Number.isSafeInteger(hops) && (hops as number) >= 0) return [];
  return [{ path: 'proxyHops', message: 'must be the number of your proxies before the receiver, 0 if there is none' }];
}

function senderOf({ headers, remoteAddress }: UnverifiedDelivery, proxyHops: number): IpAddress | undefined {
  if (proxyHops === 0) return readIpAddress(remoteAddress);
  const header: unknown = headers.get('x-forwarded-for');
  // What stands before the proxies' own entries was written by the sender: anything, or nothing.
  const entries = typeof header === 'string' ? header.split(',').slice(-proxyHops) : [];
  const addresses = entries.map((entry) => readIpAddress(withoutPort(entry.trim())));
  return addresses.length === proxyHops && !addresses.includes(undefined) ? addresses[0] : undefined;
}

// Some proxies add the port: `203.0.113.7:4711`, `[2001:db8::1]:4711`.
function withoutPort(entry: string): string {
  const [, address] =
    /^(?:\[([^\]]*)\]|([\d.]+))(?::\d{1,5})?$/.exec(entry)?.filter((part) => part !== undefined) ?? [];
  return address ?? entry;
}
