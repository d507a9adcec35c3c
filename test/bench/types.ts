/** What a consumer's type-check pays for importing the package, over an empty file. */
import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type BenchRow, median } from './rows.ts';

const RUNS = 9;

const files = {
  empty: 'export {};\n',
  repaykit: "import { RepayKit } from 'repaykit';\nexport const make = (options: ConstructorParameters<typeof RepayKit>[0]) => new RepayKit(options);\n",
  stripe: "import Stripe from 'stripe';\nexport const make = (key: string) => new Stripe(key);\n",
};

/** One row. */
export async function benchTypes(): Promise<BenchRow[]> {
  const project = mkdtempSync(join(tmpdir(), 'repaykit-types-'));
  try {
    prepare(project);
    const millis: Record<keyof typeof files, number[]> = { empty: [], repaykit: [], stripe: [] };
    for (let run = 0; run < RUNS; run += 1) for (const name of ['empty', 'repaykit', 'stripe'] as const) millis[name].push(check(project, name));
    const over = (name: keyof typeof files) => median(millis[name]) - median(millis.empty);
    const note = `at most 100; an empty file takes ${median(millis.empty).toFixed(0)} ms, stripe-node ${over('stripe').toFixed(0)} ms more than it`;
    return [{ name: "types: a consumer's type-check", ratio: Math.round(over('repaykit')), unit: 'ms', floor: 'an empty file', note }];
  } finally {
    rmSync(project, { recursive: true });
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
    const compilerOptions = { module: 'NodeNext', target: 'ES2022', strict: true, noEmit: true, types: ['node'], skipLibCheck: false };
    writeFileSync(join(project, `${name}.json`), JSON.stringify({ compilerOptions, files: [`${name}.ts`] }));
  }
}

function check(project: string, name: string): number {
  const start = performance.now();
  execFileSync(process.execPath, [join(process.cwd(), 'node_modules/typescript/bin/tsc'), '-p', join(project, `${name}.json`)], { stdio: 'pipe' });
  return performance.now() - start;
}
