/**
 * An account history written by hand, with the verdict of a careful loan officer for each entry. The officer's policy:
 * pay of an employer is salary, also in parts or arrears; a person is an employer only if the remark says so, again and
 * again. Sales, rent received, interest, payouts of platforms and remittances are other income. The holder's own money,
 * loans, savings, betting and what goes round are none. Loans, rent, instalments, insurance and dues are debt.
 */
export interface History {
  /** Unique, kebab case. */
  readonly name: string;
  /** The name of the account, where the statement prints one. */
  readonly holder?: string;
  /** The reason for the verdicts. */
  readonly why: string;
  /** One entry a line: `2024-03-25 + 180000.00 salary | NIP/GTB/ACME FOODS LTD/MARCH SAL`. */
  readonly lines: string;
}

export type CreditVerdict =
  | 'salary'
  | 'income'
  | 'open'
  /** Income for certain; officers would disagree whether it is salary. */
  | 'open:income'
  /** Not salary for certain; officers would disagree whether it is income. */
  | 'open:no-salary'
  | `none:${string}`;
export type DebitVerdict = 'debt' | 'spend' | 'open';

interface Entry {
  readonly narration: string;
  readonly amount: number;
  readonly date: string;
  /** The line of the text, from 1. */
  readonly line: number;
}
export type ReadEntry =
  | (Entry & { readonly type: 'credit'; readonly verdict: CreditVerdict })
  | (Entry & { readonly type: 'debit'; readonly verdict: DebitVerdict });

const form = /^(\d{4}-\d{2}-\d{2}) ([+-]) ((?:0|[1-9]\d*)(?:\.\d{2})?) ([a-z:-]+) \| (\S.*)$/;
const creditForm = /^(?:salary|income|open(?::income|:no-salary)?|none:[a-z]+(?:-[a-z]+)*)$/;
const debitForm = /^(?:debt|spend|open)$/;

/** Reads the entries of a history. Throws on any line that does not have the form. */
export function readHistory(text: string): ReadEntry[] {
  const found: ReadEntry[] = [];
  let before = '';
  for (const [index, raw] of text.split('\n').entries()) {
    const line = raw.trim();
    if (line === '') continue;
    const fail = (reason: string) => new Error(`line ${index + 1}: ${reason}: ${line}`);
    const match = form.exec(line);
    if (!match) throw fail('not "date sign amount verdict | narration"');
    const [, day = '', sign, digits, verdict = '', narration = ''] = match;
    const time = new Date(`${day}T00:00:00.000Z`);
    if (Number.isNaN(time.getTime()) || !time.toISOString().startsWith(day)) throw fail('no such day');
    if (day < before) throw fail('days go backwards');
    before = day;
    const amount = Number(digits);
    if (amount <= 0) throw fail('no amount');
    const entry = {
      narration: narration.trim(),
      amount,
      date: `${day}T00:00:00.000Z`,
      line: index + 1,
    };
    if (sign === '+') {
      if (!creditForm.test(verdict)) throw fail('unknown verdict of a credit');
      found.push({
        ...entry,
        type: 'credit',
        verdict: verdict as CreditVerdict,
      });
    } else {
      if (!debitForm.test(verdict)) throw fail('unknown verdict of a debit');
      found.push({ ...entry, type: 'debit', verdict: verdict as DebitVerdict });
    }
  }
  if (found.length === 0) throw new Error('no entries');
  return found;
}
