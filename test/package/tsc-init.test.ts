import { rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { entryPoints } from '../../entry-points.ts';
import { type Consumer, install, output, pack, root, temporaryFolder } from './tarball.ts';

const ts = createRequire(import.meta.url)('typescript') as typeof import('typescript');
const tsc = join(root, 'node_modules/typescript/bin/tsc');
const specifiers = Object.keys(entryPoints).map((entryPoint) =>
  entryPoint === 'index' ? 'repaykit' : `repaykit/${entryPoint}`,
);

let folder: string;
let lender: Consumer;

beforeAll(async () => {
  folder = await temporaryFolder();
  lender = await install(await pack(root, folder));
  await output(lender.folder, process.execPath, tsc, '--init');
});

afterAll(async () => {
  await lender?.remove();
  await rm(folder, { recursive: true, force: true });
});

/** Every name that the declarations of an entry point export, types and values alike. */
function declaredNames(declarations: string): string[] {
  const program = ts.createProgram([declarations], { module: ts.ModuleKind.NodeNext, skipLibCheck: true, types: [] });
  const source = program.getSourceFile(declarations);
  const symbol = source && program.getTypeChecker().getSymbolAtLocation(source);
  return symbol
    ? program
        .getTypeChecker()
        .getExportsOfModule(symbol)
        .map(({ name }) => name)
    : [];
}

/** What the compiler says of a file, under the settings of `tsc --init` alone. */
async function compile(file: string): Promise<string> {
  await lender.write('tsconfig.use.json', JSON.stringify({ extends: './tsconfig.json', files: [file] }));
  return output(lender.folder, process.execPath, tsc, '-p', 'tsconfig.use.json', '--pretty', 'false').catch(String);
}

/** The lines in which the compiler finds a fault, each with the first one's code. */
async function faultsOf(file: string): Promise<ReadonlyMap<number, string>> {
  const faults = [...(await compile(file)).matchAll(/^\S+\((\d+),\d+\): error (TS\d+)/gm)].map(
    ([, line, code]) => [Number(line), code ?? ''] as const,
  );
  return new Map(faults.reverse());
}

/** What the compiler says of a name that is a type only: it wants `import type`, or finds no value of that name. */
const formats = [
  { format: 'ESM', declarations: 'd.ts', source: 'mts', program: 'mjs', typeOnly: ['TS1484', 'TS1485'] },
  { format: 'CJS', declarations: 'd.cts', source: 'cts', program: 'cjs', typeOnly: ['TS2339', 'TS2551', 'TS1362'] },
] as const;

/** A name of an entry point. */
interface Exported {
  readonly specifier: string;
  readonly name: string;
}

/** A program that takes each name as a value, one a line, and prints those that it did not get. */
function useOf(source: 'mts' | 'cts', exported: readonly Exported[]): string {
  const first =
    source === 'mts'
      ? []
      : specifiers.map((specifier, index) => `import entryPoint${index} = require('${specifier}');`);
  const lines = exported.map(({ specifier, name }, index) =>
    source === 'mts'
      ? `import { ${name} as n${index} } from '${specifier}'; used.set('${name}', n${index});`
      : `used.set('${name}', entryPoint${specifiers.indexOf(specifier)}.${name});`,
  );
  const last =
    'console.log(JSON.stringify([...used].filter(([, value]) => value === undefined).map(([name]) => name)));';
  return [`${first.join(' ')} const used = new Map<string, unknown>();`, ...lines, last, ''].join('\n');
}

test.each(formats)(
  'a project with the settings of `tsc --init` gets each name that the declarations call a value, in $format',
  async (format) => {
    const { declarations, source, program, typeOnly } = format;
    const exported = specifiers.flatMap((specifier) => {
      const entryPoint = specifier === 'repaykit' ? 'index' : specifier.slice('repaykit/'.length);
      return declaredNames(join(lender.folder, 'node_modules/repaykit/dist', `${entryPoint}.${declarations}`)).map(
        (name) => ({ specifier, name }),
      );
    });
    await lender.write(`use.${source}`, useOf(source, exported));
    const faults = await faultsOf(`use.${source}`);
    expect([...faults.values()].filter((code) => !typeOnly.some((known) => known === code))).toEqual([]);

    const values = exported.filter((_, index) => !faults.has(index + 2));
    expect(new Set(values.map(({ specifier }) => specifier))).toEqual(new Set(specifiers));
    await lender.write(`use.${source}`, useOf(source, values));
    expect(await faultsOf(`use.${source}`)).toEqual(new Map());
    expect(JSON.parse(await output(lender.folder, process.execPath, `use.${program}`))).toEqual([]);
  },
);

test('the compiler names the stage of a loan that is given to a step of another stage', async () => {
  const steps = [
    'kit.collections.collect(at.verified, debit)',
    'kit.discovery.select(at.consented, choice)',
    'kit.discovery.discover(at.collecting)',
    'kit.bureau.reportDisbursed(at.verified, disbursed)',
    'kit.mandates.refresh(at.selected)',
  ];
  const types =
    'import type { AccountSelection, DebitRequest, DisbursementInput, LoanAt, LoanStage, RepayKit } from "repaykit";';
  const values =
    'declare const debit: DebitRequest; declare const choice: AccountSelection; declare const disbursed: DisbursementInput;';
  const given = 'declare const kit: RepayKit; declare const at: { readonly [Stage in LoanStage]: LoanAt<Stage> };';
  await lender.write('use.mts', [types, values, given, ...steps.map((step) => `void ${step};`), ''].join('\n'));
  const stages = [...(await compile('use.mts')).matchAll(/Type '"(\w+)"' is not assignable to type '"(\w+)"'/g)].map(
    ([, has, needs]) => `${has}, not ${needs}`,
  );
  expect(stages).toEqual([
    'verified, not collecting',
    'consented, not discovered',
    'collecting, not discovered',
    'verified, not approved',
    expect.stringMatching(/^selected, not (verifying|verified|approved|disbursed|collecting)$/),
  ]);
});
