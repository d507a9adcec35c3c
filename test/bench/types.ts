/** What a consumer's type-check pays for importing the package, over an empty file. */
import { cpSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { runScript } from './children.ts';
import type { BenchContext, PartResult } from './context.ts';
import { scratchFolder } from './processes.ts';
import { measureRounds, spreadOf } from './rounds.ts';
import { type MeasuredRow, median } from './rows.ts';

const files = {
  empty: 'export {};\n',
  repaykit:
    "import { RepayKit } from 'repaykit';\nexport const make = (options: ConstructorParameters<typeof RepayKit>[0]) => new RepayKit(options);\n",
  stripe: "import Stripe from 'stripe';\nexport const make = (key: string) => new Stripe(key);\n",
};
type Name = keyof typeof files;

const names = Object.keys(files) as Name[];

/** A row over an empty file, and one against stripe-node. */
export async function benchTypes({ isFull, log }: BenchContext): Promise<PartResult> {
  const count = isFull ? 41 : 21;
  log(`${count} runs of the compiler for each of ${names.join(', ')}`);
  const folder = scratchFolder();
  try {
    prepare(folder.path);
    return { rows: rowsOf(await measureRounds(count, names, (name) => check(folder.path, name))) };
  } finally {
    folder.remove();
  }
}

// The fastest third of the rounds counts: what disturbs a compiler makes it slower, by more than a package costs.
function rowsOf(rounds: readonly Readonly<Record<Name, number>>[]): readonly MeasuredRow[] {
  const fast = (name: Name) => {
    const times = rounds.map((round) => round[name]).sort((a, b) => a - b);
    return median(times.slice(0, Math.ceil(times.length / 3)));
  };
  const empty = fast('empty');
  const [ours, theirs] = [fast('repaykit') - empty, fast('stripe') - empty];
  const spread = spreadOf(rounds.map(({ repaykit }) => repaykit));
  const what = "a consumer's type-check";
  const over = {
    what,
    result: ours,
    unit: 'ms',
    better: 'less',
    against: 'an empty file',
    target: 'at most 50',
  } as const;
  const ratio = { what, result: ours / theirs, better: 'less', against: 'stripe' } as const;
  return [
    { ...over, figures: `over ${empty.toFixed(0)} ms for an empty file; a round took ${spread} ms with it` },
    { ...ratio, figures: `${ours.toFixed(0)} against ${theirs.toFixed(0)} ms` },
  ];
}

function prepare(project: string): void {
  mkdirSync(join(project, 'node_modules/@types'), { recursive: true });
  // As installed: the manifest and what was built.
  cpSync('package.json', join(project, 'node_modules/repaykit/package.json'));
  cpSync('dist', join(project, 'node_modules/repaykit/dist'), { recursive: true });
  symlinkSync(join(process.cwd(), 'node_modules/@types/node'), join(project, 'node_modules/@types/node'));
  symlinkSync(join(process.cwd(), 'test/bench/node_modules/stripe'), join(project, 'node_modules/stripe'));
  writeFileSync(join(project, 'package.json'), '{ "type": "module" }');
  for (const [name, text] of Object.entries(files)) writeFileSync(join(project, `${name}.ts`), text);
  const compilerOptions = {
    module: 'NodeNext',
    target: 'ES2022',
    // Without the types of a browser: they take longer to read than all that is compared.
    lib: ['ES2022'],
    strict: true,
    noEmit: true,
    types: ['node'],
    // As most projects set it.
    skipLibCheck: true,
  };
  for (const name of names)
    writeFileSync(join(project, `${name}.json`), JSON.stringify({ compilerOptions, files: [`${name}.ts`] }));
}

function check(folder: string, name: string): Promise<number> {
  const compiler = join(process.cwd(), 'node_modules/typescript/lib/tsc.js');
  return runScript<number>('types-once.mjs', { compiler, project: join(folder, `${name}.json`) });
}
