import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { type Engine, findEngine, startWorker } from '../../../src/ocr/tesseract-engine.ts';
import { tesseractReader } from '../../../src/ocr/tesseract-reader.ts';
import type { OcrReader, OcrWord } from '../../../src/statements/ocr/ocr-reader.ts';
import { defaultLimits, type ReadProgress } from '../../../src/statements/read-options.ts';
import { readPdf } from '../../../src/statements/read-pdf.ts';
import { readStatement } from '../../../src/statements/read-statement.ts';
import { pagesPdf, type RawPdf } from '../pdf/raw-pdf.ts';
import { readerOf, recogniseWith, scanContent, scanPdf, wordsOfLines, write } from './scanned.ts';

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

  test.each<readonly [string, unknown]>([
    ['nothing', null],
    ['no text', { left: 0, top: 0, right: 9, bottom: 9 }],
    ['no box', { text: 'x', left: 0, top: 0, right: Number.NaN, bottom: 9 }],
    ['a box upside down', { text: 'x', left: 0, top: 9, right: 9, bottom: 0 }],
    ['a box outside of the picture', { text: 'x', left: 0, top: 1e6, right: 9, bottom: 1e6 + 9 }],
  ])('whose reader gives a word with %s fails', async (_, bad) => {
    const reader: OcrReader = { readPage: async ({ dpi }) => [...wordsOfLines(dpi), bad as OcrWord] };
    await expect(readStatement(scanPdf(), { ocr: reader })).rejects.toMatchObject({
      code: 'ocr_failed',
      cause: new TypeError('Word 28 of the OCR reader has no text, or no box within the picture.'),
    });
  });

  test('whose reader gives more words or letters than the limit fails', async () => {
    const word = { text: 'x', confidence: 0, left: 0, top: 0, right: 9, bottom: 9 };
    for (const words of [Array(101).fill(word), [{ ...word, text: 'x'.repeat(1_201) }]])
      await expect(
        readStatement(scanPdf(), { ocr: { readPage: async () => words }, limits: { items: 100 } }),
      ).rejects.toMatchObject({ code: 'limit_exceeded', message: expect.stringContaining('`limits.items`') });
  });

  test('whose reader listens to the signal for many pages prints no warning', async () => {
    const warnings: Error[] = [];
    const onWarning = (warning: Error) => warnings.push(warning);
    process.on('warning', onWarning);
    const listening: OcrReader = {
      async readPage({ dpi }, { signal }) {
        signal.addEventListener('abort', () => undefined);
        return wordsOfLines(dpi);
      },
    };
    await readStatement(scanPdf(Array(8).fill(scanContent)), { ocr: listening });
    process.off('warning', onWarning);
    expect(warnings).toEqual([]);
  });

  test('without words has no text', async () => {
    expect(await codeOf(readStatement(scan, { ocr: { readPage: async () => [] } }))).toBe('no_text_layer');
  });

  test('without a table, as one that lies on its side, says what a scan has to be', async () => {
    const sideways = readerOf((text) => [...text].reverse().join(''));
    await expect(readStatement(scanPdf(), { ocr: sideways })).rejects.toMatchObject({
      code: 'no_transaction_table',
      message: expect.stringContaining('a scan of the statement that is upright'),
    });
  });

  test('with a picture that cannot be decoded says so, and prevents a proof by other pages', async () => {
    const broken = '/Type/XObject/Subtype/Image/Width 9/Height 9/Filter/JPXDecode';
    const white = '/Type/XObject/Subtype/Image/Width 1/Height 1/BitsPerComponent 8/ColorSpace/DeviceGray';
    const resources = (pdf: RawPdf) =>
      `/XObject<</P ${pdf.stream(white, Buffer.of(255))} 0 R/B ${pdf.stream(broken, 'nothing')} 0 R>>`;
    const page = scanContent.replace('/P', '/B');
    await expect(readHere(pagesPdf([page], { resources }))).rejects.toMatchObject({
      code: 'damaged',
      message: expect.stringContaining('Page 1 of the PDF is a scan with a picture that cannot be decoded'),
    });
    expect((await readHere(pagesPdf([scanContent, page], { resources }))).proof).toMatchObject({
      proved: false,
      doubts: ['page 2 shows a picture that cannot be decoded'],
    });
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

  test('fails if its thread or its language does not load', async () => {
    const engine = findEngine();
    const createWorker: Engine['createWorker'] = (language, mode, options) =>
      engine.createWorker(language, mode, { ...options, workerPath: '/nowhere/worker.js' });
    await expect(startWorker({ ...engine, createWorker })).rejects.toThrow('/nowhere/worker.js');
    await expect(startWorker({ ...engine, languagePath: '/nowhere' })).rejects.toThrow('/nowhere/eng.traineddata.gz');
  });
});

describe('the reader in use', () => {
  const blank = { width: 60, height: 40, data: new Uint8Array(2_400).fill(255), dpi: 200 };
  const large = { width: 1_600, height: 2_300, data: new Uint8Array(1_600 * 2_300), dpi: 200 };
  for (const at of large.data.keys()) large.data[at] = at % 7 < 3 && (at / 1_600) % 30 < 15 ? 0 : 255;
  const { signal } = new AbortController();

  test('reads pages one after another, and gives a waiting one up at its signal', async () => {
    await using ocr = tesseractReader({ workers: 1 });
    const aborting = new AbortController();
    const first = ocr.readPage(blank, { signal, pass: 1 });
    const waiting = codeOf(ocr.readPage(blank, { signal: aborting.signal, pass: 1 }));
    const last = ocr.readPage(blank, { signal, pass: 2 });
    aborting.abort();
    expect(await Promise.race([waiting, first])).toBe('aborted');
    expect(await Promise.all([first, last])).toEqual([[], []]);
  });

  test('ends its pages at close(), and reads on with new threads', async () => {
    await using ocr = tesseractReader({ workers: 1 });
    await ocr.readPage(blank, { signal, pass: 1 });
    const pages = [1, 2].map(() => codeOf(ocr.readPage(large, { signal, pass: 1 })));
    await ocr.close();
    expect(await Promise.all(pages)).toEqual(['ocr_failed', 'ocr_failed']);
    expect(await ocr.readPage(blank, { signal, pass: 1 })).toEqual([]);
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

  test('with a date above or below the picture is proved, and beside its entries it is not', async () => {
    const proved = [820, 40, 690].map(async (y) => {
      return (await readHere(scanPdf([scanContent + write('Sent 12/03/2025', 300, y)]))).proof.proved;
    });
    expect(await Promise.all(proved)).toEqual([true, true, false]);
  });

  test('of a cutting is a scan, and of a logo beside text is not', async () => {
    const cutting = 'q 300 0 0 400 0 0 cm /P Do Q';
    expect((await readHere(scanPdf([cutting]))).source).toBe('ocr');
    expect(await codeOf(readHere(scanPdf([cutting + write('Sent', 40, 820)])))).toBe('no_text_layer');
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
