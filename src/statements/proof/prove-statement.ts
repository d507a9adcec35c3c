import { koboOf, nairaFromKobo } from '../../domain/money.ts';
import type { StatedFigure } from '../facts/printed-figures.ts';
import type { PrintedFigure, Statement, StatementPeriod, StatementProof } from '../statement.ts';
import type { Reading } from './weigh-readings.ts';

type FigureName = PrintedFigure['figure'];

type Stated = readonly StatedFigure[];

export function proveStatement(reading: Reading, stated: Stated, period?: StatementPeriod): StatementProof {
  const { chain, entries } = reading;
  const broken = chain.breaks.map(({ index, expected, printed }) => ({
    index,
    page: entries[index]?.page ?? 0,
    expected: nairaFromKobo(expected),
    printed: nairaFromKobo(printed),
  }));
  const printed = printedFigures(reading, stated);
  const doubts = [...doubtsAbout(reading, printed), ...doubtsAboutDays(reading, period)];
  const proved = doubts.length === 0;
  return {
    proved,
    confidence: proved ? 1 : confidenceIn(reading, printed),
    chain: { checked: chain.checked, broken },
    printed,
    doubts,
  };
}

/** The number of contradictions and doubts that a reading leaves. */
export function faultsIn({ chain, printed, doubts }: StatementProof): number {
  const contradictions = chain.broken.length + printed.filter((figure) => !figure.agrees).length;
  return 10 * contradictions + doubts.length + (chain.checked === 0 ? 5 : 0);
}

/** Each figure that a statement may print, computed from the rows; undefined where that is impossible. */
function computedFrom({ chain }: Reading, stated: Stated) {
  let [totalDebit, totalCredit, debitCount, creditCount] = [0, 0, 0, 0];
  for (const { movement } of chain.entries) {
    if (movement < 0) [totalDebit, debitCount] = [totalDebit - movement, debitCount + 1];
    else [totalCredit, creditCount] = [totalCredit + movement, creditCount + 1];
  }
  const opening = stated.find(({ figure }) => figure === 'openingBalance')?.value ?? chain.opening;
  const withoutBalances = opening === undefined ? undefined : opening + totalCredit - totalDebit;
  return {
    openingBalance: chain.opening,
    closingBalance: chain.entries.at(-1)?.balance ?? withoutBalances,
    totalDebit,
    totalCredit,
    debitCount,
    creditCount,
    count: debitCount + creditCount,
  };
}

function printedFigures(reading: Reading, stated: Stated): readonly PrintedFigure[] {
  const computed = computedFrom(reading, stated);
  const distinct = [...new Map(stated.map((figure) => [`${figure.figure}:${figure.value}`, figure])).values()];
  const { opening, entries } = reading.chain;
  const passed = new Set<number | undefined>([opening, ...entries.map((entry) => entry.balance)]);
  return distinct.map(({ figure, value }) => {
    const found = computed[figure];
    const all = distinct.filter((other) => other.figure === figure).map((other) => other.value);
    // A file of consecutive monthly statements states opening, closing and totals for each month.
    const agreesInParts = /Balance$/.test(figure)
      ? all.includes(found ?? Number.NaN) && passed.has(value)
      : all.reduce((sum, one) => sum + one, 0) === found;
    const show = (number: number) => (/count$/i.test(figure) ? number : nairaFromKobo(koboOf(number)));
    return {
      figure,
      printed: show(value),
      computed: found === undefined ? null : show(found),
      agrees: found === value || (all.length > 1 && agreesInParts),
    };
  });
}

function doubtsAbout({ entries, chain }: Reading, printed: readonly PrintedFigure[]): string[] {
  const agrees = (figure: FigureName) => printed.some((one) => one.figure === figure && one.agrees);
  const counted = agrees('count') || (agrees('debitCount') && agrees('creditCount'));
  // Counts prove that no entry is missing, but not the amounts.
  const summed = agrees('totalDebit') && agrees('totalCredit');
  const doubts: string[] = [];
  if (entries.length > 0 && entries.every((entry) => entry.narration === ''))
    doubts.push('no entry has a narration, so that their column may have been missed');
  const broken = chain.breaks.length;
  if (broken > 0) doubts.push(`${broken} of the balances do not follow from the entries before them`);
  for (const { figure } of printed.filter((one) => !one.agrees))
    doubts.push(`the printed ${figureNames[figure]} is not what the entries give`);
  if (entries.length === 0) {
    // Unreadable rows also give no entries, so the page itself has to say that there are none.
    if (!agrees('openingBalance') || !agrees('closingBalance') || !(summed || counted))
      doubts.push('there are no entries, and no equal balances with totals or counts of nothing');
  } else if (!summed) {
    if (chain.checked === 0) doubts.push('there are no balances and no printed totals to hold the entries against');
    else if (!agrees('openingBalance'))
      doubts.push('no opening balance or totals are printed, so that a missing first entry would not show');
    else if (!counted && !agrees('closingBalance'))
      doubts.push('no closing balance or totals are printed, so that a missing last entry would not show');
  }
  return doubts;
}

function doubtsAboutDays({ days, disorder, guessedDays, guessesYears }: Reading, period?: StatementPeriod): string[] {
  const outside = period ? days.filter((day) => day && (day < period.from || day > period.to)).length : 0;
  const doubts: string[] = [];
  if (disorder > 0) doubts.push(`${disorder} entries are dated before the entry they follow`);
  if (outside > 0) doubts.push(`${outside} entries are dated outside the period that is printed`);
  if (guessesYears) doubts.push('no year is printed, neither beside the entries nor in a period');
  if (guessedDays > 0) doubts.push(`${guessedDays} entries bear no day where others do`);
  if (days.some((day) => day === undefined)) doubts.push('an entry bears a day that is not in the calendar');
  return doubts;
}

export const figureNames: Readonly<Record<FigureName, string>> = {
  openingBalance: 'opening balance',
  closingBalance: 'closing balance',
  totalDebit: 'total of debits',
  totalCredit: 'total of credits',
  debitCount: 'number of debits',
  creditCount: 'number of credits',
  count: 'number of entries',
};

/** The most confidence without a proof. */
export const MOST_UNPROVED = 0.99;

// Not a probability: the share of checks that held, reduced where little could be checked.
function confidenceIn({ chain, entries, disorder }: Reading, printed: readonly PrintedFigure[]): number {
  if (entries.length === 0) return 0;
  const checks = chain.checked + printed.length + entries.length;
  const held =
    chain.checked - chain.breaks.length + printed.filter((one) => one.agrees).length + entries.length - disorder;
  const coverage = Math.min(1, (chain.checked + printed.length) / entries.length);
  const share = Math.max(0, held) / checks;
  return Math.round(Math.min(MOST_UNPROVED, share * (0.5 + 0.49 * coverage)) * 100) / 100;
}

/** The statement with more doubts, which prevent its proof. */
export function withDoubts(statement: Statement, more: readonly string[]): Statement {
  if (more.length === 0) return statement;
  const { proof } = statement;
  const confidence = Math.min(proof.confidence, MOST_UNPROVED);
  return { ...statement, proof: { ...proof, proved: false, confidence, doubts: [...proof.doubts, ...more] } };
}
