/** A lender uploads a statement and receives the result: client, server and receiver in one process. Spec §4.14, §4.15, §6.4. */
import { describe, expect, test } from 'vitest';
import { uploadAndWait } from '../../src/worker/index.ts';
import { type PrintedAccount, plainPdf, statementPdf } from '../server/engine/income/statement-pdf.ts';
import { ADA, FORM } from '../server/engine/income/uploader.ts';
import { createFixture } from './fixture.ts';

const MUSA: PrintedAccount = { ...ADA, name: 'MUSA DANLADI', number: '0200000021', openingBalance: 1_000 };
const ada = { ...FORM, statement: statementPdf(ADA) };
const musa = {
  ...FORM,
  bvn: '22200000002',
  accountName: 'Musa Danladi',
  accountNumber: MUSA.number,
  bankName: 'United Bank for Africa',
  bankCode: '033',
};

describe('a lender who uploads a statement', () => {
  test('gets its entries', async () => {
    const { kit, receiver } = await createFixture();
    const answer = await uploadAndWait(kit, receiver, ada, { want: 'transactions' });
    expect(answer).toMatchObject({
      outcome: 'read',
      event: { kind: 'income_transaction', data: { balance: 438_501.5, accountName: 'Ada Obiora' } },
    });
    if (answer.outcome === 'read')
      expect(answer.event.data.trans.map(({ amount }) => amount)).toEqual([250_000.75, 80_000, 250_000.75, 1_500]);
  });

  test('gets its insight, once an earlier statement named the borrower of the payer', async () => {
    const { kit, receiver } = await createFixture();
    await uploadAndWait(kit, receiver, ada, { want: 'transactions' });
    const answer = await uploadAndWait(kit, receiver, ada, { want: 'insight' });
    expect(answer).toMatchObject({
      outcome: 'read',
      event: { kind: 'income_insight', data: { averageMonthlyIncome: '250000.75', numberOfActiveMonths: '2' } },
    });
  });

  test('gets its insight at once where the service says whose statement came in', async () => {
    const { kit, receiver } = await createFixture({ server: { policy: { pdfUploadEvent: true } } });
    expect(await uploadAndWait(kit, receiver, ada, { want: 'insight' })).toMatchObject({
      outcome: 'read',
      event: { kind: 'income_insight' },
    });
  });

  test('gets for two payers at once what belongs to each', async () => {
    const { kit, receiver } = await createFixture();
    const [first, second] = await Promise.all([
      uploadAndWait(kit, receiver, ada, { want: 'transactions' }),
      uploadAndWait(kit, receiver, { ...musa, statement: statementPdf(MUSA) }, { want: 'transactions' }),
    ]);
    expect([first, second]).toMatchObject([
      { outcome: 'read', event: { data: { bvn: ada.bvn, balance: 438_501.5 } } },
      { outcome: 'read', event: { data: { bvn: musa.bvn, balance: 419_501.5 } } },
    ]);
  });

  test('learns why it could not be read, and can try again with the right password', async () => {
    const { kit, receiver } = await createFixture();
    const locked = { ...ada, statement: statementPdf(ADA, 's3cret') };
    expect(await uploadAndWait(kit, receiver, { ...ada, statement: plainPdf() }, { want: 'insight' })).toMatchObject({
      outcome: 'unreadable',
      event: { kind: 'income_insight_failure', data: { code: 'no_text_layer' } },
    });
    const wrong = await uploadAndWait(kit, receiver, { ...locked, password: 'secret' }, { want: 'transactions' });
    expect(wrong).toMatchObject({
      outcome: 'unreadable',
      reason: expect.stringMatching(/password/i),
      event: { data: { code: 'password_wrong' } },
    });
    expect(
      (await uploadAndWait(kit, receiver, { ...locked, password: 's3cret' }, { want: 'transactions' })).outcome,
    ).toBe('read');
  });

  test('gets it before time moves on', async () => {
    const { kit, receiver, inbox, moveTo } = await createFixture();
    await kit.income.uploadStatement(ada);
    await moveTo('2026-03-01T08:00:00Z');
    await receiver.settled();
    const [item] = await inbox.list({ kinds: ['income_transaction'], limit: 5 });
    expect(item?.receivedAt.slice(0, 10)).not.toBe('2026-03-01');
  });
});
