/**
 * Identifiers from the world's seed. Each record holds only a small serial number. Its external id is computed from
 * seed and serial. So a record stores no id strings, and the same seed with the same calls gives the same bytes.
 */

export interface Chance {
  /** A whole number of 32 bits. */
  readonly seed: number;
  serial: number;
}

export function nextSerial(chance: Chance): number {
  chance.serial += 1;
  return chance.serial;
}

/** The 24-hexadecimal identifier of a record. Spec §4. */
export function objectIdOf(chance: Chance, serial: number): string {
  return hex(mix(chance.seed, serial, 0)) + hex(mix(chance.seed, serial, 1)) + hex(mix(chance.seed, serial, 2));
}

/** The UUID-style reference of a record (in the form of version 4). Spec §2.2. */
export function uuidOf(chance: Chance, serial: number): string {
  const a = hex(mix(chance.seed, serial, 3));
  const b = hex(((mix(chance.seed, serial, 4) & 0xffff0fff) | 0x4000) >>> 0);
  const c = hex(((mix(chance.seed, serial, 5) & 0x3fffffff) | 0x80000000) >>> 0);
  const d = hex(mix(chance.seed, serial, 6));
  return `${a}-${b.slice(0, 4)}-${b.slice(4)}-${c.slice(0, 4)}-${c.slice(4)}${d}`;
}

/** A number in [0, 1). Each stream has its own draws, so a draw shifts no identifier. */
export function drawOf(seed: number, stream: number, step: number): number {
  return mix(mix(seed, stream, 7), step, 8) / 2 ** 32;
}

// For one seed and stream this is a bijection on the serials, because every step is. So two records never share an id.
function mix(seed: number, serial: number, which: number): number {
  return scramble(serial ^ scramble((seed + which * 0x9e3779b9) | 0));
}

// The finalizer of MurmurHash3.
function scramble(value: number): number {
  let bits = value | 0;
  bits = Math.imul(bits ^ (bits >>> 16), 0x85ebca6b);
  bits = Math.imul(bits ^ (bits >>> 13), 0xc2b2ae35);
  return (bits ^ (bits >>> 16)) >>> 0;
}

const BYTES = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'));

function hex(bits: number): string {
  return `${BYTES[bits >>> 24]}${BYTES[(bits >>> 16) & 255]}${BYTES[(bits >>> 8) & 255]}${BYTES[bits & 255]}`;
}
