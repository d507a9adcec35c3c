import { describe, expect, test } from 'vitest';
import type { IncomeInsightData } from '../../../../src/domain/income-insight.ts';
import { ConfigurationError, StatementError, type StatementErrorCode } from '../../../../src/errors.ts';
import { readUpload } from '../../../../src/server/engine/income/read-upload.ts';
import type { UploadedStatement } from '../../../../src/server/engine/income/uploaded-statement.ts';
import type { ReadStatementOptions } from '../../../../src/statements/read-options.ts';
import type { Statement } from '../../../../src/statements/statement.ts';
import { parse } from '../../../../src/webhooks/parse.ts';
import { FACTS, statement, upload } from './uploads.ts';

/** Reads an upload with a reader that answers this, and keeps what it and the insight were asked. */
async function read(given: ReturnType<typeof upload>, answer: Statement | Error = statement()) {
  const asked: ReadStatementOptions[] = [];
  const computed: unknown[][] = [];
  const { signal } = new AbortController();
  const { events, doubts } = await readUpload(given, {
    readers: {
      readStatement: async (_pdf, options) => {
        asked.push(options);
        if (answer instanceof Error) throw answer;
        return answer;
      },
      computeInsight: async (...all) => {
        computed.push(all);
        return { success: true, averageMonthlyIncome: '1.00' } as unknown as IncomeInsightData;
      },
    },
    largestFile: 5_000,
    filesUrl: () => 'http://server/_files/',
    signal,
  });
  // biome-ignore lint/suspicious/noExplicitAny: tests reach into events of every kind
  return { events: events as readonly { event: string; data: any }[], doubts, asked, computed };
}

const withTerms = (terms: Partial<UploadedStatement['terms']>) =>
  upload('f1', { terms: { ...upload().terms, ...terms } });
const unproved = statement({
  proof: {
    proved: false,
    confidence: 0.4,
    chain: { checked: 0, broken: [] },
    printed: [],
    doubts: ['no balance is printed'],
  },
});

describe('a statement that was read', () => {
  test('is reported as the specification shows it, newest entry first', async () => {
    const { events, doubts } = await read(upload());
    const { businessId, borrowerId, bvn, accountNumber, accountName, bankCode, bankName, appId } = FACTS;
    expect(doubts).toEqual([]);
    expect(events).toEqual([
      {
        event: 'income_transaction',
        data: {
          success: true,
          ...{ accountNumber, accountName, bvn, appId, borrowerId, businessId, bankCode, bankName },
          balance: 60.1,
          pdfUrl: 'http://server/_files/f1',
          lastTransactionDate: '2026-01-03T00:00:00.000Z',
          trans: [
            {
              type: 'credit',
              narration: 'ENTRY 3',
              amount: 70,
              date: '2026-01-03T00:00:00.000Z',
              balance: 60.1,
              bankCode,
            },
            {
              type: 'debit',
              narration: 'ENTRY 2',
              amount: 160.25,
              date: '2026-01-02T00:00:00.000Z',
              balance: -9.9,
              bankCode,
            },
            {
              type: 'credit',
              narration: 'ENTRY 1',
              amount: 50.35,
              date: '2026-01-01T00:00:00.000Z',
              balance: 150.35,
              bankCode,
            },
          ],
        },
      },
    ]);
  });

  test('is reported in whole kobo under that term', async () => {
    const { events } = await read(withTerms({ amountUnit: 'kobo' }));
    const { balance, trans } = events[0]?.data ?? {};
    expect([balance, trans.map((entry: { amount: number; balance: number }) => [entry.amount, entry.balance])]).toEqual(
      [
        6_010,
        [
          [7_000, 6_010],
          [16_025, -990],
          [5_035, 15_035],
        ],
      ],
    );
  });

  test('is read with the password, the bank and the limit of the upload, and with its account only where there are several', async () => {
    const options = {
      password: 's3cret',
      bankCode: FACTS.bankCode,
      limits: { bytes: 5_000 },
      signal: expect.any(AbortSignal),
    };
    const several = new StatementError('several_accounts', 'There are two.');
    expect((await read(upload('f1', { password: 's3cret' }))).asked).toEqual([options]);
    expect((await read(upload('f1', { password: 's3cret' }), several)).asked).toEqual([
      options,
      { ...options, account: FACTS.accountNumber },
    ]);
    expect((await read(upload('f1', { password: 's3cret' }), new StatementError('damaged', 'Torn.'))).asked).toEqual([
      options,
    ]);
  });

  test('becomes an insight over its entries, currency, period and balances, with what the bureau holds', async () => {
    const bureau = { totalBorrowed: 5, totalOutstanding: 4, totalOverdue: 0, creditInsight: 'One loan.' };
    const account = { ...statement().account, currency: 'USD' };
    const { events, computed } = await read(upload('f1', { want: 'insight', bureau }), statement({ account }));
    const { businessId, borrowerId, accountName } = FACTS;
    const { transactions, period, openingBalance, closingBalance } = statement();
    expect(computed).toEqual([
      [
        transactions,
        { businessId, borrowerId, accountName, currency: 'USD', period, openingBalance, closingBalance, bureau },
      ],
    ]);
    expect(events).toEqual([{ event: 'income_insight', data: { success: true, averageMonthlyIncome: '1.00' } }]);
  });

  test('says so where it does not prove itself, or counts as unreadable under that term', async () => {
    const proof = { proved: false, confidence: 0.4, doubts: ['no balance is printed'] };
    for (const want of ['transactions', 'insight'] as const) {
      expect((await read({ ...upload(), want }, unproved)).events[0]?.data).toMatchObject({ success: true, proof });
      const [refused] = (await read({ ...withTerms({ unprovedStatements: 'refuse' }), want }, unproved)).events;
      expect(refused).toMatchObject({
        event: 'income_insight_failure',
        data: { code: 'unproved', message: expect.stringContaining('no balance is printed') },
      });
      expect((await read({ ...withTerms({ unprovedStatements: 'refuse' }), want })).events[0]?.data).not.toHaveProperty(
        'proof',
      );
    }
  });

  test('carries the signs of editing, with the places of its own entries', async () => {
    const findings = [{ code: 'mixed_fonts', severity: 'suspicious', page: 1, rows: [0, 1], message: 'x' }] as const;
    const edited = statement({ integrity: { findings } });
    const integrityOf = async (want: 'transactions' | 'insight') =>
      (await read({ ...upload(), want }, edited)).events[0]?.data.integrity;
    expect(await integrityOf('transactions')).toEqual({ findings: [{ ...findings[0], rows: [1, 2] }] });
    const { rows: _, ...withoutRows } = findings[0];
    expect(await integrityOf('insight')).toEqual({ findings: [withoutRows] });
    expect((await read(upload())).events[0]?.data).not.toHaveProperty('integrity');
  });

  test('has no balance of zero made up beyond what the event needs', async () => {
    const bare = statement().transactions.map((each) => ({ ...each, balance: null, balancePrinted: false }));
    const { events, computed } = await read(upload(), {
      ...unproved,
      transactions: bare,
      openingBalance: null,
      closingBalance: null,
    });
    expect([events[0]?.data.balance, events[0]?.data.trans[0].balance, events[0]?.data.proof.proved]).toEqual([
      0,
      0,
      false,
    ]);
    expect(computed).toEqual([]);
  });

  test('without entries counts as unreadable: its event names the day of the last one', async () => {
    expect((await read(upload(), statement({ transactions: [] }))).events[0]).toMatchObject({
      event: 'income_insight_failure',
      data: { code: 'no_transaction_table', message: expect.stringContaining('has no entries') },
    });
  });
});

const codes: readonly StatementErrorCode[] = [
  'not_a_pdf',
  'password_required',
  'password_wrong',
  'unsupported_encryption',
  'no_text_layer',
  'ocr_failed',
  'no_transaction_table',
  'several_accounts',
  'limit_exceeded',
  'damaged',
];

describe('a statement that could not be read', () => {
  test.each(codes)('for %s is reported with code, reason and payer, whatever it was uploaded for', async (code) => {
    const error = new StatementError(code, 'It could not be read: do this.');
    for (const want of ['transactions', 'insight'] as const) {
      const { events } = await read(upload('f1', { want }), error);
      const data = {
        success: false,
        code,
        message: 'It could not be read: do this.',
        reason: 'It could not be read: do this.',
        ...FACTS,
      };
      expect(events).toEqual([{ event: 'income_insight_failure', data }]);
    }
  });

  test('for want of the engine names the command that installs it', async () => {
    const missing = new ConfigurationError('readStatement', [
      { path: 'unpdf', message: 'is not installed: npm install unpdf@~1.7' },
    ]);
    expect((await read(upload(), missing)).events[0]?.data).toMatchObject({
      code: 'config_invalid',
      reason: expect.stringContaining('npm install unpdf'),
    });
  });

  test('for an unexpected reason is reported without personal data', async () => {
    const { events } = await read(upload(), new TypeError('bvn 22200000001 broke'));
    expect(events[0]?.data).toMatchObject({
      code: 'reading_failed',
      reason: expect.stringMatching(/could not be read: bvn .*broke/),
    });
    expect(events[0]?.data.reason).not.toContain('22200000001');
  });

  test('is an event that the receiver knows', async () => {
    const { events } = await read(upload(), new StatementError('damaged', 'Torn.'));
    expect(parse(Buffer.from(JSON.stringify(events[0])))).toMatchObject({
      kind: 'income_insight_failure',
      data: { code: 'damaged', message: 'Torn.' },
    });
  });
});

describe('the receipt of a statement', () => {
  const pages = async (answer: Statement | Error) =>
    (await read(withTerms({ pdfUploadEvent: true }), answer)).events.map(({ event, data }) => [event, data]);

  test('goes out first under that term, with the pages where they are known', async () => {
    expect(await pages(statement())).toEqual([
      ['pdf_upload', { ...FACTS, pageCount: 4 }],
      ['income_transaction', expect.anything()],
    ]);
    expect(await pages(new StatementError('damaged', 'Torn.'))).toEqual([
      ['pdf_upload', FACTS],
      ['income_insight_failure', expect.anything()],
    ]);
  });
});

describe('a statement of another account', () => {
  const rulesFor = async (account: Statement['account'], facts = {}) =>
    (await read(upload('f1', { facts: { ...FACTS, ...facts } }), statement({ account }))).doubts.map(
      ({ rule }) => rule,
    );

  test('is reported, and doubted by its number', async () => {
    const { events, doubts } = await read(upload(), statement({ account: { number: '0123456780' } }));
    expect([events[0]?.event, doubts.map(({ rule }) => rule)]).toEqual([
      'income_transaction',
      ['statement-of-named-account'],
    ]);
    expect(doubts[0]?.message).not.toMatch(/\d{4}/);
  });

  test.each([
    ['as the form says', '0123456789'],
    ['with its kind before it', 'SA0123456789'],
    ['masked but for its end', '******6789'],
    ['masked but for its beginning', '0123******'],
    ['with a currency after it', '0123456789(NGN)'],
  ])('is not doubted where its number is printed %s', async (_how, number) => {
    expect(await rulesFor({ number })).toEqual([]);
  });

  test.each(['******6780', '0124******', '123456780', '9990123456780'])(
    'is doubted where its number is printed as %s',
    async (number) => {
      expect(await rulesFor({ number })).toEqual(['statement-of-named-account']);
    },
  );

  test('is doubted where no word of its name is in that of the form, in whatever order, case and accents', async () => {
    expect(await rulesFor({ name: 'MUSA DANLADI' })).toEqual(['statement-of-named-holder']);
    expect(await rulesFor({ name: 'Obióra, Ngozi A.' })).toEqual([]);
    expect(await rulesFor({ name: '***' })).toEqual([]);
    expect(await rulesFor({})).toEqual([]);
  });
});
