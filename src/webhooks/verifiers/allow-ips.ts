import { requireOptions } from '../../errors.ts';
import { wholeNumber } from '../../validation/checks.ts';
import { record } from '../../validation/record.ts';
import { type IpAddress, readIpAddress } from './ip-address.ts';
import { type IpRange, isWithin, readIpRange } from './ip-range.ts';
import { texts } from './verifier-options.ts';
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
  const { ranges, proxyHops } = requireOptions('allowIps', allowIpsOptions, options);
  const allowed = [ranges]
    .flat()
    .map(readIpRange)
    .filter((range): range is IpRange => !('problem' in range));
  return {
    verify(delivery) {
      const address = senderOf(delivery, proxyHops);
      return address !== undefined && allowed.some((range) => isWithin(range, address));
    },
  };
}

const allowIpsOptions = record<AllowIpsOptions>({
  ranges: texts('at least one address or range: ask whose address the deliveries come from', (text) => {
    const range = readIpRange(text);
    return 'problem' in range ? range.problem : true;
  }),
  proxyHops: wholeNumber({ min: 0, of: 'your proxies before the receiver' }),
});

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
