/** The two BVNs of which everything is known beforehand. */
import { describe, expect, test } from 'vitest';
import { TEST_BORROWERS } from '../../../../src/server/engine/income/test-borrowers.ts';
import { uploader } from './uploader.ts';
import { PDF } from './uploads.ts';

describe.each(TEST_BORROWERS)('the test BVN $bvn', ({ bvn, entries }) => {
  const fields = { bvn, bankCode: '100004', bankName: 'Sample Wallet' };

  test('is answered with its entries, whatever is in the PDF', async () => {
    const { outcome, server } = uploader();
    const [reported] = await outcome('pdf-parser', PDF, { fields });
    expect(reported?.event).toBe('income_transaction');
    const newestFirst = entries
      .map(([day, type, narration, amount]) => [`${day}T00:00:00.000Z`, type, narration, amount])
      .reverse();
    type Entry = Readonly<Record<string, unknown>>;
    expect(
      reported?.data.trans.map(({ date, type, narration, amount }: Entry) => [date, type, narration, amount]),
    ).toEqual(newestFirst);
    expect(new Set(reported?.data.trans.map(({ bankCode }: Entry) => bankCode))).toEqual(new Set(['100004']));
    expect(reported?.data).toMatchObject({
      success: true,
      bvn,
      accountName: 'Ada Obiora',
      bankName: 'Sample Wallet',
      lastTransactionDate: newestFirst[0]?.[0],
    });
    expect(reported?.data.balance).toBe(reported?.data.trans[0].balance);
    expect(Buffer.from(await (await server.fetch(reported?.data.pdfUrl)).arrayBuffer())).toEqual(PDF);
  });

  test('is answered with an insight over the same entries', async () => {
    const { outcome } = uploader();
    const [reported] = await outcome('process-income', PDF, { fields });
    const sumOf = (side: string) =>
      entries.reduce((sum, [, type, , amount]) => sum + (type === side ? Math.round(amount * 100) : 0), 0) / 100;
    const months = new Set(entries.map(([day]) => day.slice(0, 7))).size;
    expect(reported).toMatchObject({
      event: 'income_insight',
      data: {
        success: true,
        numberOfActiveMonths: `${months}`,
        totalMoneyReceive: sumOf('credit').toFixed(2),
        totalMoneySpent: sumOf('debit').toFixed(2),
      },
    });
    expect(reported?.data).not.toHaveProperty('proof');
  });

  test('does not get past the checks of the form and of the signature', async () => {
    const { upload, server } = uploader();
    expect((await upload('pdf-parser', Buffer.from('no PDF'), { fields })).json.data.code).toBe('not_a_pdf');
    expect((await upload('pdf-parser', PDF, { fields: { ...fields, accountNumber: '12' } })).status).toBe(400);
    expect((await upload('pdf-parser', PDF, { fields, token: 'sk_test_repaykit' })).status).toBe(401);
    expect((await server.controls.webhooks()).items).toEqual([]);
  });
});

test('the employee is paid a salary and may borrow, the trader pays lenders, bets and may not', async () => {
  const { outcome } = uploader();
  const insightOf = async (bvn: string) => (await outcome('process-income', PDF, { fields: { bvn } }))[0]?.data;
  const employee = await insightOf('12345678901');
  const trader = await insightOf('98765432101');
  expect([employee.salary.amount, employee.loans, employee.gambling]).toEqual([
    [285_450, 285_450, 285_450, 285_450, 285_450, 298_450],
    {},
    {},
  ]);
  expect([Object.keys(trader.loans), Object.keys(trader.gambling).length, trader.salary.amount]).toEqual([
    ['September 2025', 'October 2025', 'November 2025', 'December 2025'],
    4,
    [],
  ]);
  expect([Number(employee.eligibleAmount) > 0, trader.eligibleAmount]).toEqual([true, '0.00']);
  expect([employee.creditBreakdown.negBalDays, trader.creditBreakdown.negBalDays]).toEqual(['0', '2']);
});
