import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { findEngine } from '../../../src/ocr/tesseract-engine.ts';
import { tesseractReader } from '../../../src/ocr/tesseract-reader.ts';
import type { OcrReader } from '../../../src/statements/ocr/ocr-reader.ts';
import { defaultLimits, type ReadProgress } from '../../../src/statements/read-options.ts';
import { readPdf } from '../../../src/statements/read-pdf.ts';
import { readStatement } from '../../../src/statements/read-statement.ts';
import { readerOf, recogniseWith, scanContent, scanPdf, write } from './scanned.ts';

/** An invented statement, printed and scanned at 200 dots an inch. */
const scan = new Uint8Array(readFileSync(join(import.meta.dirname, 'scan.pdf')));

const codeOf = (reading: Promise<unknown>) =>
  reading.then(
    () => 'read',
    ({ code }: { code: string }) => code,
  );

const readHere = (pdf: Uint8Array, reader: OcrReader = readerOf()) =>
  readPdf(new Uint8Array(pdf), { limits: defaultLimits }, { recognise: recogniseWith(reader) });

describe('a scan', () => {
  test('is read with tesseract.js, and proved', async () => {
    await using ocr = tesseractReader();
    const progress: ReadProgress[] = [];
    const statement = await readStatement(scan, { ocr, onProgress: (step) => progress.push(step) });
    expect(statement).toMatchObject({ source: 'ocr', openingBalance: 37_337.38, closingBalance: 937_265.34 });
    expect(statement.proof).toMatchObject({ proved: true, doubts: [] });
    const { transactions } = statement;
    expect(transactions).toHaveLength(17);
    expect(transactions[13]).toMatchObject({
      type: 'credit',
      amount: 567_600,
      date: '2022-10-25T00:00:00.000Z',
      balance: 936_374.37,
      narration: 'OCT 2022 SALARY/ALAFIA SOFTWARE LTD',
    });
    expect(statement.integrity.findings.filter(({ severity }) => severity !== 'note')).toEqual([]);
    expect(progress).toEqual([{ page: 1, pages: 1 }]);
  });

  test('without a reader names the option', async () => {
    await expect(readStatement(scan)).rejects.toMatchObject({
      code: 'no_text_layer',
      message: expect.stringContaining('`ocr: tesseractReader()` of repaykit/ocr'),
    });
  });

  test('ends at its signal, and the reader goes on with the next one', async () => {
    await using ocr = tesseractReader({ workers: 1 });
    const aborting = new AbortController();
    const reading = codeOf(readStatement(scan, { ocr, signal: aborting.signal }));
    setTimeout(() => aborting.abort(), 300);
    expect(await reading).toBe('aborted');
    const blank = { width: 60, height: 40, data: new Uint8Array(2_400).fill(255), dpi: 200 };
    expect(await ocr.readPage(blank, { signal: new AbortController().signal, pass: 1 })).toEqual([]);
  });

  test('ends at the limit of its time and of its pixels', async () => {
    const endless: OcrReader = { readPage: () => new Promise(() => {}) };
    expect(await codeOf(readStatement(scan, { ocr: endless, limits: { timeMs: 1_500 } }))).toBe('limit_exceeded');
    await expect(readStatement(scan, { ocr: readerOf(), limits: { pixels: 1_000_000 } })).rejects.toMatchObject({
      code: 'limit_exceeded',
      message: expect.stringContaining('raise `limits.pixels`'),
    });
  });

  test('whose reader fails says so, with the cause', async () => {
    const failing: OcrReader = { readPage: () => Promise.reject(new Error('no paper')) };
    await expect(readStatement(scan, { ocr: failing })).rejects.toMatchObject({
      name: 'StatementError',
      code: 'ocr_failed',
      cause: new Error('no paper'),
    });
    // In JavaScript, anything may be passed.
    const wordless = { readPage: async () => 'words' } as unknown as OcrReader;
    expect(await codeOf(readStatement(scan, { ocr: wordless }))).toBe('ocr_failed');
    expect(await codeOf(readStatement(scan, { ocr: {} as OcrReader }))).toBe('input_invalid');
  });

  test('without words has no text', async () => {
    expect(await codeOf(readStatement(scan, { ocr: { readPage: async () => [] } }))).toBe('no_text_layer');
  });
});

describe('the reader', () => {
  test.each(['tesseract.js', '@tesseract.js-data/eng'])('says how %s is installed', (missing) => {
    const find = (name: string) => {
      if (name === missing) throw new Error('not found');
      return { createWorker: () => undefined, langPath: '/data/4.0.0' };
    };
    expect(() => findEngine(find)).toThrow(
      `repaykit/ocr: ${missing}: is not installed: npm install tesseract.js@7 @tesseract.js-data/eng`,
    );
  });

  test('refuses another version, and invalid options', () => {
    expect(() => findEngine(() => ({}))).toThrow('tesseract.js: is of a version that does not fit');
    expect(() => tesseractReader({ workers: 0 })).toThrow('workers');
  });
});

describe('a page', () => {
  test('whose picture holds other figures than its invisible text is read from the picture', async () => {
    const lying = [40, 60, 80].map((y, index) => write(`0${index + 1}-Feb-2025 SALARY 680,000.00`, 60, 700 - y, 3));
    const statement = await readHere(scanPdf([[...lying, scanContent, ...lying].join(' ')]));
    expect(statement).toMatchObject({ source: 'ocr', proof: { proved: true } });
    expect(statement.transactions.map(({ amount }) => amount)).toEqual([2_000, 5_000.5, 150, 500]);
    expect(statement.integrity.findings.filter(({ severity }) => severity !== 'note')).toEqual([]);
  });

  test.each([
    ['text', scanContent + write('650,000.00', 300, 400), undefined],
    ['a stamp', scanContent, '650,000.00'],
  ])('with a figure in %s over the picture is not proved', async (_what, content, stamp) => {
    const { proof, integrity } = await readHere(scanPdf([content], stamp));
    expect(proof.proved).toBe(false);
    expect(integrity.findings.map(({ code }) => code)).toContain('annotation_over_text');
  });

  test('with text is read from its text, beside pages that are scans', async () => {
    const rows = [
      ['20-Feb-2025', 'FOOD', '50.50', '12,300.00'],
      ['21-Feb-2025', 'WATER', '300.00', '12,000.00'],
    ];
    const lines = rows.map(([date = '', narration = '', debit = '', balance = ''], index) => {
      const y = 700 - 20 * index;
      return [write(date, 40, y), write(narration, 120, y), write(debit, 300, y), write(balance, 460, y)].join(' ');
    });
    const titles = [write('Date', 40, 740), write('Narration', 120, 740), write('Debit', 300, 740)];
    const text = [...titles, write('Credit', 380, 740), write('Balance', 460, 740), ...lines];
    const foot = write('This page is printed for the holder of the account. '.repeat(4), 40, 60);
    const { source, transactions } = await readHere(scanPdf([scanContent, [...text, foot].join(' ')]));
    expect(source).toBe('ocr');
    expect(transactions.map(({ page, amount }) => `${page}: ${amount}`)).toEqual([
      '1: 2000',
      '1: 5000.5',
      '1: 150',
      '1: 500',
      '2: 50.5',
      '2: 300',
    ]);
  });
});

describe('two readings', () => {
  test('prove a statement if they agree', async () => {
    expect((await readHere(scanPdf())).proof).toMatchObject({ proved: true, doubts: [] });
  });

  test.each([1, 2] as const)('with another date in pass %i leave a doubt', async (bad) => {
    const reader = readerOf((text, pass) => (pass === bad ? text.replace('09-Feb', '08-Feb') : text));
    const { proof } = await readHere(scanPdf(), reader);
    expect(proof).toMatchObject({
      proved: false,
      doubts: ['1 date was not read twice in the same way, and arithmetic does not prove dates'],
    });
  });

  test('give the one whose balances hold', async () => {
    const reader = readerOf((text, pass) => (pass === 1 ? text.replace('5,000.50', '6,000.50') : text));
    const { proof, transactions } = await readHere(scanPdf(), reader);
    expect(proof.proved).toBe(true);
    expect(transactions[1]?.amount).toBe(5_000.5);
  });
});
