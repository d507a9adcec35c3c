import { brotliCompressSync, deflateSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { boundedDecompression, inflateWithin } from '../../../src/statements/thread/thread-guard.ts';

const data = Buffer.alloc(100_000, 'a statement ');
const deflated = deflateSync(data);

describe('inflating within a limit', () => {
  test('goes as far as the limit and not a byte further', () => {
    expect(inflateWithin(data.length, deflated, 'deflate')).toEqual(data);
    expect(inflateWithin(data.length - 1, deflated, 'deflate')).toBe('too-large');
    expect(inflateWithin(data.length, brotliCompressSync(data), 'brotli')).toEqual(data);
    expect(inflateWithin(data.length - 1, brotliCompressSync(data), 'brotli')).toBe('too-large');
  });

  test('distinguishes what is broken from what is too large', () => {
    expect(inflateWithin(1e6, deflated.subarray(0, -20), 'deflate')).toBe('broken');
    expect(inflateWithin(1e6, Buffer.from('BT ET'), 'deflate')).toBe('broken');
  });
});

describe('the stand-in for DecompressionStream', () => {
  /** Inflates as the engine does. */
  async function inflate(bytes: Uint8Array, room: number): Promise<{ readonly text: string; readonly taken: number }> {
    let taken = 0;
    const full = () => {
      throw new RangeError('full');
    };
    const take = (more: number) => {
      taken += more;
    };
    const Bounded = boundedDecompression({ left: () => room, take, full });
    const { readable, writable } = new Bounded('deflate');
    const writer = writable.getWriter();
    await writer.ready;
    const written = writer.write(bytes as Uint8Array<ArrayBuffer>).then(() => writer.close());
    const chunks: Uint8Array[] = [];
    try {
      for await (const chunk of readable as unknown as AsyncIterable<Uint8Array>) chunks.push(chunk);
    } finally {
      await written;
    }
    return { text: Buffer.concat(chunks).toString(), taken };
  }

  test('gives the whole, and reports how much that was', async () => {
    expect(await inflate(deflated, 1e6)).toEqual({ text: data.toString(), taken: data.length });
  });

  test('fails as the platform does on what is broken, and ends the reading on what is too large', async () => {
    await expect(inflate(deflated.subarray(0, 50), 1e6)).rejects.toThrow(TypeError);
    await expect(inflate(deflated, 1_000)).rejects.toThrow(RangeError);
  });
});
