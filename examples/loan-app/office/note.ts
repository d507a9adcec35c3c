// An officer's note: short, readable, and without any number of the payer.
import type { Loan } from 'repaykit';
import type { Form } from '../web/web.ts';

/** Characters. */
export const LONGEST_NOTE = 200;

/** The author. Sign officers in by name, so that the file says who did what. */
export const OFFICER = 'officer';

/** The note to keep, or why it is refused. */
export type Note =
  | { readonly kept: string; readonly problem?: undefined }
  | {
      readonly kept?: undefined;
      readonly problem: string;
      readonly typed: string;
    };

/** Reads the note of a form. Spaces, invisible characters, dots and dashes alone are refused. */
export function readNote(form: Form, loan: Loan): Note {
  const words = (form.get('note') ?? '')
    .replace(/[\p{C}\p{Z}\p{Default_Ignorable_Code_Point}]+/gu, ' ')
    .trim();
  const problem = problemOf(words, loan);
  if (problem === undefined) return { kept: `${words} (${OFFICER})` };
  return { problem, typed: words.slice(0, 2 * LONGEST_NOTE) };
}

function problemOf(words: string, loan: Loan): string | undefined {
  if (!/\p{L}.*\p{L}/u.test(words))
    return 'Say in your own words who did what, and when. Nothing is noted without that.';
  if (words.length > LONGEST_NOTE)
    return `Say it in ${LONGEST_NOTE} characters at most. This has ${words.length}.`;
  if (hasPersonalNumber(words, loan))
    return 'Leave out the payer’s account, BVN and phone numbers. A note stays in the file for ever.';
  return undefined;
}

// A BVN begins with 22; mobile numbers as they are written in Nigeria.
const bvnOrPhone = /(?<!\d)(?:22\d{9}|(?:234|0)[789][01]\d{8})(?!\d)/;

function hasPersonalNumber(words: string, loan: Loan): boolean {
  const numbers = words.replace(/[ +-]/g, '');
  const accounts = 'accounts' in loan ? loan.accounts : [];
  return (
    bvnOrPhone.test(numbers) ||
    accounts.some(
      ({ accountNumber }) =>
        accountNumber !== '' && numbers.includes(accountNumber),
    )
  );
}
