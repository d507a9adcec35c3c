/** What a consumer's type-check pays for importing the package, over an empty file. */
import { cpSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { runScript } from './children.ts';
import type { BenchContext, PartResult } from './context.ts';
import { scratchFolder } from './processes.ts';
import { compareRounds, measureRounds, spreadOf } from './rounds.ts';
import { median } from './rows.ts';

const files = {
  empty: 'export {};\n',
  repaykit:
    "import { RepayKit } from 'repaykit';\nexport const make = (options: ConstructorParameters<typeof RepayKit>[0]) => new RepayKit(options);\n",
  stripe: "import Stripe from 'stripe';\nexport const make = (key: string) => new Stripe(key);\n",
};
const names = Object.keys(files) as (keyof typeof files)[];

/** A row over an empty file, one against stripe-node. */
export async function benchTypes({ isFull, log }: BenchContext): Promise<PartResult> {
  const count = isFull ? 25 : 11;
  log(`${count} runs of the compiler for each of ${names.join(', ')}`);
  const folder = scratchFolder();
  try {
    prepare(folder.path);
    const rounds = await measureRounds(count, names, (name) => check(folder.path, name));
    const over = rounds.map(({ empty, repaykit, stripe }) => ({ repaykit: repaykit - empty, stripe: stripe - empty }));
    const ours = over.map(({ repaykit }) => repaykit);
    const { ratio, theirs, spread } = compareRounds(over, ['repaykit', 'stripe'], (millis) => millis);
    const empty = median(rounds.map((round) => round.empty)).toFixed(0);
    const what = "a consumer's type-check";
    const first = {
      what,
      result: median(ours),
      unit: 'ms of CPU',
      better: 'less',
      against: 'an empty file',
      target: 'at most 50',
    } as const;
    const second = { what, result: ratio, better: 'less', against: 'stripe' } as const;
    return {
      rows: [
        { ...first, figures: `over ${empty} ms of CPU for an empty file; ${spreadOf(ours)} ms` },
        { ...second, figures: `${median(ours).toFixed(0)} against ${theirs.toFixed(0)} ms of CPU; ${spread}` },
      ],
    };
  } finally {
    folder.remove();
  }
}

function prepare(project: string): void {
  mkdirSync(join(project, 'node_modules/@types'), { recursive: true });
  // As installed: the manifest and what was built.
  cpSync('package.json', join(project, 'node_modules/repaykit/package.json'));
  cpSync('dist', join(project, 'node_modules/repaykit/dist'), { recursive: true });
  symlinkSync(join(process.cwd(), 'node_modules/@types/node'), join(project, 'node_modules/@types/node'));
  symlinkSync(join(process.cwd(), 'test/bench/node_modules/stripe'), join(project, 'node_modules/stripe'));
  writeFileSync(join(project, 'package.json'), '{ "type": "module" }');
  for (const [name, text] of Object.entries(files)) {
    writeFileSync(join(project, `${name}.ts`), text);
    const compilerOptions = {
      module: 'NodeNext',
      target: 'ES2022',
      strict: true,
      noEmit: true,
      types: ['node'],
      skipLibCheck: false,
    };
    writeFileSync(join(project, `${name}.json`), JSON.stringify({ compilerOptions, files: [`${name}.ts`] }));
  }
}

function check(folder: string, name: string): Promise<number> {
  const compiler = join(process.cwd(), 'node_modules/typescript/lib/tsc.js');
  return runScript<number>('types-once.mjs', { compiler, project: join(folder, `${name}.json`) });
}
