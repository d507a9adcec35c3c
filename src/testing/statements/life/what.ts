import type { EntryCategory, EntryTag } from './entry.ts';

const categoryOf = {
  in: 'inflow',
  out: 'transfers',
  fee: 'charges',
  vat: 'charges',
  feeAndVat: 'charges',
  levy: 'charges',
  sms: 'charges',
  card: 'charges',
  airtime: 'airtime',
  pos: 'other',
  atm: 'atm',
  ride: 'transport',
  bet: 'gambling',
  light: 'electricity',
  tithe: 'titheOffering',
  party: 'party',
  school: 'education',
  save: 'investment',
  tv: 'tv',
  rent: 'rent',
  loanIn: 'loan_in',
  loanOut: 'loans',
  salary: 'salary',
  pay: 'salary',
  bonus: 'salary',
  gig: 'inflow',
  reversal: 'reversal',
  interest: 'interest',
  tax: 'tax',
  sweepOut: 'sweep',
  sweepIn: 'sweep',
} as const satisfies Record<string, EntryCategory>;

/** What can happen to an account. */
export type What = keyof typeof categoryOf;

const tagOf: Readonly<Partial<Record<What, EntryTag>>> = {
  salary: 'salary',
  pay: 'salary',
  bonus: 'bonus',
  loanIn: 'loan_disbursement',
  loanOut: 'loan_repayment',
  reversal: 'reversal',
  sweepIn: 'sweep',
  sweepOut: 'sweep',
};
const comesIn: ReadonlySet<What> = new Set([
  'in',
  'loanIn',
  'salary',
  'pay',
  'bonus',
  'gig',
  'reversal',
  'interest',
  'sweepIn',
]);

/** Which side of the account a thing is on, its category and its tags. */
export interface Nature {
  readonly type: 'debit' | 'credit';
  readonly category: EntryCategory;
  readonly tags: readonly EntryTag[];
}

/** The nature of everything that can happen. */
export const natures = Object.fromEntries(
  (Object.keys(categoryOf) as What[]).map((what): [What, Nature] => {
    const tag = tagOf[what];
    return [what, { type: comesIn.has(what) ? 'credit' : 'debit', category: categoryOf[what], tags: tag ? [tag] : [] }];
  }),
) as Readonly<Record<What, Nature>>;
