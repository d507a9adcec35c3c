/** Real files, read by the server: what comes of each. Spec §4.14, §4.15, §6.4. */
import { describe, expect, test } from 'vitest';
import { parse } from '../../../../src/webhooks/parse.ts';
import { plainPdf, statementPdf } from './statement-pdf.ts';
import { ADA, FORM, uploader } from './uploader.ts';

const MUSA = { ...ADA, name: 'MUSA DANLADI', number: '0200000021', openingBalance: 5_000 };

const LETTER = [
  'Dear Ada,',
  'thank you for your letter of 3 May, which we have read with care.',
  'Your account is in good order. With kind regards, your bank.',
];

describe('a statement', () => {
  test('that is parsed comes back as its entries, newest first', async () => {
    const { outcome } = uploader();
    const [reported, ...more] = await outcome('pdf-parser');
    expect(more).toEqual([]);
    const { bvn, accountNumber, bankCode, bankName } = FORM;
    expect(reported).toEqual({
      event: 'income_transaction',
      data: {
        success: true,
        ...{ accountNumber, accountName: 'Ada Obiora', bvn, bankCode, bankName },
        appId: '650000000000000000000001',
        businessId: '650000000000000000000002',
        borrowerId: expect.stringMatching(/^[0-9a-f]{24}$/),
        balance: 438_501.5,
        pdfUrl: expect.stringMatching(/^http:\/\/127\.0\.0\.1:65535\/_files\/[0-9a-f]{24}$/),
        lastTransactionDate: '2025-12-24T00:00:00.000Z',
        trans: [
          {
            type: 'credit',
            narration: 'SALARY DECEMBER',
            amount: 250_000.75,
            date: '2025-12-24T00:00:00.000Z',
            balance: 438_501.5,
            bankCode,
          },
          {
            type: 'debit',
            narration: 'NIP TRF TO MUSA/RENT',
            amount: 80_000,
            date: '2025-12-02T00:00:00.000Z',
            balance: 188_500.75,
            bankCode,
          },
          {
            type: 'credit',
            narration: 'SALARY NOVEMBER',
            amount: 250_000.75,
            date: '2025-11-25T00:00:00.000Z',
            balance: 268_500.75,
            bankCode,
          },
          {
            type: 'debit',
            narration: 'AIRTIME/MTN',
            amount: 1_500,
            date: '2025-11-03T00:00:00.000Z',
            balance: 18_500,
            bankCode,
          },
        ],
      },
    });
    expect(parse(Buffer.from(JSON.stringify(reported))).kind).toBe('income_transaction');
  });

  test('that is processed comes back as the insight over its entries', async () => {
    const { outcome } = uploader();
    const [reported, ...more] = await outcome('process-income');
    expect(more).toEqual([]);
    expect(reported).toMatchObject({
      event: 'income_insight',
      data: {
        success: true,
        businessId: '650000000000000000000002',
        numberOfActiveMonths: '2',
        averageMonthlyIncome: '250000.75',
        totalMoneyReceive: '500001.50',
        totalMoneySpent: '81500.00',
        balance: { 'November 2025': 268_500.75, 'December 2025': 438_501.5 },
        totalBorrowed: 'null',
        creditInsight: 'null',
      },
    });
    expect(reported?.data).not.toHaveProperty('proof');
    expect(parse(Buffer.from(JSON.stringify(reported))).kind).toBe('income_insight');
  });

  test('names the same borrower in both, and another one for another BVN', async () => {
    const { outcome } = uploader();
    const borrowerOf = async (...given: Parameters<typeof outcome>) => (await outcome(...given))[0]?.data.borrowerId;
    const ada = await borrowerOf('pdf-parser');
    expect(await borrowerOf('process-income')).toBe(ada);
    expect(await borrowerOf('pdf-parser', statementPdf(MUSA), { fields: { bvn: '22200000002' } })).not.toBe(ada);
  });

  test('that is locked opens with the password of the form only', async () => {
    const { outcome } = uploader();
    const locked = statementPdf(ADA, 's3cret');
    const opened = await outcome('pdf-parser', locked, { fields: { password: 's3cret' } });
    expect(opened[0]?.data.trans).toHaveLength(4);
    const codes: string[] = [];
    for (const fields of [{}, { password: '' }, { password: 's3cre' }]) {
      const [failed] = await outcome('process-income', locked, { fields });
      expect(failed?.event).toBe('income_insight_failure');
      expect(JSON.stringify(failed)).not.toContain('s3cre');
      codes.push(failed?.data.code);
    }
    expect(codes).toEqual(['password_required', 'password_required', 'password_wrong']);
  });

  test.each([
    ['is a scan', plainPdf(), 'no_text_layer'],
    ['is a letter', plainPdf(LETTER), 'no_transaction_table'],
    ['is broken inside', Buffer.from('%PDF-1.7\nnothing that could be read\n%%EOF'), 'damaged'],
    [
      'shows several accounts and not the one of the form',
      statementPdf([MUSA, { ...MUSA, number: '0200000022' }]),
      'several_accounts',
    ],
  ])('that %s comes back as a failure with its reason', async (_what, pdf, code) => {
    const { outcome } = uploader();
    const { bvn, accountNumber, accountName, bankCode, bankName } = FORM;
    for (const operation of ['pdf-parser', 'process-income'] as const) {
      const [reported, ...more] = await outcome(operation, pdf);
      expect([reported?.event, more]).toEqual(['income_insight_failure', []]);
      expect(reported?.data).toMatchObject({
        success: false,
        code,
        bvn,
        accountNumber,
        accountName,
        bankCode,
        bankName,
      });
      expect(reported?.data.reason).toBe(reported?.data.message);
      expect(reported?.data.reason.length).toBeGreaterThan(20);
    }
  });

  test('in a file of several accounts is that of the account of the form', async () => {
    const { outcome } = uploader();
    const [reported] = await outcome('pdf-parser', statementPdf([MUSA, ADA]));
    expect(reported).toMatchObject({
      event: 'income_transaction',
      data: { balance: 438_501.5, accountNumber: ADA.number },
    });
  });

  test('without balances is reported with the doubt about it, and refused where the agreement says so', async () => {
    const { outcome, server } = uploader();
    const bare = statementPdf({ ...ADA, hasNoBalances: true });
    const [reported] = await outcome('pdf-parser', bare);
    expect(reported).toMatchObject({
      event: 'income_transaction',
      data: { success: true, proof: { proved: false, doubts: [expect.any(String)] } },
    });
    await server.controls.patchPolicy({ unprovedStatements: 'refuse' });
    expect((await outcome('pdf-parser', bare))[0]).toMatchObject({
      event: 'income_insight_failure',
      data: { code: 'unproved' },
    });
    expect((await outcome('pdf-parser'))[0]?.event).toBe('income_transaction');
  });

  test('of another account and holder is reported under the names of the form, and listed as a violation', async () => {
    const { outcome, server } = uploader();
    const [reported] = await outcome('process-income', statementPdf(MUSA));
    expect(reported?.event).toBe('income_insight');
    const { items } = await server.controls.violations();
    expect(items.map(({ rule, spec, operation, severity }) => [rule, spec, operation, severity])).toEqual([
      ['statement-of-named-account', 'Spec §4.15', 'processIncome', 'listed'],
      ['statement-of-named-holder', 'Spec §4.15', 'processIncome', 'listed'],
    ]);
    expect(JSON.stringify(items)).not.toMatch(/MUSA|DANLADI|02000000/);
  });
});
