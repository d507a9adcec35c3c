import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { entryPoints } from '../../entry-points.ts';
import { sized } from '../size.ts';
import { type Consumer, install, output, pack, root, temporaryFolder } from './tarball.ts';

/** The lowest TypeScript that reads our declarations, as docs/versions.md says; the one that the package is made with; and the compiler of the next generation. */
const compilers = {
  '5.2.2': 'typescript-5.2.2',
  '6.0': join(root, 'node_modules/typescript'),
  '7.0.2': 'typescript-7.0.2',
} as const;

let folder: string;
let merchant: Consumer;

beforeAll(async () => {
  folder = await temporaryFolder();
  merchant = await install(await pack(root, folder));
  const packages = Object.values(compilers).filter((name) => name.startsWith('typescript-'));
  const wanted = packages.map((name) => `${name}@npm:typescript@${name.slice('typescript-'.length)}`);
  await output(
    merchant.folder,
    'npm',
    'install',
    '--prefer-offline',
    '--no-audit',
    '--no-fund',
    '--ignore-scripts',
    '--no-save',
    ...wanted,
  );
  for (const ending of ['ts', 'mts', 'cts']) await merchant.write(`use.${ending}`, uses);
});

afterAll(async () => {
  await merchant?.remove();
  await rm(folder, { recursive: true, force: true });
});

const specifiers = Object.keys(entryPoints).map((entryPoint) =>
  entryPoint === 'index' ? 'repaykit' : `repaykit/${entryPoint}`,
);

/** Every name of every entry point, and a little real work, in which one wrong step must not compile. */
const uses = `${specifiers.map((specifier, index) => `import * as entryPoint${index} from '${specifier}';\nexport type Door${index} = keyof typeof entryPoint${index};`).join('\n')}
import { type Loan, type RepayKit, RuleError } from 'repaykit';
import { createTestKit } from 'repaykit/testing';
export async function tell(kit: RepayKit): Promise<string> {
  const loan: Loan = await kit.loans.get('L-1');
  return loan.stage === 'collecting' ? loan.mandateId : loan.stage;
}
export async function tooEarly(): Promise<boolean> {
  const { kit, loanAt, close } = await createTestKit();
  const loan = await loanAt('consented');
  // @ts-expect-error: nothing is collected from a loan that was only consented to.
  const refused = await kit.collections.collect(loan, { amount: 1, debitDate: '2026-02-01' }).catch((error: unknown) => error instanceof RuleError);
  await close();
  return refused === true;
}
`;

const settings = [
  ['nodenext', 'nodenext', ['use.mts', 'use.cts']],
  ['node16', 'node16', ['use.mts', 'use.cts']],
  ['esnext', 'bundler', ['use.ts']],
  ['commonjs', 'node10', ['use.ts']],
] as const;

describe.each(Object.entries(compilers))('TypeScript %s', (version, compiler) => {
  // TypeScript 6 calls node10 deprecated, and 7 no longer has it.
  const known = settings
    .filter(([, moduleResolution]) => moduleResolution !== 'node10' || version.startsWith('5'))
    // Like nodenext here.
    .filter(([module]) => module !== 'node16' || sized(0, 1) === 1);

  test.each(known)(
    'reads every declaration, strictly, with module %s and resolution %s',
    async (module, moduleResolution, files) => {
      const strictness = { strict: true, exactOptionalPropertyTypes: true, skipLibCheck: false };
      const place = {
        target: 'es2022',
        module,
        moduleResolution,
        noEmit: true,
        typeRoots: [join(root, 'node_modules/@types')],
        types: ['node'],
      };
      await merchant.write('tsconfig.json', JSON.stringify({ compilerOptions: { ...strictness, ...place }, files }));
      const tsc = join(
        compiler.startsWith('/') ? compiler : join(merchant.folder, 'node_modules', compiler),
        'bin/tsc',
      );
      await output(merchant.folder, process.execPath, tsc, '-p', '.');
    },
  );
});

/** The most that a consumer's compiler reads of each entry point: files and bytes. */
const readings: Readonly<Record<string, readonly [files: number, bytes: number]>> = {
  index: [6, 192_000],
  webhooks: [4, 62_000],
  worker: [8, 224_000],
  book: [7, 220_000],
  postgres: [5, 55_000],
  sqlite: [5, 52_000],
  statements: [5, 47_000],
  ocr: [1, 4_000],
  server: [4, 90_000],
  console: [11, 330_000],
  testing: [10, 300_000],
  msw: [4, 88_000],
};

describe.each(['d.ts', 'd.cts'])('the declarations in .%s', (ending) => {
  test.each(Object.keys(entryPoints))('of %s are few files, and no more than it needs', async (entryPoint) => {
    const read = new Map<string, string>();
    const visit = async (name: string): Promise<void> => {
      if (read.has(name)) return;
      const text = await readFile(join(merchant.folder, 'node_modules/repaykit/dist', `${name}.${ending}`), 'utf8');
      read.set(name, text);
      for (const [, imported = ''] of text.matchAll(/ from '\.\/([^']+)\.c?js';$/gm)) await visit(imported);
    };
    await visit(entryPoint);
    const bytes = [...read.values()].reduce((sum, text) => sum + Buffer.byteLength(text), 0);
    const [mostFiles, mostBytes] = readings[entryPoint] ?? [0, 0];
    expect(read.size).toBeLessThanOrEqual(mostFiles);
    expect(bytes).toBeLessThan(mostBytes);
  });
});

test('the policy names the lowest TypeScript that was tried', async () => {
  expect(await readFile(join(root, 'docs/versions.md'), 'utf8')).toContain(
    `TypeScript ${Object.keys(compilers)[0]?.replace(/\.\d+$/, '')}`,
  );
});
