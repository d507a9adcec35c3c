import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { doors } from '../../doors.ts';
import { type Consumer, install, output, pack, root, temporaryFolder, tool } from './tarball.ts';

let folder: string;
let merchant: Consumer;

beforeAll(async () => {
  folder = await temporaryFolder();
  merchant = await install(await pack(root, folder));
});

afterAll(async () => {
  await merchant?.remove();
  await rm(folder, { recursive: true, force: true });
});

const specifiers = Object.keys(doors).map((door) => (door === 'index' ? 'repaykit' : `repaykit/${door}`));

describe('a merchant who installed the package', () => {
  test.each(specifiers)('finds the same names in %s from ESM and from CJS', async (specifier) => {
    const print = "console.log(JSON.stringify(Object.keys(door).filter((name) => name !== 'default' && name !== 'module.exports').sort()))";
    const esm = await merchant.node('names.mjs', `import * as door from '${specifier}'; ${print}`);
    const cjs = await merchant.node('names.cjs', `const door = require('${specifier}'); ${print}`);
    expect(esm).not.toEqual([]);
    expect(cjs).toEqual(esm);
  });

  test('recognises errors across the ESM and the CJS copy', async () => {
    const found = await merchant.node(
      'errors.mjs',
      `import { createRequire } from 'node:module';
      import * as esm from 'repaykit';
      const cjs = createRequire(import.meta.url)('repaykit');
      const issues = [{ path: 'payer', message: 'is missing' }];
      console.log(JSON.stringify({
        twoCopies: esm.InputError !== cjs.InputError,
        there: new cjs.InputError('open', issues) instanceof esm.InputError,
        back: new esm.InputError('open', issues) instanceof cjs.RepayKitError,
        another: new cjs.InputError('open', issues) instanceof esm.ConfigurationError,
        plain: new Error('open') instanceof esm.RepayKitError,
      }));`,
    );
    expect(found).toEqual({ twoCopies: true, there: true, back: true, another: false, plain: false });
  });

  test.each([
    ['ESM', 'mjs', (door: string) => `await import('${door}')`],
    ['CJS', 'cjs', (door: string) => `require('${door}')`],
  ])('calls the reference server from %s and keeps the global dispatcher', async (_format, ending, load) => {
    const found = await merchant.node(
      `first-call.${ending}`,
      `(async () => {
        const dispatcher = () => [1, 2].map((version) => globalThis[Symbol.for('undici.globalDispatcher.' + version)]);
        const before = dispatcher();
        const { RepayKit } = ${load('repaykit')};
        const { createReferenceServer } = ${load('repaykit/server')};
        const server = createReferenceServer();
        await server.listen({ port: 0 });
        const kit = new RepayKit({
          baseUrl: server.url,
          appId: '650000000000000000000001',
          businessId: '650000000000000000000002',
          publicKey: 'pk_test_repaykit',
          secretKey: 'sk_test_repaykit',
          segments: { mandate: 'mandates', discovery: 'discovery' },
        });
        const banks = await kit.discovery.banks();
        await kit.close();
        await server.close();
        console.log(JSON.stringify({ banks: banks.length >= 20, sameDispatcher: dispatcher().every((one, index) => one === before[index]) }));
      })();`,
    );
    expect(found).toEqual({ banks: true, sameDispatcher: true });
  });

  test('gets help from the command line', async () => {
    const help = await output(merchant.folder, join(merchant.folder, 'node_modules/.bin/repaykit'), '--help');
    expect(help).toMatch(/^Usage: repaykit /);
    expect(help).toContain('serve');
    expect(help).toContain('demo');
  });
});

describe('the type-check of a merchant', () => {
  const uses = specifiers
    .map((specifier, index) => `import * as door${index} from '${specifier}';\nexport type Door${index} = keyof typeof door${index};`)
    .join('\n');

  test.each([
    ['node16', 'node16'],
    ['nodenext', 'nodenext'],
    ['preserve', 'bundler'],
  ])('passes without skipLibCheck with module %s and resolution %s', async (module, moduleResolution) => {
    const files = moduleResolution === 'bundler' ? ['use.ts'] : ['use.mts', 'use.cts'];
    const compilerOptions = { module, moduleResolution, target: 'es2022', strict: true, exactOptionalPropertyTypes: true, noEmit: true };
    const types = { skipLibCheck: false, typeRoots: [join(root, 'node_modules/@types')], types: ['node'] };
    for (const file of files) await merchant.write(file, uses);
    await merchant.write('tsconfig.json', JSON.stringify({ compilerOptions: { ...compilerOptions, ...types }, files }));
    await tool(merchant.folder, 'tsc', '-p', '.');
  });
});
