import { type Kobo, koboFromAnswer, koboOf, NO_MONEY } from '../../domain/money.ts';
import type { ReadTransaction, Statement } from '../statement.ts';
import { type LinesOfPages, placedWord, type Word } from '../text/lines.ts';
import { moneyOf } from '../text/money.ts';
import type { MergedPasses } from './merge-passes.ts';

/** A figure with which the balances would hold. */
interface Solution {
  /** Where it stands. */
  readonly words: readonly Word[];
  readonly from: Kobo;
  readonly to: Kobo;
  /** The side of an amount, which a sign may say. */
  readonly type?: ReadTransaction['type'];
}

/** A word, and what takes its place. */
export type Repair = readonly [word: Word, repaired: Word];

/**
 * Repairs for figures that the passes read differently, where the balances before and after allow exactly one value.
 * Each digit of it must stand in one of the readings. What no pass sees may be what a forger has changed.
 */
export function repairsFor(statement: Statement, passes: MergedPasses): readonly Repair[] {
  const { chain, printed } = statement.proof;
  const broken = new Set(chain.broken.map(({ index }) => index));
  const ofRows = chain.broken.flatMap(({ index, expected }) => {
    const solutions = [
      amountAt(index, { statement, broken, lines: passes.lines }),
      balanceAt(index, naira(expected), { statement, broken, lines: passes.lines }),
      index === 0 && openingBefore(statement, passes.lines),
    ];
    const repairs = solutions.flatMap((solution) => (solution && repairWith(solution, passes.open)) || []);
    return repairs.length === 1 ? repairs : [];
  });
  const words = passes.lines.flat().flatMap((line) => line.words);
  const ofFigures = printed.flatMap(({ printed, computed, agrees }) => {
    if (agrees || computed === null) return [];
    return repairWith({ words, from: naira(printed), to: naira(computed) }, passes.open) ?? [];
  });
  return [...ofRows, ...ofFigures];
}

export function withRepairs(lines: LinesOfPages, repairs: readonly Repair[]): LinesOfPages {
  const repaired = new Map(repairs);
  return lines.map((page) =>
    page.map((line) => ({ ...line, words: line.words.map((word) => repaired.get(word) ?? word) })),
  );
}

function naira(amount: number | null): Kobo {
  return koboFromAnswer(amount) ?? NO_MONEY;
}

interface Place {
  readonly statement: Statement;
  /** The entries whose balance does not follow. */
  readonly broken: ReadonlySet<number>;
  readonly lines: LinesOfPages;
}

/** The amount of an entry between two balances that hold. */
function amountAt(index: number, { statement, broken, lines }: Place): Solution | undefined {
  const { transactions, openingBalance } = statement;
  const [row, before] = [transactions[index], transactions[index - 1]];
  const balance = index === 0 ? openingBalance : before?.balancePrinted ? before.balance : null;
  if (!row?.balancePrinted || balance === null || broken.has(index - 1) || broken.has(index + 1)) return undefined;
  const moved = naira(row.balance) - naira(balance);
  const type = moved < 0 ? 'debit' : 'credit';
  return { words: wordsOf(row, lines), from: naira(row.amount), to: koboOf(Math.abs(moved)), type };
}

/** The balance of an entry, if the next one follows from it too. */
function balanceAt(index: number, expected: Kobo, { statement, broken, lines }: Place): Solution | undefined {
  const { transactions, closingBalance } = statement;
  const [row, next] = [transactions[index], transactions[index + 1]];
  if (!row || row.balance === null) return undefined;
  const from = koboOf(Math.abs(naira(row.balance)));
  const solution = { words: wordsOf(row, lines), from, to: koboOf(Math.abs(expected)) };
  if (!next) return expected === naira(closingBalance) ? solution : undefined;
  const moved = (next.type === 'debit' ? -1 : 1) * naira(next.amount);
  const follows = next.balancePrinted && broken.has(index + 1) && expected + moved === naira(next.balance);
  return follows ? solution : undefined;
}

/** The opening balance, from which the first entry follows. */
function openingBefore(
  { transactions: [first], openingBalance }: Statement,
  lines: LinesOfPages,
): Solution | undefined {
  if (!first?.balancePrinted || openingBalance === null) return undefined;
  const to = koboOf(naira(first.balance) - (first.type === 'debit' ? -1 : 1) * naira(first.amount));
  const words = lines.flat().flatMap((line) => line.words);
  return { words, from: koboOf(Math.abs(naira(openingBalance))), to: koboOf(Math.abs(to)) };
}

function wordsOf({ page, line }: ReadTransaction, lines: LinesOfPages): readonly Word[] {
  return lines[page - 1]?.[line - 1]?.words ?? [];
}

/** A repair by the solution, if the picture leaves the figure open. */
function repairWith({ words, from, to, type }: Solution, open: MergedPasses['open']): readonly Repair[] | undefined {
  const places = words.filter((word) => open.has(word) && moneyOf(word.text)?.magnitude === from);
  const [word] = places;
  const other = word && open.get(word);
  if (!word || other === undefined || places.length > 1) return undefined;
  const texts = [other, figureBetween(word.text, other, to)].filter((text) => text !== undefined);
  const text = texts.find((text) => {
    const money = moneyOf(text);
    return money?.magnitude === to && !(type && money.sign !== 0 && money.sign < 0 !== (type === 'debit'));
  });
  if (text === undefined) return undefined;
  const { left, right, size } = word;
  return [[word, placedWord({ text, left, right, size })]];
}

/** The figure of which each digit stands in one of two readings. */
function figureBetween(one: string, other: string, to: Kobo): string | undefined {
  const [first, second, digits] = [digitsOf(one), digitsOf(other), String(to).padStart(3, '0')];
  if (first.length !== digits.length || second.length !== digits.length) return undefined;
  if ([...digits].some((digit, at) => digit !== first[at] && digit !== second[at])) return undefined;
  let at = 0;
  return one.replace(/\d/g, () => digits[at++] ?? '');
}

function digitsOf(text: string): string {
  return text.replace(/\D/g, '');
}
