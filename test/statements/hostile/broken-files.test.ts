import { describe, expect, test } from 'vitest';
import { encryptedPdf } from '../pdf/encrypted-pdf.ts';
import { pagesPdf } from '../pdf/raw-pdf.ts';
import { statementPages } from '../pdf/statement-pages.ts';
import { readFiles } from './run-files.ts';

const CODES =
  /^(read|not_a_pdf|password_required|unsupported_encryption|no_text_layer|no_transaction_table|several_accounts|limit_exceeded|damaged)$/;

const pages = statementPages(2, 20);
const wholes = [
  pagesPdf(pages),
  pagesPdf(pages, { isPlain: true }),
  encryptedPdf('rc4-128', { user: Buffer.alloc(0), owner: Buffer.from('x') }, pages),
  encryptedPdf('aes-256-r6', { user: Buffer.alloc(0), owner: Buffer.from('x') }, pages),
];

/** The same chance each time. */
function chances(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return state % below;
  };
}

async function endingsOf(files: readonly Buffer[]): Promise<string[]> {
  const read = await readFiles(
    files.map((bytes) => ({ bytes, limits: { timeMs: 10_000 } })),
    1,
  );
  return read.files.map(({ endings }) => endings[0]?.ending ?? 'nothing');
}

describe('a broken file', () => {
  test('ends with its own error or its rows wherever it is cut off', async () => {
    const cut = wholes.flatMap((whole) =>
      Array.from({ length: 10 }, (_, tenth) => whole.subarray(0, Math.floor((whole.length * tenth) / 10))),
    );
    const endings = await endingsOf([...wholes, ...cut]);
    expect(endings.slice(0, wholes.length)).toEqual(wholes.map(() => 'read'));
    for (const ending of endings) expect(ending).toMatch(CODES);
    expect(endings).toContain('damaged');
  }, 600_000);

  test('ends with its own error or its rows whichever of its bytes are changed', async () => {
    const next = chances(7);
    const changed = Array.from({ length: 240 }, (_, index) => {
      const bytes = Buffer.from(wholes[index % wholes.length] as Buffer);
      for (let change = 0; change < 1 + (index % 12); change += 1) bytes[next(bytes.length)] = next(256);
      return bytes;
    });
    for (const ending of await endingsOf(changed)) expect(ending).toMatch(CODES);
  }, 600_000);

  test('is read where it can be repaired: without a table of objects, with other bytes before and after', async () => {
    const [whole] = wholes as [Buffer];
    const text = whole.toString('latin1');
    const fixable = [
      Buffer.from(text.replace(/xref\n0[\s\S]*trailer/, 'trailer').replace(/startxref\n\d+/, ''), 'latin1'),
      Buffer.from(text.replace(/startxref\n\d+/, 'startxref\n17'), 'latin1'),
      Buffer.concat([Buffer.from('GIF89a<html><!--\n'), whole]),
      Buffer.concat([whole, Buffer.from('PK\x05\x06'), Buffer.alloc(18)]),
    ];
    expect(await endingsOf(fixable)).toEqual(fixable.map(() => 'read'));
  }, 600_000);

  test('is no PDF where nothing of one is at its beginning', async () => {
    const [whole] = wholes as [Buffer];
    expect(
      await endingsOf([
        Buffer.alloc(0),
        Buffer.from('account,amount\n1,2'),
        Buffer.concat([Buffer.alloc(1_024), whole]),
      ]),
    ).toEqual(Array(3).fill('not_a_pdf'));
  }, 600_000);
});
