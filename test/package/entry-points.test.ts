import { cp, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { entryPoints } from '../../entry-points.ts';
import { type Consumer, install, output, pack, root, temporaryFolder } from './tarball.ts';

/** What an entry point may take at import: Node's own modules, and as much of this package as the budget says, in kB of JavaScript. No entry point loads another package. */
const table: Readonly<Record<string, { readonly builtins: string; readonly budget: number }>> = {
  index: { builtins: 'buffer diagnostics_channel fs path util', budget: 640 },
  webhooks: { builtins: 'net util zlib', budget: 410 },
  worker: { builtins: 'util', budget: 620 },
  book: { builtins: 'util', budget: 420 },
  // The migrations and statements of the book are with the others. Its code is loaded with the first question.
  postgres: { builtins: 'util', budget: 165 },
  sqlite: { builtins: 'util', budget: 135 },
  statements: { builtins: 'events fs fs/promises module os path stream url util v8 worker_threads', budget: 240 },
  ocr: { builtins: 'module os path url util', budget: 97 },
  server: { builtins: 'async_hooks buffer crypto dns http net util v8 zlib', budget: 880 },
  console: { builtins: 'util', budget: 430 },
  testing: {
    builtins: 'async_hooks buffer crypto diagnostics_channel dns fs http net path util v8 zlib',
    budget: 1_340,
  },
  msw: { builtins: 'util', budget: 87 },
};

let folder: string;
let merchant: Consumer;

beforeAll(async () => {
  folder = await temporaryFolder();
  merchant = await install(await pack(root, folder));
  await cp(join(import.meta.dirname, 'entry-points'), merchant.folder, { recursive: true });
});

afterAll(async () => {
  await merchant?.remove();
  await rm(folder, { recursive: true, force: true });
});

/** What the probe reports about one entry point. */
interface Opened {
  readonly loaded: readonly string[];
  readonly changed: readonly string[];
  readonly resources: readonly string[];
}

const open = async (format: string, specifier: string): Promise<Opened> =>
  JSON.parse(await output(merchant.folder, process.execPath, 'probe.cjs', format, specifier, join(folder, 'record')));

const ours = /\/node_modules\/repaykit\/dist\//;
const kilobytes = async (urls: readonly string[]) =>
  (await Promise.all(urls.map((url) => stat(fileURLToPath(url))))).reduce((sum, { size }) => sum + size, 0) / 1_000;

describe.each(['esm', 'cjs'])('opened from %s', (format) => {
  test.each(Object.keys(entryPoints))(
    '%s loads only what it needs, and leaves the process as it was',
    async (entryPoint) => {
      const { loaded, changed, resources } = await open(
        format,
        entryPoint === 'index' ? 'repaykit' : `repaykit/${entryPoint}`,
      );
      const known = table[entryPoint];
      const files = loaded.filter((url) => ours.test(url));
      expect(files.length).toBeGreaterThan(0);
      expect(loaded.filter((url) => !ours.test(url) && !url.startsWith('node:'))).toEqual([]);
      const builtins = loaded.filter((url) => url.startsWith('node:')).map((url) => url.slice('node:'.length));
      expect(builtins.filter((name) => !known?.builtins.split(' ').includes(name))).toEqual([]);
      expect(await kilobytes(files)).toBeLessThan(known?.budget ?? 0);
      // That the process ended by itself says the rest: nothing was left open.
      expect({ changed, resources }).toEqual({ changed: [], resources: [] });
    },
  );
});

test('the probe sees what a package loads, changes and leaves open', async () => {
  await merchant.write(
    'rude.cjs',
    `require('commander');
    require('node:os');
    globalThis.rude = true;
    Array.prototype.last = () => 0;
    process.on('warning', () => 0);
    process.env.RUDE = '1';
    const timer = setTimeout(() => 0, 1);`,
  );
  await merchant.write('rude.mjs', `import './rude.cjs';`);
  for (const [format, file] of [
    ['cjs', './rude.cjs'],
    ['esm', './rude.mjs'],
  ] as const) {
    const { loaded, changed, resources } = await open(format, file);
    expect(loaded.filter((url) => url === 'node:os' || url.includes('/commander/')).length).toBeGreaterThan(1);
    expect(changed).toEqual(
      expect.arrayContaining(['globalThis.rude', 'Array.prototype.last', 'listeners of warning', 'env RUDE']),
    );
    expect(resources).toContain('Timeout');
  }
});

describe('a bundler', () => {
  /** What is left of a program after bundling, in bytes, and which of our files have a part in it. */
  async function bundled(program: string) {
    const { build } = await import('esbuild');
    const { outputFiles, metafile } = await build({
      stdin: { contents: program, resolveDir: merchant.folder },
      bundle: true,
      minify: true,
      write: false,
      metafile: true,
      packages: 'bundle',
      external: ['undici', 'form-data', '@fastify/busboy', 'commander', 'msw', 'pg', 'unpdf', 'tesseract.js'],
      platform: 'node',
      format: 'esm',
      logLevel: 'silent',
    });
    const text = outputFiles[0]?.text ?? '';
    return {
      text,
      files: Object.values(Object.values(metafile.outputs)[0]?.inputs ?? {}).filter(
        ({ bytesInOutput }) => bytesInOutput > 20,
      ).length,
    };
  }

  test.each(Object.keys(entryPoints))('drops %s if nothing of it is used', async (entryPoint) => {
    expect((await bundled(`import '${entryPoint === 'index' ? 'repaykit' : `repaykit/${entryPoint}`}';`)).text).toBe(
      '',
    );
  });

  test.each([
    ['a constant', `import { DISCLAIMER } from 'repaykit'; globalThis.kept = DISCLAIMER;`, 3, 39_000],
    ['the clock', `import { systemClock } from 'repaykit'; globalThis.kept = systemClock;`, 2, 16_000],
    ['an error', `import { RuleError } from 'repaykit'; globalThis.kept = RuleError;`, 2, 17_000],
    ['a verifier', `import { sharedSecret } from 'repaykit/webhooks'; globalThis.kept = sharedSecret;`, 5, 22_500],
    // With its book, which a bundle in one file takes along.
    ['the store in SQLite', `import { sqliteStore } from 'repaykit/sqlite'; globalThis.kept = sqliteStore;`, 6, 60_000],
  ])('keeps no more than is used: %s', async (_what, program, parts, bytes) => {
    const { text, files } = await bundled(program);
    expect(files).toBeLessThanOrEqual(parts + 1);
    expect(text.length).toBeGreaterThan(60);
    expect(text.length).toBeLessThan(bytes);
    // Neither the client nor the shapes come along.
    expect(text).not.toMatch(/ZodType|the client is closed/);
  });
});
