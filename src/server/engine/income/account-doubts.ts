/** Whether a statement is of the account that the form names. Banks print numbers in part and names in any order, so only what cannot be the same is doubted. */
import type { StatementAccount } from '../../../statements/statement.ts';
import type { StatementFacts } from './uploaded-statement.ts';

/** What is wrong with the account of a statement: rules of the list of violations, in words that name nobody. */
export interface AccountDoubt {
  readonly rule: string;
  readonly message: string;
}

/** Compares what is printed with what the form says. */
export function doubtAccount(
  { number, name }: StatementAccount,
  facts: Pick<StatementFacts, 'accountNumber' | 'accountName'>,
): AccountDoubt[] {
  const doubts: AccountDoubt[] = [];
  if (number !== undefined && isOtherNumber(number, facts.accountNumber)) {
    const message =
      'The statement was printed for another account number than the form says: upload the statement of the account that the form names.';
    doubts.push({ rule: 'statement-of-named-account', message });
  }
  if (name !== undefined && isOtherName(name, facts.accountName)) {
    const message =
      'No word of the name on the statement is in the accountName of the form: make sure that it is the statement of this borrower.';
    doubts.push({ rule: 'statement-of-named-holder', message });
  }
  return doubts;
}

// Of a number that is masked, as in 01******89, what stands before and after the mask can be compared; other signs are decoration.
function isOtherNumber(printed: string, given: string): boolean {
  const parts = printed.split(/[*xX•#]+/).map((part) => part.replace(/\D/g, ''));
  const end = parts.at(-1) as string;
  if (parts.length === 1) return !given.endsWith(end) && !end.endsWith(given);
  return !given.startsWith(parts[0] as string) || !given.endsWith(end);
}

function isOtherName(printed: string, given: string): boolean {
  const words = wordsOf(printed);
  const others = new Set(wordsOf(given));
  return words.length > 0 && others.size > 0 && !words.some((word) => others.has(word));
}

function wordsOf(name: string): string[] {
  const letters = name.normalize('NFD').replace(/\p{M}/gu, '').toUpperCase();
  return letters.match(/\p{L}{2,}/gu) ?? [];
}
