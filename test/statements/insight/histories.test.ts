import { readdirSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { explainInsight } from '../../../src/statements/insight/compute-insight.ts';
import { type History, type ReadEntry, readHistory } from './histories/read-histories.ts';

const folder = new URL('./histories/', import.meta.url);
const files = readdirSync(folder).filter((file) => /^(?:plain|trap)-/.test(file));
const histories = await Promise.all(
  files.map(async (file) => (await import(new URL(file, folder).href)).histories as readonly History[]),
);
const known = histories.flat();

/** What an officer says about an entry, or undefined where officers differ. */
type Verdict = (entry: ReadEntry) => boolean | undefined;

const isSalary: Verdict = ({ type, verdict }) =>
  type === 'debit' || verdict === 'open' || verdict === 'open:income' ? undefined : verdict === 'salary';
const isIncome: Verdict = ({ type, verdict }) =>
  type === 'debit' || verdict === 'open' || verdict === 'open:no-salary' ? undefined : !verdict.startsWith('none:');
const isDebt: Verdict = ({ type, verdict }) =>
  type === 'credit' || verdict === 'open' ? undefined : verdict === 'debt';

const explained = known.map((history) => {
  const entries = readHistory(history.lines);
  const options = history.holder === undefined ? {} : { accountName: history.holder };
  return { history, entries, found: explainInsight(entries, options).entries };
});

type Found = (typeof explained)[number]['found'][number];

/** The share of what is found that is right, and of what is right that is found. `wrong` lists the rest. */
function scoreOf(verdict: Verdict, isFound: (entry: Found | undefined) => boolean) {
  const counts = { right: 0, wronglyFound: 0, missed: 0 };
  const wrong: string[] = [];
  for (const { history, entries, found } of explained) {
    for (const [row, entry] of entries.entries()) {
      const [expected, actual] = [verdict(entry), isFound(found[row])];
      if (expected === undefined || (!expected && !actual)) continue;
      counts[expected && actual ? 'right' : actual ? 'wronglyFound' : 'missed'] += 1;
      if (expected !== actual) wrong.push(`${history.name}: ${entry.verdict} | ${entry.narration} (${history.why})`);
    }
  }
  const { right, wronglyFound, missed } = counts;
  return { precision: right / (right + wronglyFound), recall: right / (right + missed), wrong };
}

describe('account histories with the verdict of a loan officer', () => {
  test('are many, and most are made to deceive', () => {
    expect(known.length).toBeGreaterThanOrEqual(60);
    const traps = files.flatMap((file, at) => (file.startsWith('trap-') ? (histories[at] ?? []) : []));
    expect(traps.length / known.length).toBeGreaterThan(0.66);
    expect(new Set(known.map(({ name }) => name)).size).toBe(known.length);
  });

  test.each([
    ['salary', isSalary, (entry: Found | undefined) => entry?.salaryBecause !== undefined],
    ['income', isIncome, (entry: Found | undefined) => entry?.isIncome === true],
    ['recurring debt', isDebt, (entry: Found | undefined) => entry?.recurringBecause !== undefined],
  ])('show %s with few errors', (_what, verdict, isFound) => {
    const { precision, recall, wrong } = scoreOf(verdict, isFound);
    expect(precision >= 0.98 && recall >= 0.95 ? [] : [`${precision} ${recall}`, ...wrong]).toEqual([]);
  });

  test('give every credit that is not income a reason', () => {
    for (const { entries, found } of explained)
      for (const [row, { type }] of entries.entries())
        expect(found[row]?.noIncomeBecause !== undefined).toBe(type === 'credit' && !found[row]?.isIncome);
  });
});
