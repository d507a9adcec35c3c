import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { statementCommand } from '../../src/cli/lender-commands.ts';
import { categoryRules } from '../../src/statements/insight/categories/category-rules.ts';
import { explainInsight } from '../../src/statements/insight/compute-insight.ts';
import { defaultLimits } from '../../src/statements/read-options.ts';
import { blocksOf, sourceText } from './code-blocks.ts';

const guide = readFileSync('docs/statements.md', 'utf8');
const rows = guide.split('\n').filter((line) => line.startsWith('|'));
const named = (text = '') => [...text.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name);

/** Each field that a text defines ("`a`, `b` (spec): …"), and whose definition it is. */
const defined = (text: string, prefix = '') =>
  [...text.matchAll(/((?:`[\w.]+`(?:, | to )?)+)( and the other 13 categories)?( \(spec\))?:/g)].flatMap(
    ([, fields, , spec]) => named(fields).map((field) => [prefix + field, spec ? 'spec' : 'ours'] as const),
  );

/** The definitions of categories, halves and quarters name the first and the last of them. */
function isOneOfMany(field: string): boolean {
  const isNamed = [
    'spendingAnalysis.atm',
    'creditBreakdown.creditFirstHalf0',
    'creditBreakdown.debitFourthQuarter1',
  ].includes(field);
  return !isNamed && /^spendingAnalysis\.|(Half|Quarter)[01]$/.test(field);
}

describe('the guide to statements', () => {
  it('shows code of programs that run, and no other', () => {
    const shown = blocksOf('docs/statements.md').filter(({ language }) => language !== 'sh');
    expect(shown.length).toBeGreaterThan(4);
    for (const { source, text } of shown) expect(text).toBe(sourceText(source));
  });

  it('gives the cause and the fix of every code of a StatementError', () => {
    const declared = readFileSync('src/repaykit-error.ts', 'utf8');
    const codes = [
      ...declared
        .slice(declared.indexOf('export type StatementErrorCode'), declared.indexOf('export interface ErrorFacts'))
        .matchAll(/'([a-z_]+)'/g),
    ];
    expect(codes.length).toBeGreaterThan(8);
    for (const [, code] of codes)
      expect(rows.find((row) => row.startsWith(`| \`${code}\` |`))?.split('|')).toHaveLength(5);
  });

  it('gives every limit with its default', () => {
    const bounds = guide.slice(guide.indexOf('## Limits for untrusted files')).split('\n');
    for (const [limit, value] of Object.entries(defaultLimits)) {
      expect(bounds.find((row) => row.startsWith(`| \`${limit}\` |`))).toContain(`| ${value.toLocaleString('en')}`);
    }
  });

  it('defines every figure of the insight, and says whose definition it is', () => {
    const [, definitions = ''] = guide.replace(/\s+/g, ' ').split(' ### What each figure means ');
    const [own = '', ofBreakdown = ''] = (definitions.split(' ## ')[0] ?? '').split(' #### Fields of creditBreakdown ');
    const whose = new Map([...defined(own), ...defined(ofBreakdown, 'creditBreakdown.')]);
    const figures = Object.entries(explainInsight([]).figures).filter(([field]) => !isOneOfMany(field));
    expect(figures.length).toBeGreaterThan(50);
    for (const [field, { definition }] of figures) expect([field, whose.get(field)]).toEqual([field, definition]);
  });

  it('names every option of the insight, and each category that rules may sort into is one the package knows', () => {
    const options = readFileSync('src/statements/insight/insight-options.ts', 'utf8');
    const names = [...options.slice(options.indexOf('interface InsightOptions')).matchAll(/readonly (\w+)\?:/g)].map(
      ([, name = '']) => name,
    );
    expect(names.length).toBeGreaterThan(8);
    for (const name of names) expect(guide).toContain(`\`${name}\``);
    expect(categoryRules.some(({ category }) => category === 'gambling')).toBe(true);
  });

  it('names every option of the command', () => {
    const command = statementCommand(
      { out: () => undefined, err: () => undefined, showsColour: false, stop: new AbortController().signal },
      () => undefined,
    );
    const flags = command.options.map(({ long }) => long ?? '');
    expect(flags.length).toBeGreaterThan(7);
    for (const flag of flags) expect(guide).toContain(flag);
  });

  it('leads only to files that are there', () => {
    for (const [, path = ''] of guide.matchAll(/\]\((?!https?:)([^)#]+)/g))
      expect([path, existsSync(`docs/${path}`)]).toEqual([path, true]);
  });
});
