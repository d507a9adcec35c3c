import { parseArgs } from 'node:util';
import { type PartName, parts } from './parts.ts';

/** What was asked for on the command line. */
export interface BenchOptions {
  readonly names: readonly PartName[];
  readonly isFull: boolean;
  readonly loans: number | undefined;
  readonly format: 'text' | 'json' | 'markdown';
  /** A report that `--json` printed, instead of a run. */
  readonly from: string | undefined;
  /** The guide whose results are to be replaced. */
  readonly write: string | undefined;
}

export const USAGE = `npm run bench -- [PART …] [--full] [--json | --markdown | --write FILE] [--from FILE] [--loans N]

  PART          only these: ${Object.keys(parts).join(' ')}
  --full        the long form: larger portfolios, more runs and rates
  --json        the figures, for --from
  --markdown    tables in Markdown
  --write FILE  put them between the markers of FILE, as docs/benchmarks.md has them
  --from FILE   measure nothing; show what --json printed into FILE
  --loans N     the largest portfolio of \`scale\`, and the loans of \`book\`
`;

/** Reads them. @throws where they make no sense, with what would. */
export function readOptions(args: readonly string[]): BenchOptions {
  const flag = { type: 'boolean' } as const;
  const text = { type: 'string' } as const;
  const options = { full: flag, json: flag, markdown: flag, write: text, from: text, loans: text } as const;
  const { values, positionals } = parseArgs({ args: [...args], options, allowPositionals: true });
  const unknown = positionals.filter((name) => !(name in parts));
  if (unknown.length > 0) throw new Error(`There is no part ${unknown.join(', ')}`);
  if (values.write !== undefined && positionals.length > 0)
    throw new Error('--write wants all parts: the guide has a table for each');
  const loans = values.loans === undefined ? undefined : Number(values.loans);
  if (loans !== undefined && !(Number.isInteger(loans) && loans >= 1_000))
    throw new Error('--loans is a whole number from 1000');
  const names = (Object.keys(parts) as PartName[]).filter(
    (name) => positionals.length === 0 || positionals.includes(name),
  );
  const format = values.json ? 'json' : values.markdown ? 'markdown' : 'text';
  return { names, isFull: values.full ?? false, loans, format, from: values.from, write: values.write };
}
