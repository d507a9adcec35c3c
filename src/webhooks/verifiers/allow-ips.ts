import { isIPv4, isIPv6 } from 'node:net';
import { requireOptions } from '../../errors.ts';
import { wholeNumber } from '../../validation/checks.ts';
import { record } from '../../validation/record.ts';
import { texts, type UnverifiedDelivery, type WebhookVerifier } from './verifier.ts';

/** What {@link allowIps} takes. */
export interface AllowIpsOptions {
  /** Addresses and ranges that deliveries come from: `203.0.113.7`, `192.0.2.0/24`, `2001:db8::/32`. */
  readonly ranges: string | readonly string[];
  /**
   * How many proxies of yours stand before the receiver. With 0 the address is the one at the other end of the socket. Each proxy adds the address that it was called from
   * to the end of `X-Forwarded-For`, so with n it is the n-th from the right: behind a CDN and a load balancer (`proxyHops: 2`),
   * `X-Forwarded-For: 198.51.100.9, 203.0.113.7, 192.0.2.80` comes from 203.0.113.7; 192.0.2.80 is the CDN, and 198.51.100.9 is what the sender wrote itself.
   * Too small a number refuses every sender; too great a one believes what the sender writes.
   */
  readonly proxyHops: number;
}

/**
 * Checks the address that a delivery comes from. Where there are fewer entries than proxies, or one of the proxies' entries is no address, the answer is no. Addresses are no
 * secret, and a sender that reaches the receiver past its proxies can write any header: never enough alone, use it within {@link all} beside a secret.
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
  // Entries before those of the proxies were written by the sender.
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

/** A range of addresses: those that agree with `first` in all but the last `freeBits` bits. */
interface IpRange {
  readonly first: IpAddress;
  readonly freeBits: bigint;
}

/** Reads `192.0.2.0/24`, `2001:db8::/32` or a single address; otherwise says what is wrong. */
function readIpRange(text: string): IpRange | { readonly problem: string } {
  const [address = '', prefix, ...more] = text.split('/');
  const first = readIpAddress(address);
  if (!first || address.includes('%') || more.length > 0)
    return { problem: 'must be an IP address or a range such as 192.0.2.0/24 or 2001:db8::/32' };
  // An IPv4 range may be written as IPv6, and then counts its bits from the front of that.
  const writtenBits = address.includes(':') ? 128 : 32;
  if (prefix === undefined) return { first, freeBits: 0n };
  if (!/^(0|[1-9]\d{0,2})$/.test(prefix) || Number(prefix) > writtenBits)
    return { problem: `must have a prefix of 0 to ${writtenBits} bits` };
  const freeBits = BigInt(writtenBits - Number(prefix));
  if (freeBits > first.bits) return { problem: 'holds all of IPv4 and more: write IPv4 ranges as IPv4' };
  const network = (first.value >> freeBits) << freeBits;
  // The one address or the whole range may have been meant, and a wrong guess lets senders in or keeps them out.
  if (network === first.value) return { first, freeBits };
  const start = writeIpAddress({ ...first, value: network });
  return {
    problem: `has bits beyond its prefix: write ${start}/${first.bits - Number(freeBits)} for the range, or the address without a prefix`,
  };
}

function isWithin({ first, freeBits }: IpRange, address: IpAddress): boolean {
  return address.bits === first.bits && address.value >> freeBits === first.value >> freeBits;
}

/** An IP address as a number, of 32 bits or of 128. An IPv4 address written as IPv6 (`::ffff:192.0.2.1`) is the IPv4 address. */
interface IpAddress {
  readonly bits: 32 | 128;
  readonly value: bigint;
}

// ::ffff:0:0/96
const MAPPED = 0xffffn;

/** Reads an address; undefined when it is none. A zone (`fe80::1%eth0`) only says through which interface it was reached, and is passed over. */
function readIpAddress(text: unknown): IpAddress | undefined {
  if (typeof text !== 'string') return undefined;
  if (isIPv4(text)) return { bits: 32, value: readBytes(text) };
  if (!isIPv6(text)) return undefined;
  const value = readGroups(text.replace(/%.*$/s, ''));
  return value >> 32n === MAPPED ? { bits: 32, value: value & 0xffff_ffffn } : { bits: 128, value };
}

/** An address for people, IPv6 without its short form. */
function writeIpAddress({ bits, value }: IpAddress): string {
  const [width, base, mark] = bits === 32 ? ([8, 10, '.'] as const) : ([16, 16, ':'] as const);
  const parts = Array.from({ length: bits / width }, (_, index) =>
    BigInt.asUintN(width, value >> BigInt(bits - width * (index + 1))),
  );
  return parts.map((part) => part.toString(base)).join(mark);
}

function readBytes(text: string): bigint {
  return text.split('.').reduce((value, byte) => (value << 8n) | BigInt(byte), 0n);
}

// Syntax was checked: there is at most one `::`, and the last 32 bits may be written as IPv4.
function readGroups(text: string): bigint {
  const [head = '', tail] = text.split('::').map((half) => half.replace(/[\d.]+\.[\d.]+$/, asGroups));
  const front = head === '' ? [] : head.split(':');
  const back = tail ? tail.split(':') : [];
  const gap = new Array<string>(8 - front.length - back.length).fill('0');
  return [...front, ...gap, ...back].reduce((value, group) => (value << 16n) | BigInt(`0x${group}`), 0n);
}

function asGroups(ipv4: string): string {
  const value = readBytes(ipv4);
  return `${(value >> 16n).toString(16)}:${(value & 0xffffn).toString(16)}`;
}
