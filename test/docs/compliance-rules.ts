/** The tables of rules in the guide to compliance, row by row. */
import { readFileSync } from 'node:fs';

const guide = readFileSync('docs/compliance.md', 'utf8');

/** A rule as the guide describes it. */
export interface ListedRule {
  readonly rule: string;
  readonly sections: string;
  readonly description: string;
  /** The calls that the rule refuses, by method name. */
  readonly methods: readonly string[];
}

const spans = (text: string) => [...text.matchAll(/`([^`]+)`/g)].map(([, span = '']) => span);

/** Every row under `All rules`. A line `Thrown by …` names the calls of the whole table below it. */
export const listedRules: readonly ListedRule[] = guide
  .slice(guide.indexOf('## All rules'))
  .split(/^### /m)
  .flatMap((section) => {
    const shared = spans(/^Thrown by [^.]*(\.\w[^.]*)*\./m.exec(section)?.[0] ?? '');
    return [...section.matchAll(/^\| `([a-z-]+)`([^|]*)\| ([^|]+) \|$/gm)].map(
      ([, rule = '', sections = '', description = '']) => ({
        rule,
        sections: sections.trim(),
        description,
        methods: [...shared, ...spans(description)].map((call) => call.split('.').at(-1) ?? ''),
      }),
    );
  });
