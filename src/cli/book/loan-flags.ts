import type { LoanFilter, LoanQuery } from '../../book/loan-query.ts';
import { given } from '../../validation/record.ts';
import { type CommandFlags, checkFlags, commandErrors, flagOf } from '../in-flags.ts';
import type { BookPlace } from './open-book.ts';

/** The flags of `repaykit book loans`: one for each filter. */
export type LoanFlags = BookPlace &
  CommandFlags<
    never,
    | 'payer'
    | 'collectionMode'
    | 'dueFrom'
    | 'dueTo'
    | 'daysPastDue'
    | 'outstanding'
    | 'debits'
    | 'dutyUntil'
    | 'orderBy'
    | 'limit'
    | 'after'
    | 'csv',
    never,
    'loanId' | 'stage' | 'mandateStatus' | 'accountStatus' | 'bank'
  > & { readonly duties?: boolean };

export const command = 'repaykit book loans';
const { wrong } = commandErrors(command);

/** The flag of each field of a query. */
export const loanFlagNames: Readonly<Record<Exclude<keyof LoanQuery, 'due'> | 'due.from' | 'due.to', string>> = {
  loanIds: '--loan-id',
  payerId: '--payer',
  stages: '--stage',
  mandateStatuses: '--mandate-status',
  accountStatuses: '--account-status',
  banks: '--bank',
  collectionMode: '--collection-mode',
  'due.from': '--due-from',
  'due.to': '--due-to',
  daysPastDue: '--days-past-due',
  outstanding: '--outstanding',
  debits: '--debits',
  dutyUntil: '--duty-until',
  hasDuties: '--duties',
  orderBy: '--order-by',
  limit: '--limit',
  after: '--after',
};

const orders: Readonly<Record<string, string>> = { 'days-past-due': 'daysPastDue' };

/** The flags as a query. The book checks what each of them may be. @throws ConfigurationError */
export function loanQueryOf(flags: LoanFlags): LoanQuery {
  const { daysPastDue, outstanding, orderBy, limit, after } = flags;
  const [days, naira] = [/^\d{1,6}$/, /^\d{1,13}(?:\.\d{1,2})?$/];
  checkFlags(command, { '--limit': [limitFlag, limit ?? '1'] });
  // The flags are texts, of which the book takes only some. It refuses others by their flag.
  return given({
    ...textsOf(flags),
    daysPastDue: daysPastDue === undefined ? undefined : rangeOf('--days-past-due', daysPastDue, days),
    outstanding: outstanding === undefined ? undefined : rangeOf('--outstanding', outstanding, naira),
    orderBy: orderBy === undefined ? undefined : (orders[orderBy] ?? orderBy),
    limit: limit === undefined ? undefined : Number(limit),
    after,
  }) as LoanQuery;
}

const limitFlag = flagOf(/^[1-9]\d{0,3}$/, 'a whole number from 1 to 1000');

function textsOf(flags: LoanFlags): Partial<Record<keyof LoanFilter, unknown>> {
  const { dueFrom, dueTo } = flags;
  return {
    loanIds: flags.loanId,
    payerId: flags.payer,
    stages: flags.stage,
    mandateStatuses: flags.mandateStatus,
    accountStatuses: flags.accountStatus,
    banks: flags.bank,
    collectionMode: flags.collectionMode,
    due: dueFrom === undefined && dueTo === undefined ? undefined : given({ from: dueFrom, to: dueTo }),
    debits: flags.debits,
    dutyUntil: flags.dutyUntil,
    hasDuties: flags.duties,
  };
}

/** Reads `30+`, `30-59`, `-29` and `30`. Bounds are inclusive. */
function rangeOf(flag: string, text: string, form: RegExp): { readonly from?: number; readonly to?: number } {
  const [, low = '', sign, high = ''] = /^([\d.]*)(?:([+-])([\d.]*))?$/.exec(text) ?? ['', 'none'];
  const numbers = [low, high].filter((each) => each !== '');
  const isRange = sign === '-' ? high !== '' : low !== '' && high === '';
  if (!isRange || !numbers.every((each) => form.test(each)))
    throw wrong(flag, `is '${text}': give a range such as 30+, 30-59, -29, or one number`);
  const from = low === '' ? undefined : Number(low);
  const to = sign === undefined ? from : high === '' ? undefined : Number(high);
  if (from !== undefined && to !== undefined && from > to)
    throw wrong(flag, `is '${text}', which ends before it begins: give the lower number first`);
  return given({ from, to });
}
