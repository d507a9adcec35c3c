import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { type BureauEventName, bureauEventNames } from '../../src/domain/bureau.ts';
import { contentProblems, reportContent } from '../../src/domain/loan/report-content.ts';

const guide = readFileSync('docs/bureau.md', 'utf8');

/** The fields under the heading of a report, each with the examples behind it. */
function fieldsOf(event: BureauEventName) {
  const section = guide.split(`### ${event}\n`)[1]?.split(/^#/m)[0] ?? '';
  return [...section.matchAll(/^- `(\w+)` \([^)]+\): (.+)$/gm)].map(([, field = '', shown = '']) => {
    const examples = [...shown.matchAll(/`([^`]+)`/g)].map(([, example = '']) => example.replace(/, …(?= ?[}\]])/, ''));
    return { field, examples: examples.map((example) => JSON.parse(example) as unknown) };
  });
}

test('the guide has a row for each report', () => {
  const rows = [...guide.matchAll(/^\| `([\w.]+)` \|/gm)].map(([, event]) => event);
  expect(rows).toEqual(bureauEventNames);
});

describe.each(bureauEventNames)('the guide to %s', (event) => {
  test('has its fields, and no other', () => {
    const fields = fieldsOf(event).map(({ field }) => field);
    expect(fields.sort()).toEqual(Object.keys(reportContent[event]).sort());
  });

  test.each(fieldsOf(event))('gives examples of $field that are accepted', ({ field, examples }) => {
    expect(examples).not.toEqual([]);
    for (const example of examples) {
      const paths = contentProblems(event, { [field]: example }).map(({ path }) => path);
      expect(paths.filter((path) => path === field || path.startsWith(`${field}.`))).toEqual([]);
    }
  });
});
