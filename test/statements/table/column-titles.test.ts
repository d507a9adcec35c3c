import { describe, expect, test } from 'vitest';
import {
  type ColumnRole,
  exactTitleOf,
  isTitleWord,
  looseTitleOf,
  titleOf,
} from '../../../src/statements/table/column-titles.ts';

const said: Readonly<Partial<Record<ColumnRole, readonly string[]>>> = {
  date: [
    'Trans. Date',
    'Date Posted',
    'Transaction Date',
    'TransDate',
    'Date',
    'Txn',
    'Tran Date',
    'Txn Date',
    'Date/Time',
    'Trans. Time',
    'Post Date',
    'Actual Transaction Date',
    'Create Date',
    'Actual\nTransaction\nDate',
    'Transac- tion Date',
    'Payment Date',
    'Operation Date',
    'POSTING DATE',
  ],
  valueDate: ['Value. Date', 'Value Date', 'ValueDate', 'Val Date', 'Value', 'Effective Date', 'VAL. DT'],
  narration: [
    'Remarks',
    'Description',
    'Transaction Details',
    'Narration',
    'Transaction description',
    'Details',
    'Particulars',
    'Comment',
    'Payee/Memo',
    'Transaction Detail',
    'narration',
    'Desc.',
  ],
  reference: [
    'Reference',
    'Reference No.',
    'Chq. No',
    'Chq No',
    'Ref. No',
    'Ref. No.',
    'Doc No.',
    'Transaction Reference',
    'Transaction ID',
    'CHEQUE NO',
  ],
  debit: [
    'Debits',
    'Debit',
    'Withdrawal',
    'Withdrawals',
    'Debit (NGN)',
    'Debit(₦)',
    'Payments',
    'Money out',
    'Money Out (NGN)',
    'Pay Out',
    'DR',
    'Debit Amount',
    'Debit (=N=)',
  ],
  credit: [
    'Credits',
    'Credit',
    'Deposit',
    'Deposits',
    'Lodgements',
    'Lodgement',
    'Lodgment',
    'Credit (NGN)',
    'Credit(₦)',
    'Money In',
    'Money In (NGN)',
    'Pay In',
    'CR',
    'Credit Amt',
  ],
  amount: ['Amount', 'Debit/Credit(₦)', 'Transaction Amount', 'Amount (NGN)', 'AMT'],
  side: ['DR/CR', 'Type', 'D/C', 'Transaction Type'],
  fee: ['Fee', 'Charges'],
  balance: [
    'Balance',
    'Balance (NGN)',
    'Balance(₦)',
    'Balance After(₦)',
    'Current Balance',
    'Account Balance',
    'Running Balance',
    'Bal.',
    'Closing Balance',
  ],
  serial: ['S/NO', 'S/N', '#', 'Serial No'],
  text: ['Originating Branch', 'Channel', 'Category', 'To / From', 'Branch', 'Teller', 'Status'],
};

describe('the title of a column', () => {
  for (const [role, names] of Object.entries(said)) {
    test.each(names)(`%j names the ${role}`, (name) => {
      expect(titleOf(name)?.role).toBe(role);
      expect(titleOf(name.toUpperCase())?.role).toBe(role);
    });
  }

  test.each([
    ['Descrip\0on', 'narration'],
    ['Descrip\uFFFDon', 'narration'],
    ['Transac\uE000on Date', 'date'],
    ['Transac\uFFFDon Details', 'narration'],
    ['Narra\0on', 'narration'],
  ])('%j lost a ligature and still says so', (name, role) => expect(exactTitleOf(name)?.role).toBe(role));

  test.each([
    ['Descripton', 'narration'],
    ['Narratlon', 'narration'],
    ['Withdrawels', 'debit'],
    ['Particulers', 'narration'],
    ['Value Datte', 'valueDate'],
    ['Balence', 'balance'],
  ])('%j has a letter or two wrong and still says so', (name, role) => {
    expect(exactTitleOf(name)).toBeUndefined();
    expect(titleOf(name)?.role).toBe(role);
  });

  test.each([
    '',
    '12.00',
    'Account Number',
    'Lagos',
    'Opening',
    'Page',
    'Statement of Account',
    'Total',
    'NIP TRANSFER',
    'Deb',
    'Bala',
    'Dote',
    'Date of birth',
    'Deposits are insured',
    `${'Balance '.repeat(10)}`,
  ])('%j is none', (text) => expect(titleOf(text)).toBeUndefined());

  test.each([
    ['Running Ledger Balance', 'balance'],
    ['Balance before the transaction', 'before'],
    ['Date of Payment', 'date'],
    ['Value Date (Effective)', 'valueDate'],
    ['Narration / Particulars of Transaction', 'narration'],
    ['Cheque or Ref Number', 'reference'],
    ['Amount Withdrawn (DR)', 'debit'],
    ['Amount Lodged (CR)', 'credit'],
    ['Total Debit', undefined],
    ['NIP TRANSFER', undefined],
  ])('%j is known by its words', (text, role) => expect(looseTitleOf(text)?.role).toBe(role));

  test('of two names for one thing has the better one, so that the ledger balance is read and not the available one', () => {
    expect(titleOf('Balance')?.rank).toBeLessThan(titleOf('Available Balance')?.rank ?? 0);
    expect(titleOf('Transaction Date')?.rank).toBeLessThan(titleOf('Txn')?.rank ?? 0);
  });
});

describe('a word', () => {
  test.each(['Date', 'NARRATION', 'Debit', 'Descrip\uFFFDon', 'Lodgements', 'Amt'])(
    '%j may belong to a title',
    (word) => expect(isTitleWord(word)).toBe(true),
  );
  test.each(['Lagos', 'STERLING', 'Adewoyin'])('%j does not', (word) => expect(isTitleWord(word)).toBe(false));
});
