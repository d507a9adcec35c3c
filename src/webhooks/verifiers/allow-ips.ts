import { isIPv4, isIPv6 } from 'node:net';
import { requireOptions } from '../../errors.ts';
import { wholeNumber } from '../../validation/checks.ts';
import { record } from '../../validation/record.ts';
import { texts, type UnverifiedDelivery, type WebhookVerifier } from './verifier.ts';

/** Options of {@link allowIps}. */
export interface AllowIpsOptions {
  /** The addresses and ranges that deliveries come from: `203.0.113.7`, `192.0.2.0/24`, `2001:db8::/32`. */
  readonly ranges: string | readonly string[];
  /**
   * How many of your own proxies are in front of the receiver. With 0, the address is the other end of the socket. Each
   * proxy appends the address of its caller to `X-Forwarded-For`, so with n it is the n-th entry from the right.
   * Example, a CDN and a load balancer (`proxyHops: 2`): `X-Forwarded-For: 198.51.100.9, 203.0.113.7, 192.0.2.80` comes
   * from 203.0.113.7. 192.0.2.80 is the CDN, and the sender wrote 198.51.100.9 itself. If the number is too small,
   * every sender is refused. If it is too large, the sender can forge its address.
   */
  readonly proxyHops: number;
}

/**
 * Checks the address that a delivery comes from. It refuses a delivery if there are fewer entries than proxies, or if
 * an entry of a proxy is not an address. Addresses are not secret, and a sender that bypasses the proxies can write any
 * header. Never use it alone: combine it with a secret in {@link all}.
 * @throws ConfigurationError naming each invalid range, and a missing or negative `proxyHops`
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
  if (typeof header !== 'string') return undefined;
  // The sender wrote all entries before those of the proxies.
  const entries = header.split(',').slice(-proxyHops);
  const addresses = entries.map((entry) => readIpAddress(withoutPort(entry.trim())));
  return addresses.length === proxyHops && !addresses.includes(undefined) ? addresses[0] : undefined;
}

// Some proxies add a port: `203.0.113.7:4711`, `[2001:db8::1]:4711`.
function withoutPort(entry: string): string {
  const parts = /^(?:\[([^\]]*)\]|([\d.]+))(?::\d{1,5})?$/.exec(entry);
  return parts?.[1] ?? parts?.[2] ?? entry;
}

/** A range of addresses: all that equal `first` except in the last `freeBits` bits. */
interface IpRange {
  readonly first: IpAddress;
  readonly freeBits: bigint;
}

/** Parses `192.0.2.0/24`, `2001:db8::/32` or a single address, or describes the problem. */
function readIpRange(text: string): IpRange | { readonly problem: string } {
  const [address = '', prefix, ...more] = text.split('/');
  const first = readIpAddress(address);
  if (!first || address.includes('%') || more.length > 0)
    return { problem: 'must be an IP address or a range such as 192.0.2.0/24 or 2001:db8::/32' };
  // An IPv4 range may be written as IPv6. Its prefix then counts from the front of the 128 bits.
  const writtenBits = address.includes(':') ? 128 : 32;
  if (prefix === undefined) return { first, freeBits: 0n };
  if (!/^(0|[1-9]\d{0,2})$/.test(prefix) || Number(prefix) > writtenBits)
    return { problem: `must have a prefix of 0 to ${writtenBits} bits` };
  const freeBits = BigInt(writtenBits - Number(prefix));
  if (freeBits > first.bits) return { problem: 'holds all of IPv4 and more: write IPv4 ranges as IPv4' };
  const network = (first.value >> freeBits) << freeBits;
  // Either the one address or the whole range may be meant. A wrong guess admits or refuses the wrong senders.
  if (network === first.value) return { first, freeBits };
  const start = writeIpAddress({ ...first, value: network });
  return {
    problem: `has bits beyond its prefix: write ${start}/${first.bits - Number(freeBits)} for the range, or the address without a prefix`,
  };
}

function isWithin({ first, freeBits }: IpRange, address: IpAddress): boolean {
  return address.bits === first.bits && address.value >> freeBits === first.value >> freeBits;
}

/** An IP address as a number of 32 or 128 bits. An IPv4 address written as IPv6 (`::ffff:192.0.2.1`) counts as IPv4. */
interface IpAddress {
  readonly bits: 32 | 128;
  readonly value: bigint;
}

// ::ffff:0:0/96
const MAPPED = 0xffffn;

/** Parses an address. Undefined if it is invalid. A zone (`fe80::1%eth0`) only names the interface and is ignored. */
function readIpAddress(text: unknown): IpAddress | undefined {
  if (typeof text !== 'string') return undefined;
  if (isIPv4(text)) return { bits: 32, value: readBytes(text) };
  if (!isIPv6(text)) return undefined;
  const value = readGroups(text.replace(/%.*/s, ''));
  return value >> 32n === MAPPED ? { bits: 32, value: value & 0xffff_ffffn } : { bits: 128, value };
}

/** Formats an address. IPv6 is not shortened. */
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

// The syntax is already checked: there is at most one `::`, and the last 32 bits may be written as IPv4.
function readGroups(text: string): bigint {
  const [head = '', tail] = text.split('::').map((half) => half.replace(/[\d.]+\.[\d.]+/, asGroups));
  const front = head === '' ? [] : head.split(':');
  const back = tail ? tail.split(':') : [];
  const gap = new Array<string>(8 - front.length - back.length).fill('0');
  return [...front, ...gap, ...back].reduce((value, group) => (value << 16n) | BigInt(`0x${group}`), 0n);
}

function asGroups(ipv4: string): string {
  const value = readBytes(ipv4);
  return `${(value >> 16n).toString(16)}:${(value & 0xffffn).toString(16)}`;
}
