import type { ColumnKind, HeadLabels, TableStyle } from '../../../src/testing/statements/layouts/statement-layout.ts';

/** What banks call their columns. */
export const titles: Readonly<Record<Exclude<ColumnKind, 'debit' | 'credit'>, readonly string[]>> = {
  serial: ['S/NO', 'S/N', 'No.', '#'],
  date: [
    'Date',
    'Trans Date',
    'Trans.\nDate',
    'Transaction Date',
    'Transaction\nDate',
    'Date Posted',
    'TransDate',
    'Txn Date',
    'Tran Date',
    'Post Date',
    'Posting\nDate',
    'Create Date',
    'Actual\nTransaction\nDate',
    'Trans-\naction\nDate',
    'Payment Date',
    'Operation Date',
    'Date of\nTransaction',
  ],
  valueDate: [
    'Value Date',
    'Value\nDate',
    'Val Date',
    'Value',
    'Effective Date',
    'ValueDate',
    'Value\nDate\n(Effective)',
  ],
  narration: [
    'Narration',
    'Description',
    'Remarks',
    'Transaction Details',
    'Details',
    'Particulars',
    'Transaction\nDescription',
    'Comment',
    'Payee/Memo',
    'Narration /\nParticulars of\nTransaction',
  ],
  reference: ['Reference', 'Ref. No', 'Reference No.', 'Transaction\nReference', 'Transaction ID', ''],
  cheque: ['Chq. No', 'Cheque No', 'Doc No.', 'Instrument\nNo'],
  channel: ['Channel', 'Trans.\nChannel'],
  branch: ['Branch', 'Originating\nBranch'],
  category: ['Category'],
  counterparty: ['To / From', 'Beneficiary/\nSender'],
  amount: ['Amount', 'Amount (NGN)', 'Debit/Credit(₦)', 'Transaction\nAmount'],
  type: ['Type', 'DR/CR', 'Trans\nType'],
  fee: ['Fee', 'Charges'],
  balance: [
    'Balance',
    'Current Balance',
    'Account Balance',
    'Balance(₦)',
    'Balance\n(NGN)',
    'Running\nBalance',
    'Balance After',
    'Running\nLedger\nBalance',
  ],
  before: ['Balance Before', 'Previous\nBalance', 'Opening Balance', 'Balance\nbefore\ntransaction'],
};

/** What they call money that goes out and money that comes in. */
export const sideTitles: readonly (readonly [debit: string, credit: string])[] = [
  ['Debit', 'Credit'],
  ['Debits', 'Credits'],
  ['Debit (NGN)', 'Credit (NGN)'],
  ['Debit(₦)', 'Credit(₦)'],
  ['Debit\nAmount', 'Credit\nAmount'],
  ['Withdrawal', 'Deposit'],
  ['Withdrawals', 'Deposits'],
  ['Withdrawals', 'Lodgements'],
  ['Withdrawal', 'Lodgement'],
  ['Payments', 'Deposits'],
  ['Pay Out', 'Pay In'],
  ['Money Out', 'Money In'],
  ['Money\nout', 'Money\nIn'],
  ['Amount\nWithdrawn\n(DR)', 'Amount\nLodged\n(CR)'],
  ['Amount\nDebited\n(NGN)', 'Amount\nCredited\n(NGN)'],
];

/** What the head calls its facts. */
export const headLabels: readonly HeadLabels[] = [
  {
    name: 'Account Name',
    number: 'Account Number',
    type: 'Account Type',
    currency: 'Currency',
    period: 'Statement Period',
    opening: 'Opening Balance',
    totalDebit: 'Total Debit',
    totalCredit: 'Total Credit',
    closing: 'Closing Balance',
  },
  { name: 'Name', number: 'Account No', period: 'Period', opening: 'Opening Bal.', closing: 'Closing Bal.' },
  {
    name: 'Customer Name',
    number: 'A/C No',
    currency: 'Currency',
    period: 'Between',
    opening: 'Beginning Balance',
    totalCredit: 'Total Lodgements',
    totalDebit: 'Total Withdrawals',
    creditCount: 'Credit Count',
    debitCount: 'Debit Count',
    closing: 'Ending Balance',
  },
  {
    name: 'Account name',
    number: 'Wallet Number',
    period: 'Date range',
    totalCredit: 'Money In',
    totalDebit: 'Money Out',
  },
  {
    name: 'Customer',
    number: 'NUBAN',
    type: 'Product',
    currency: 'CCY',
    period: 'Statement Period',
    opening: 'Balance B/F',
    closing: 'Closing Balance',
    debitCount: 'No. of Debits',
    creditCount: 'No. of Credits',
  },
];

/** Names of the bank’s own rows, as they go together. */
export const bankRowNames: readonly TableStyle['rowNames'][] = [
  { opening: 'Balance B/F' },
  { opening: 'OPENING BALANCE', closing: 'CLOSING BALANCE', totals: 'TOTAL' },
  { opening: 'Balance Brought Forward', carried: 'Balance carried forward', brought: 'Balance brought forward' },
  { opening: 'Beginning Balance', closing: 'Ending Balance', pageTotals: 'Page Total' },
  { opening: 'Opening Bal.', totals: 'Totals' },
  { carried: 'C/F', brought: 'B/F' },
  { closing: 'BALANCE AS AT CLOSE OF PERIOD', totals: 'GRAND TOTAL' },
];

/** How dates are printed, day first. */
export const dateForms: readonly string[] = [
  'dd-MMM-yyyy',
  'dd/MM/yyyy',
  'd/M/yyyy',
  'dd-MM-yyyy',
  'dd.MM.yyyy',
  'dd-MON-yy',
  'dd-MON-yyyy',
  'd-MMM-yy',
  'dd/MMM/yyyy',
  'dd MMM yyyy',
  'yyyy-MM-dd',
  'yyyy/MM/dd',
  'dd/MM/yy',
  'MMM d, yyyy',
  'do MMMM yyyy',
];

/** The same with a break, a time, or no year. */
export const brokenDateForms: readonly string[] = [
  'MMMM do\nyyyy',
  'MMMM\ndo\nyyyy',
  'dd-MON-\nyy',
  'dd-MMM-\nyyyy',
  'd MMM,\nyyyy',
  'dd/MM/\nyyyy',
  'yyyy-MM-ddT\nHH:mm:ss',
  'yyyy-MM-dd\nHH:mm:ss',
  'dd/MM/yy\nHH:mm:ss',
  'dd/MM/yyyy\nhh:mm:ss A',
  'yyyy-MM-ddTHH:mm:ss',
  'dd MMM yyyy HH:mm:ss',
  'MMMM do yyyy, hh:mm A',
  'MMM d, yyyy\nh:mm A',
  'dd MMM',
  'd-MMM',
];

/** Month first. */
export const americanForms: readonly string[] = ['M/d/yyyy', 'MM/dd/yyyy', 'M/d/yyyy h:mm:ss A', 'M/d/yyyy\nh:mm:ss A'];

/** What stands at the foot of pages, with the figures and dates that mislead. */
export const footers: readonly string[] = [
  'Page {page} of {pages}',
  'Deposits are insured up to NGN 5,000,000.00 per depositor as at 02-Jan-2024.',
  'This is a computer generated statement of {date} and needs no signature.   Page {page} of {pages}',
  'Credits on 28/02/2024 up to N 12,000.00 are provisional. Opening balance includes uncleared effects.',
  'Questions? Call 0700 1234 567 or write to help@bank.example. RC 204060.',
  'Total cost of credit and charges: see our tariff of 01 Jan 2024, from 10.00 to 53.75.',
];
