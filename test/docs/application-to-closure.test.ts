import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Left } from '../../docs/code/loan-watch.ts';

const labels = ['Code', 'Webhook', 'Loan file', 'Tell the payer', 'Your duty'];
// Before consent there is no file that could be observed.
const unfiled = '1. The application and the client';

/** The sections of the guide that have labels, by their headings. */
const sections = new Map(
  readFileSync('docs/application-to-closure.md', 'utf8')
    .replaceAll(/^```[\s\S]*?^```$/gm, '')
    .split(/^#{2,3} /m)
    .filter((section) => section.includes('**Webhook:**') && !section.startsWith('# '))
    .map((section) => [section.slice(0, section.indexOf('\n')), section] as const),
);

test.each([...sections])('%s: the labels are there, in order', (_, section) => {
  const found = [...section.matchAll(/\*\*([A-Z][\w ]+):\*\*/g)].map(([, label = '']) => label);
  expect(found.filter((label) => labels.includes(label))).toEqual(labels);
});

describe('what a situation leaves behind', () => {
  const observed = new Map<string, Required<Left>>();

  // Each program asserts what it observes.
  beforeAll(async () => {
    for (const part of ['', '-accounts', '-debits', '-ending']) {
      const program = await import(`../../docs/code/application-to-closure${part}.ts`);
      for (const [situation, left] of program.observed) observed.set(situation, left);
    }
  }, 600_000);

  test('every situation has a section, and every section a situation', () => {
    expect([unfiled, ...observed.keys()].sort()).toEqual([...sections.keys()].sort());
  });

  test.each([...sections].filter(([heading]) => heading !== unfiled))('%s: the guide says so', (heading, section) => {
    const { stage, file, webhooks, found, duties } = observed.get(heading) as Required<Left>;
    const [, names = '', stages = ''] = /^(.*)Stage:(.*)$/s.exec(labelled(section, 'Loan file')) ?? [];
    expect(namesIn(names, ({ file }) => file).sort()).toEqual([...file].sort());
    expect(namesIn(stages, (left) => [left.stage]).at(-1)).toBe(stage);
    expectNames(
      namesIn(labelled(section, 'Webhook'), (left) => [...left.webhooks, ...left.found]),
      [...webhooks, ...found],
    );
    expectNames(
      namesIn(labelled(section, 'Your duty'), ({ duties }) => duties),
      duties,
    );
  });

  /** The names in backticks that some situation leaves behind. */
  function namesIn(text: string, kind: (left: Required<Left>) => readonly string[]): string[] {
    const known = new Set([...observed.values()].flatMap(kind));
    return [...text.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name).filter((name) => known.has(name));
  }
});

function labelled(section: string, label: string): string {
  return section.split(`**${label}:**`)[1]?.split(/\n(?:- \*\*|\n)/)[0] ?? '';
}

// The guide may add what comes in another case, but says nothing where nothing comes.
function expectNames(written: readonly string[], observed: readonly string[]): void {
  if (observed.length === 0) expect(written).toEqual([]);
  expect(written).toEqual(expect.arrayContaining([...observed]));
}
