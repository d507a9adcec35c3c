import { StatementError } from '../../errors.ts';
import type { AccountPart } from './split-accounts.ts';

const SHOWN_DIGITS = 4;
const FEWEST_DIGITS = 3;

/** The one account of a file, or the one that was asked for; parts of the file that name the same number are one account. */
export function chooseAccount(parts: readonly AccountPart[], wanted: string | undefined): AccountPart {
  const filled = parts.filter((part) => part.rows.length > 0);
  const accounts = joinByNumber(filled.length > 0 ? filled : parts.slice(0, 1));
  const [only, ...others] = accounts;
  if (only && others.length === 0 && (wanted === undefined || !only.number || matches(only, wanted))) return only;
  const chosen = wanted === undefined ? [] : accounts.filter((account) => matches(account, wanted));
  if (chosen.length === 1 && chosen[0]) return chosen[0];
  throw severalAccounts(accounts, wanted);
}

function joinByNumber(parts: readonly AccountPart[]): readonly AccountPart[] {
  const joined: AccountPart[] = [];
  for (const part of parts) {
    const same = joined.findIndex((other) => other.number === part.number);
    const before = joined[same];
    if (before)
      joined[same] = {
        number: part.number,
        around: [...before.around, ...part.around],
        rows: [...before.rows, ...part.rows],
      };
    else joined.push(part);
  }
  return joined;
}

// Some statements print their own number masked: then its last digits are all there is to compare.
function matches({ number }: AccountPart, wanted: string): boolean {
  const digits = wanted.replace(/\D/g, '');
  const visible = /\d+$/.exec(number ?? '')?.[0] ?? '';
  if (digits.length < FEWEST_DIGITS || visible.length < FEWEST_DIGITS) return false;
  return visible.endsWith(digits) || (visible !== number && digits.endsWith(visible));
}

function severalAccounts(accounts: readonly AccountPart[], wanted: string | undefined): StatementError {
  const named = accounts
    .map(({ number }) => (number ? `…${number.slice(-SHOWN_DIGITS)}` : 'one without a number'))
    .join(', ');
  const what =
    accounts.length > 1
      ? `The file holds ${accounts.length} accounts (${named})`
      : `The file holds the account ${named}`;
  const mend =
    wanted === undefined
      ? 'say which one with the option `account`'
      : 'none of them, or more than one, ends in the digits of the option `account`';
  return new StatementError('several_accounts', `${what}: ${mend}.`);
}
