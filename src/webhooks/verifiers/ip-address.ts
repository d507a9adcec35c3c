import { isIPv4, isIPv6 } from 'node:net';

/** An IP address as a number, of 32 bits or of 128. An IPv4 address written as IPv6 (`::ffff:192.0.2.1`) is the IPv4 address. */
export interface IpAddress {
  readonly bits: 32 | 128;
  readonly value: bigint;
}

// ::ffff:0:0/96
const MAPPED = 0xffffn;

/** Reads an address; undefined when it is none. A zone (`fe80::1%eth0`) only says through which interface it was reached, and is passed over. */
export function readIpAddress(text: unknown): IpAddress | undefined {
  if (typeof text !== 'string') return undefined;
  if (isIPv4(text)) return { bits: 32, value: readBytes(text) };
  if (!isIPv6(text)) return undefined;
  const value = readGroups(text.replace(/%.*$/s, ''));
  return value >> 32n === MAPPED ? { bits: 32, value: value & 0xffff_ffffn } : { bits: 128, value };
}

/** An address for people, IPv6 without its short form. */
export function writeIpAddress({ bits, value }: IpAddress): string {
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
