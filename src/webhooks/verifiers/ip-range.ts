import { type IpAddress, readIpAddress, writeIpAddress } from './ip-address.ts';

/** A range of addresses: those that agree with `first` in all but the last `freeBits` bits. */
export interface IpRange {
  readonly first: IpAddress;
  readonly freeBits: bigint;
}

/** Reads `192.0.2.0/24`, `2001:db8::/32` or a single address; otherwise says what is wrong. */
export function readIpRange(text: string): IpRange | { readonly problem: string } {
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
  // Was the one address meant, or the whole range? Either is a guess, and a wrong one opens the door or closes it.
  if (network === first.value) return { first, freeBits };
  const start = writeIpAddress({ ...first, value: network });
  return {
    problem: `has bits beyond its prefix: write ${start}/${first.bits - Number(freeBits)} for the range, or the address without a prefix`,
  };
}

/** Is the address in the range? Never one of the other family. */
export function isWithin({ first, freeBits }: IpRange, address: IpAddress): boolean {
  return address.bits === first.bits && address.value >> freeBits === first.value >> freeBits;
}
