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

interface Parts {
  readonly bank: string;
  readonly payer: string;
  readonly remark: string;
  readonly holder: string;
}
type Style = (parts: Parts) => string;

// The same payments, as other banks write them.
const styles: Readonly<Record<string, Style>> = {
  'parts between slashes': ({ bank, payer, remark }) => `NIP/${bank}/${payer}/${remark}`,
  'an app with bars': ({ bank, payer, remark }) => `Transfer from ${payer} | ${bank} | 00***1188 | ${remark}`,
  'from and to': ({ payer, remark, holder }) => `TRF FRM ${payer} TO ${holder}|${remark}`,
  'the remark first': ({ payer, remark, holder }) => `TRF/${remark}/FRM ${payer} TO ${holder}- 099`,
  'a dash after a reference': ({ payer, remark }) =>
    `NIBSS INSTANT PAYMENT INWARD 000013240628 ${payer} -${remark || 'TRANSFER'}`,
  'the payee last': ({ bank, payer, remark, holder }) => `NIP/${bank}/${payer}/${remark}/${holder}`,
  'the bank after the payer': ({ bank, payer, remark }) => `NIP CR/${payer}/${bank}/${remark}`,
  'small letters': ({ bank, payer, remark }) => `nip/in/${bank}/${payer}/${remark}`.toLowerCase(),
};

function inStyle(narration: string, style: Style, holder = 'HOLDER'): string {
  const [, bank = '', payer = '', remark = ''] = /^NIP\/([^/]+)\/([^/]+)\/([^/]*)$/.exec(narration) ?? [];
  return payer === '' ? narration : style({ bank, payer, remark: remark.trim(), holder });
}

function explain(style?: Style) {
  return known.map((history) => {
    const entries = readHistory(history.lines).map((entry) =>
      style && entry.type === 'credit'
        ? { ...entry, narration: inStyle(entry.narration, style, history.holder) }
        : entry,
    );
    const options = history.holder === undefined ? {} : { accountName: history.holder };
    return { history, entries, found: explainInsight(entries, options).entries };
  });
}

const explained = explain();

type Explained = typeof explained;
type Found = Explained[number]['found'][number];

/** The share of what is found that is right, and of what is right that is found. `wrong` lists the rest. */
function scoreOf(verdict: Verdict, isFound: (entry: Found | undefined) => boolean, among: Explained = explained) {
  const counts = { right: 0, wronglyFound: 0, missed: 0 };
  const wrong: string[] = [];
  for (const { history, entries, found } of among) {
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

type Judged = readonly [Verdict, (entry: Found | undefined) => boolean];
const salary: Judged = [isSalary, (entry) => entry?.salaryBecause !== undefined];
const income: Judged = [isIncome, (entry) => entry?.isIncome === true];
const debt: Judged = [isDebt, (entry) => entry?.recurringBecause !== undefined];

// Each of these shows one rule.
const exact = ['trap-names-of-firms.ts', 'trap-contracts.ts'].flatMap((file) => histories[files.indexOf(file)] ?? []);

describe('account histories with the verdict of a loan officer', () => {
  test('are many, and most are made to deceive', () => {
    expect(known.length).toBeGreaterThanOrEqual(60);
    const traps = files.flatMap((file, at) => (file.startsWith('trap-') ? (histories[at] ?? []) : []));
    expect(traps.length / known.length).toBeGreaterThan(0.66);
    expect(new Set(known.map(({ name }) => name)).size).toBe(known.length);
  });

  test.each(exact.map((history) => [history.name, history.why] as const))('show in %s: %s', (name) => {
    const among = explained.filter(({ history }) => history.name === name);
    expect([salary, income, debt].flatMap((judged) => scoreOf(...judged, among).wrong)).toEqual([]);
  });

  test.each([
    ['salary', ...salary],
    ['income', ...income],
    ['recurring debt', ...debt],
  ])('show %s with few errors', (_what, verdict, isFound) => {
    const { precision, recall, wrong } = scoreOf(verdict, isFound);
    expect(precision >= 0.98 && recall >= 0.95 ? [] : [`${precision} ${recall}`, ...wrong]).toEqual([]);
  });

  test.each(Object.entries(styles))('show the same in the style of %s', (_name, style) => {
    const among = explain(style);
    for (const [verdict, isFound] of [salary, income]) {
      const { precision, recall, wrong } = scoreOf(verdict, isFound, among);
      expect(precision >= 0.98 && recall >= 0.95 ? [] : [`${precision} ${recall}`, ...wrong]).toEqual([]);
    }
  });

  test('give every credit that is not income a reason', () => {
    for (const { entries, found } of explained)
      for (const [row, { type }] of entries.entries())
        expect(found[row]?.noIncomeBecause !== undefined).toBe(type === 'credit' && !found[row]?.isIncome);
  });
});
