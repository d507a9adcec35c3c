import { LIGATURE_NUL } from '../pdf/fonts.ts';
import { column, days, type LayoutDifference, labels, sides, usualFigures } from './statement-layout.ts';

export const bankLayouts = {
  // The simplest layout. It still has carried balances, a disclaimer with figures, and dates in narrations.
  classic: {
    bank: { name: 'Harmattan Bank Plc', code: '901' },
    dialect: 'slashes',
    columns: [
      ...days('dd-MMM-yyyy', 'Trans Date', 'Value Date'),
      column('narration', 'Narration'),
      ...sides('Withdrawals', 'Lodgements', 'Balance'),
    ],
    table: {
      rowNames: {
        opening: 'Balance B/F',
        carried: 'Balance carried forward',
        brought: 'Balance brought forward',
        totals: 'TOTAL',
      },
    },
    furniture: {
      header: 'Private & Confidential   Printed on {date}   Page {page} of {pages}',
      footer: [
        'Deposits are insured up to NGN 5,000,000.00 per depositor as at 02-Jan-2024. ' +
          'Report differences within 15 days.',
      ],
      ending: ['END OF STATEMENT'],
    },
  },
  'centred-remarks': {
    bank: { name: 'Zuma Rock Bank', code: '902' },
    dialect: 'outward',
    columns: [
      ...days('dd/MM/yyyy', 'Trans.\nDate', 'Value.\nDate'),
      column('reference', 'Reference', { width: 70, form: "'{d14}" }),
      column('debit', 'Debits', { titleAlign: 'centre' }),
      column('credit', 'Credits', { titleAlign: 'centre' }),
      column('balance', 'Balance', { titleAlign: 'centre' }),
      column('branch', 'Originating\nBranch', { width: 56 }),
      column('narration', 'Remarks'),
    ],
    head: { title: 'CUSTOMER STATEMENT' },
    table: { valign: 'middle', rules: 'none', padding: 4, rowNames: {} },
    furniture: {
      footer: ['This is a computer generated statement of {date} and needs no signature. Page {page} of {pages}'],
    },
    ink: { pieces: 'word' },
  },
  'newest-first': {
    bank: { name: 'Benin Bronze Bank', code: '903' },
    dialect: 'terminal',
    columns: [
      column('date', 'Transaction\nDate', { form: 'MMMM do\nyyyy' }),
      column('narration', 'Narration'),
      column('cheque', 'Chq. No', { width: 40 }),
      column('valueDate', 'Val Date', { form: 'dd-MM-yyyy' }),
      ...sides('Debit', 'Credit', 'Balance'),
    ],
    head: { arrangement: 'list', dates: 'dd-MM-yyyy' },
    table: {
      order: 'newest-first',
      valign: 'bottom',
      rowNames: { opening: 'Opening Bal.', closing: 'Closing Balance' },
    },
    furniture: { footer: ['Page {page}'] },
    ink: { order: 'columns' },
  },
  'broken-dates': {
    bank: { name: 'Lokoja Confluence Bank', code: '904' },
    dialect: 'mobile',
    columns: [
      column('serial', 'S/NO', { align: 'right' }),
      ...days('dd-MON-\nyy', 'Transac-\ntion\nDate', 'Value\nDate'),
      column('narration', `Transac${LIGATURE_NUL}on Details`),
      column('reference', '', { width: 58, form: '{d9}/{d6}' }),
      ...sides('Debit\n(NGN)', 'Credit\n(NGN)', 'Balance\n(NGN)'),
    ],
    head: { title: 'Financial Summary', arrangement: 'table', dates: 'd MMMM yyyy', period: 'From {from} To {to}' },
    table: { splitsRows: true, titles: 'first-page', rules: 'none', padding: 3 },
    furniture: { footer: ['Page {page} of {pages}'], watermark: 'CONFIDENTIAL' },
    form: { objectStreams: true },
  },
  'torn-numbers': {
    bank: { name: 'Argungu Fisher Bank', code: '905' },
    dialect: 'instant',
    columns: [
      ...days('d-MMM-yy', 'Txn', 'Value'),
      column('narration', 'Narration'),
      column('channel', 'Channel', { width: 40 }),
      column('credit', 'Pay In'),
      column('debit', 'Pay Out'),
      column('balance', 'Current Balance'),
    ],
    type: { family: 'times', size: 9 },
    head: {
      arrangement: 'sentence',
      labels: labels(['Name', 'A/C No', 'Between'], { opening: 'Beginning balance', closing: 'Ending balance' }),
      dates: 'dd MMM yyyy',
    },
    money: { negative: 'minus-after' },
    table: { rowNames: { opening: 'Beginning balance', pageTotals: 'Page total' }, gap: 10 },
    furniture: { footer: [], header: 'Statement of account as at {date}' },
    ink: { torn: 0.4, pieces: 'word' },
  },
  'daily-balance': {
    bank: { name: 'Mambilla Plateau Bank', code: '906' },
    dialect: 'terminal',
    columns: [
      column('date', 'Post Date', { form: 'dd.MM.yyyy' }),
      column('narration', 'Particulars'),
      column('cheque', 'Doc No.', { width: 44 }),
      ...sides('Payments', 'Deposits', 'Account Balance'),
    ],
    money: { filler: '-' },
    head: { arrangement: 'list', numberPrefix: 'CA ' },
    table: {
      balance: 'day-end',
      balanceSide: ' CR',
      titles: 'mid-page',
      rowNames: { opening: 'BALANCE BROUGHT FORWARD', closing: 'BALANCE AS AT CLOSE' },
    },
    furniture: {
      footer: ['Credits to your account on 28.02.2024 up to N 12,000.00 are provisional.', 'Page {page} of {pages}'],
    },
    ink: { pieces: 'kerned' },
  },
  parentheses: {
    bank: { name: 'Oguta Lake Bank', code: '907' },
    dialect: 'slashes',
    columns: [
      ...days('dd MMM yyyy', 'date', 'value date'),
      column('narration', 'remarks'),
      column('amount', 'amount'),
      column('balance', 'balance'),
    ],
    money: { negative: 'parentheses' },
    head: {
      labels: labels(['Customer', 'Account', 'Period'], {
        ...usualFigures,
        debitCount: 'Debit Count',
        creditCount: 'Credit Count',
      }),
      arrangement: 'table',
    },
    table: {
      rowNames: { carried: 'balance carried forward', brought: 'balance brought forward' },
      valign: 'middle',
      padding: 4,
    },
    furniture: {
      footer: ['Page {page} of {pages}'],
      ending: ['Total charges of the period: NGN 1,250.00. Rates as of 01 Jan 2024.'],
    },
    ink: { space: 'flipped', order: 'bottom-up' },
  },
  landscape: {
    bank: { name: 'Olumo Heights Bank', code: '908' },
    dialect: 'outward',
    columns: [
      column('date', 'Actual\nTransaction\nDate', { form: 'd/M/yyyy' }),
      column('valueDate', 'Effective\nDate', { form: 'dd-MON-yyyy' }),
      column('reference', 'Reference', { width: 84, form: "'{d16}" }),
      column('narration', 'Transaction\ndescription'),
      column('fee', 'Fee'),
      ...sides('Debits', 'Credits', 'Balance'),
    ],
    page: { isLandscape: true, size: 'Letter' },
    money: { filler: '0.00' },
    head: { isCover: true, title: 'Account Statement', dates: 'dd/MM/yyyy' },
    table: {
      rules: 'grid',
      valign: 'middle',
      padding: 3.5,
      rowNames: { opening: 'STATEMENT OPENING BALANCE', totals: 'Totals' },
      balanceSide: 'CR',
    },
    furniture: { footer: ['Head office: 14 Rock Road. RC 204060. Page {page} of {pages}'] },
    form: { rotate: 90, origin: [18, 24] },
  },
  'multi-account': {
    bank: { name: 'Kwararafa Trust Bank', code: '909' },
    dialect: 'mobile',
    columns: [
      column('date', 'Date', { form: 'd/M/yyyy' }),
      column('narration', 'Transaction Details'),
      column('reference', 'Ref. No', { width: 54, form: 'S{d8}' }),
      column('valueDate', 'Value Date', { form: 'dd-MON-yyyy' }),
      ...sides('Withdrawal', 'Lodgement', 'Balance'),
    ],
    head: { title: 'CUSTOMER STATEMENT', numberPrefix: 'SA ' },
    table: { rowNames: { opening: 'Opening Balance', closing: 'Closing Balance' } },
    furniture: { footer: ['Page {page} of {pages}'] },
    accounts: 2,
  },
} as const satisfies Record<string, LayoutDifference>;
