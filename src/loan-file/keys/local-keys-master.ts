const KEY_BYTES = 32;

/** A master key as it was given: 32 bytes, or their base64, base64url or hexadecimal text; undefined if it is none of these. */
export function readMasterKey(given: unknown): Buffer | undefined {
  if (given instanceof Uint8Array) return given.length === KEY_BYTES ? Buffer.from(given) : undefined;
  if (typeof given !== 'string') return undefined;
  // A key that was read from a file ends with a line.
  const text = given.trim();
  if (/^[0-9a-f]{64}$/i.test(text)) return Buffer.from(text, 'hex');
  // Buffer reads base64url as base64 too; 43 digits are 32 bytes and two bits.
  return /^[\w+/-]{43}=?$/.test(text) ? Buffer.from(text, 'base64') : undefined;
}
