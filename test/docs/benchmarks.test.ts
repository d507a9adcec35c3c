import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { readOptions } from '../bench/options.ts';
import { measures, type PartName, parts } from '../bench/parts.ts';
import type { BenchReport } from '../bench/report.ts';
import { resultsIn, withResults } from '../bench/results-in-guide.ts';
import { type BenchRow, opponents } from '../bench/rows.ts';
import { markdownOf, textOf } from '../bench/tables.ts';

const guide = readFileSync('docs/benchmarks.md', 'utf8');
const names = Object.keys(parts) as PartName[];

describe('the guide to the benchmarks', () => {
  test.each(names)('has a table of results for the part %s, and says what it measures', (name) => {
    const section = resultsIn(guide)
      .split(/^### /m)
      .find((text) => text.startsWith(`${parts[name]}\n`));
    expect(section).toMatch(/^\| what \| result \| figures \|\n\|[ |-]+\|\n\|.+\|/m);
    expect(section).toContain(`\`npm run bench -- ${name}\`. ${measures[name]}\n`);
  });

  test.each(opponents)('explains what stands beside us: %s', (opponent) => {
    const explained = guide.slice(guide.indexOf('## Who it is compared with'));
    expect(explained).toMatch(new RegExp(`^- \\*\\*${opponent}\\*\\*: .+\\.$`, 'm'));
  });

  test('says of its results where, when and with what they were measured', () => {
    expect(resultsIn(guide)).toMatch(/^- repaykit \d+\.\d+\.\d+, \d{4}-\d{2}-\d{2}, in \d+ min/);
    expect(resultsIn(guide)).toMatch(/\d+ cores, \d+ GiB of memory; .+, kernel [\d.]+; Node v\d+\S+; PostgreSQL \S+$/m);
    expect(resultsIn(guide)).toMatch(/^- compared with: stripe \d/m);
  });
});

const measured: BenchRow = {
  what: 'a call',
  result: 0.324,
  better: 'less',
  against: 'stripe',
  target: 'at most 1',
  figures: '20 against 60 µs',
};
const report: BenchReport = {
  setting: {
    version: '1.2.3',
    date: '2026-02-01',
    cpu: 'A CPU',
    cores: 2,
    memoryGiB: 8,
    system: 'Linux',
    node: 'v20.20.2',
    postgres: 'none',
    peers: ['stripe 1.0.0'],
    isFull: false,
  },
  parts: [
    {
      name: 'client',
      seconds: 9,
      rows: [
        measured,
        { ...measured, result: 0.4, against: 'axios', target: '', figures: '20 against 50 µs' },
        { what: 'another', against: 'pdftotext', skipped: 'not | installed' },
      ],
    },
    {
      name: 'imports',
      seconds: 9,
      rows: [{ ...measured, result: 1_234.4, unit: 'bytes' }],
      sheet: { columns: ['entry point', 'ms', 'MiB'], rows: [['repaykit', 12.34, '1.5/1.2']] },
    },
  ],
};

describe('a report of the bench', () => {
  test('is a table for each part, in Markdown', () => {
    const text = markdownOf(report);
    expect(text).toContain(
      `### A call of the client\n\n\`npm run bench -- client\`. ${measures.client}\n\n| what | result | figures |\n| --- | --- | --- |\n`,
    );
    expect(text).toContain('| a call | 0.32× ↓ stripe, target ≤ 1 | 20 against 60 µs |\n');
    expect(text).toContain('|  | 0.40× ↓ axios | 20 against 50 µs |\n');
    expect(text).toContain('| another | not measured: pdftotext | not \\| installed |');
    expect(text).toContain('| a call | 1,234 bytes ↓ stripe, target ≤ 1 (missed) |');
    expect(text).toContain('| entry point | ms | MiB |\n| --- | --- | --- |\n| repaykit | 12.3 | 1.5/1.2 |');
  });

  test.each([
    ['at most 1.3, and 100 ms', 1.4, true],
    ['at most 1.3, and 100 ms', 1.3, false],
    ['at least 0.75', 0.72, true],
    ['exactly 1', 2, true],
    ['at least 4,000/s', 0.8, false],
    ['about 1', 3, false],
  ])('marks a target that is missed: %s, measured %d', (target, result, missed) => {
    const row: BenchRow = { ...measured, target, result };
    const text = markdownOf({ ...report, parts: [{ name: 'client', seconds: 1, rows: [row] }] });
    expect(text.includes(' (missed) |')).toBe(missed);
  });

  test('is aligned for a terminal', () => {
    const lines = textOf(report)
      .split('\n')
      .filter((line) => line.startsWith('  a'));
    const columnOf = (against: string) => lines.find((line) => line.includes(against))?.indexOf(against);
    expect(columnOf('stripe')).toBe(columnOf('pdftotext'));
  });

  test('takes the place of the results in a guide, and of nothing else', () => {
    const once = withResults(guide, markdownOf(report));
    expect(resultsIn(once)).toBe(markdownOf(report).trim());
    expect(withResults(once, resultsIn(guide))).toBe(guide);
    expect(() => withResults('# Another page', '')).toThrow(/has no place for results/);
  });
});

describe('the command line of the bench', () => {
  test('runs all parts unless some are named', () => {
    expect(readOptions([]).names).toEqual(names);
    expect(readOptions(['webhooks', 'client', '--full'])).toMatchObject({
      names: ['client', 'webhooks'],
      isFull: true,
      format: 'text',
    });
  });

  test.each([
    [['nonsense'], /There is no part nonsense/],
    [['client', '--write', 'docs/benchmarks.md'], /wants all parts/],
    [['--loans', 'many'], /whole number from 1000/],
    [['--wrong'], /--wrong/],
  ])('refuses %j and says why', (args, why) => {
    expect(() => readOptions(args)).toThrow(why);
  });
});
