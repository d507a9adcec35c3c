import { requireInput } from '../../errors.ts';
import { Chance } from './chance.ts';
import { featuresOf, layoutNamed } from './layouts/layouts.ts';
import type { StatementLayout } from './layouts/statement-layout.ts';
import { inventAccount } from './life/invent-account.ts';
import { writePdf } from './pdf/write-pdf.ts';
import { type PrintedAccount, printStatement } from './print/print-statement.ts';
import { printedEntries, type Tamper, tamperWith } from './print/printed-entries.ts';
import { type SyntheticStatementOptions, statementOptions } from './statement-options.ts';
import { type StatementTruth, truthOf } from './statement-truth.ts';

/** A synthetic bank statement: the file, and the facts that a reader should find in it. */
export interface SyntheticStatement {
  /** The PDF file. */
  readonly pdf: Uint8Array;
  /** The password, if the file is locked. */
  readonly password?: string;
  /** The truth about the first account. */
  readonly truth: StatementTruth;
  /** The truth about each account of the file, in order. */
  readonly accounts: readonly StatementTruth[];
}

// One random stream per use, so that a change in one does not shift the others.
const streams = { account: 100, print: 200, file: 201 };

/**
 * Makes a synthetic bank statement as a PDF, with the truth about it. The same options give the same bytes.
 * @throws InputError
 */
export function createStatement(options: SyntheticStatementOptions = {}): SyntheticStatement {
  requireInput('createStatement', statementOptions, options);
  return statementIn(layoutNamed(options.layout ?? 'classic'), options);
}

export function statementIn(
  layout: StatementLayout,
  options: Omit<SyntheticStatementOptions, 'layout'> = {},
): SyntheticStatement {
  const { seed = 1, password, ownerPassword } = options;
  const accounts = Array.from({ length: layout.accounts }, (_, at) =>
    inventAccount(options, { dialect: layout.dialect, isFirst: at === 0 }, new Chance(seed, streams.account + at)),
  );
  const untouched = accounts.map(
    ({ entries, facts }): PrintedAccount => ({ facts, printed: printedEntries(entries, layout) }),
  );
  const print = printStatement(
    untouched.map((account, at) => (at === 0 ? forged(account, options.tamper) : account)),
    layout,
    new Chance(seed, streams.print),
  );
  const isLocked = password !== undefined || ownerPassword !== undefined;
  const pdf = writePdf(print.pages, {
    ink: layout.ink,
    form: layout.form,
    title: layout.head.title,
    chance: new Chance(seed, streams.file),
    passwords: isLocked ? { user: password, owner: ownerPassword } : undefined,
  });
  const truths = accounts.map(({ entries, facts }, at) =>
    truthOf(entries, facts, {
      layout,
      features: [...featuresOf(layout), ...(isLocked ? ['aes-256 password'] : [])],
      printed: untouched[at]?.printed ?? [],
      places: print.places[at] ?? [],
      password: password || null,
      pages: print.pages.length,
    }),
  );
  const [truth] = truths;
  if (!truth) throw new RangeError('A statement needs at least one account.');
  return { pdf, truth, accounts: truths, ...(password && { password }) };
}

function forged(account: PrintedAccount, tamper: SyntheticStatementOptions['tamper']): PrintedAccount {
  if (!tamper) return account;
  const list: readonly Tamper[] = Array.isArray(tamper) ? tamper : [tamper];
  return { ...account, printed: list.reduce(tamperWith, account.printed) };
}
