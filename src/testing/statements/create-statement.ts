import { Chance } from './chance.ts';
import { type InventedAccount, inventAccount } from './invent-account.ts';
import { featuresOf } from './layouts/features.ts';
import { layoutNamed } from './layouts/layouts.ts';
import { writePdf } from './pdf/write-pdf.ts';
import { type PrintedAccount, printStatement } from './print/print-statement.ts';
import { printedEntries } from './print/printed-entries.ts';
import type { StatementLayout } from './statement-layout.ts';
import type { SyntheticStatementOptions } from './statement-options.ts';
import type { StatementTruth } from './statement-truth.ts';
import { type Tamper, tamperWith } from './tamper.ts';
import { truthOf } from './truth-of.ts';

/** A bank statement that nobody's money is in: its file, and everything a reader should find in it. */
export interface SyntheticStatement {
  /** The file, as a bank would send it. */
  readonly pdf: Uint8Array;
  /** Opens the file, where it is locked. */
  readonly password?: string;
  /** Of the first account. */
  readonly truth: StatementTruth;
  /** Of all accounts of the file, in order. */
  readonly accounts: readonly StatementTruth[];
  /** How it is printed. */
  readonly layout: StatementLayout;
}

// One for each use of chance, so that a change in one shifts nothing in the others.
const streams = { account: 100, print: 200, file: 201 };

/** Makes a synthetic bank statement as a PDF, with the truth about it. The same options give the same bytes. */
export function createStatement(options: SyntheticStatementOptions = {}): SyntheticStatement {
  const layout = typeof options.layout === 'object' ? options.layout : layoutNamed(options.layout ?? 'classic');
  const seed = options.seed ?? 1;
  const accounts = Array.from({ length: layout.accounts }, (_, at) =>
    inventAccount(options, layout, { chance: new Chance(seed, streams.account + at), isFirst: at === 0 }),
  );
  const untouched = accounts.map(
    ({ entries, facts }): PrintedAccount => ({ facts, printed: printedEntries(entries, layout) }),
  );
  const print = printStatement(
    untouched.map((account, at) => (at === 0 ? forged(account, options.tamper) : account)),
    layout,
    new Chance(seed, streams.print),
  );
  const { password, ownerPassword: owner, cipher = 'aes-256' } = options;
  const isLocked = password !== undefined || owner !== undefined;
  const pdf = writePdf(print.pages, {
    ink: layout.ink,
    form: layout.form,
    title: layout.head.title,
    chance: new Chance(seed, streams.file),
    passwords: isLocked ? { cipher, user: password, owner } : undefined,
  });
  const features = [...featuresOf(layout), ...(isLocked ? [`${cipher} password`] : [])];
  const truths = accounts.map(({ entries, facts }: InventedAccount, at) =>
    truthOf({
      entries,
      facts,
      layout,
      features,
      places: print.places[at] ?? [],
      withBalance: new Set(untouched[at]?.printed.filter(({ withBalance }) => withBalance).map(({ index }) => index)),
      password: password || null,
      pages: print.pages.length,
    }),
  );
  const [truth] = truths;
  if (!truth) throw new RangeError('A statement needs at least one account.');
  return { pdf, truth, accounts: truths, layout, ...(password && { password }) };
}

function forged(account: PrintedAccount, tamper: SyntheticStatementOptions['tamper']): PrintedAccount {
  if (!tamper) return account;
  const list: readonly Tamper[] = Array.isArray(tamper) ? tamper : [tamper];
  return { ...account, printed: list.reduce(tamperWith, account.printed) };
}
