/** The payloads of statements, small enough to be remembered: thousands of entries in some ten kilobytes. */
import { deflateRawSync, inflateRawSync } from 'node:zlib';

/** Packs a payload. What comes out again is equal to it as JSON, to the byte. */
export function packPayload(payload: object): Uint8Array {
  return new Uint8Array(deflateRawSync(JSON.stringify(payload)));
}

/** The payload that was packed. */
export function unpackPayload(packed: Uint8Array): object {
  return JSON.parse(inflateRawSync(packed).toString()) as object;
}
