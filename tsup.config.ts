import { chmodSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { defineConfig, type Options } from 'tsup';
import ts from 'typescript';
import { joinChunks } from './build/chunks.ts';
import { consolePage } from './build/console-page.ts';
import { joinDeclarations } from './build/declarations.ts';
import { writeOpenApi } from './build/openapi/write.ts';
import { entryPoints } from './entry-points.ts';

/** Programs are started, never imported, so they are built as ESM only. */
const programs = { cli: 'src/cli/start.ts' };

/** In one file each and as CJS, because a thread starts anew in each process: a file takes a millisecond, the loader of modules ten. */
const threads = { 'statement-worker': 'src/statements/thread/statement-worker.ts' };

/** Loaded before all others by every entry point, which it ends on a Node that is too old. Bundlers drop it, as package.json declares no side effects: what they make is for another place. */
const firstLoaded = { 'check-node-version': 'src/check-node-version.ts' };

/** Packages that travel inside ours with their licence texts: zod loads in a quarter of the time, p-retry has no CJS build (decision 002). */
const bundled = { zod: 'LICENSE', 'p-retry': 'license', 'is-network-error': 'license' };

type EsbuildPlugin = NonNullable<Options['esbuildPlugins']>[number];

// CJS cannot await while a module loads and knows no import.meta, so a file that needs either has a twin there.
const cjsTwins: EsbuildPlugin = {
  name: 'cjs-twins',
  setup(build) {
    build.onResolve({ filter: /\/(msw-module|this-file)\.ts$/ }, ({ path, resolveDir }) => ({
      path: join(resolveDir, path.replace(/\.ts$/, '-cjs.ts')),
    }));
  },
};

// zod keeps its settings and its registry on globalThis, where a merchant's own zod has them too: what one sets the other would obey. Ours keeps to itself.
const ownZod: EsbuildPlugin = {
  name: 'own-zod',
  setup(build) {
    build.onLoad({ filter: /[\\/]zod[\\/]v4[\\/]core[\\/](core|registries)\.js$/ }, ({ path }) => {
      const source = readFileSync(path, 'utf8');
      if (/\bglobalThis\b(?!(\))?\.__zod_global)/.test(source))
        throw new Error(`${path} takes more from globalThis than it did`);
      return { contents: `const ownGlobals = {};\n${source.replaceAll('globalThis', 'ownGlobals')}` };
    });
  },
};

// Options are declared by calls while a module loads. In a function that is marked as pure, a bundler drops what is unused of them.
const pureDeclarations: EsbuildPlugin = {
  name: 'pure-declarations',
  setup(build) {
    build.onLoad({ filter: /[\\/]src[\\/].*\.ts$/ }, ({ path }) => {
      const source = readFileSync(path, 'utf8');
      if (!/from '[^']*\/(validation\/|domain\/values)|[\\/]validation[\\/]/.test(source + path)) return undefined;
      const file = ts.createSourceFile(path, source, ts.ScriptTarget.Latest, true);
      const values = file.statements
        .flatMap((statement) => (ts.isVariableStatement(statement) ? statement.declarationList.declarations : []))
        .flatMap(({ initializer }) => (initializer && !ts.isFunctionLike(initializer) ? initializer : []));
      const contents = values.reduceRight((text, value) => {
        const [start, end] = [value.getStart(), value.end];
        return `${text.slice(0, start)}/* @__PURE__ */ (() => (${text.slice(start, end)}))()${text.slice(end)}`;
      }, source);
      return { contents, loader: 'ts' };
    });
  },
};

// The files of undici that are used travel inside, because the first call of a client waits for them: as one file they load in half the time.
// HTTP/2 is never asked for, and no body is a form. `node:http2` alone takes as long to load as all that is used.
const ownUndici: EsbuildPlugin = {
  name: 'own-undici',
  setup(build) {
    build.onLoad({ filter: /[\\/]undici[\\/]lib[\\/].*\.js$/ }, ({ path }) => {
      if (/client-h2\.js$|[\\/]web[\\/]fetch[\\/]/.test(path))
        return { contents: "module.exports = () => { throw new Error('repaykit does not use this part of undici') };" };
      // The parser for machines without SIMD weighs as much as the rest. It stays in the package of undici.
      if (/llhttp-wasm\.js$/.test(path))
        return {
          contents:
            "export default process.getBuiltinModule('node:module').createRequire(import.meta.url)('undici/lib/llhttp/llhttp-wasm.js');",
        };
      // ESM has no `require`.
      const contents = readFileSync(path, 'utf8')
        .replace(/\brequire\(('node:[^']+')\)/g, 'process.getBuiltinModule($1)')
        .replaceAll("require('../llhttp/llhttp-wasm.js')", "require('../llhttp/llhttp-wasm.js').default");
      return { contents };
    });
  },
};

const esmEntries = { ...entryPoints, ...programs, ...firstLoaded };
const cjsEntries = { ...entryPoints, ...firstLoaded };

/** What the CJS files are made of, before they are. */
const CJS_SOURCES = 'node_modules/.cache/repaykit-cjs';

const shared: Options = {
  target: 'node20.18',
  platform: 'node',
  outDir: 'dist',
  // Several builds share the folder: it is emptied once, below.
  clean: false,
  silent: true,
  noExternal: [...Object.keys(bundled), /^undici\/lib\//],
  esbuildPlugins: [consolePage, ownZod, ownUndici, pureDeclarations],
  splitting: true,
  // `node:sqlite` exists under this name only.
  removeNodeProtocol: false,
  // Paths of bundled files enter the output: the same build wherever node_modules really lies.
  esbuildOptions(options) {
    options.preserveSymlinks = true;
  },
};

export default defineConfig(() => {
  for (const folder of ['dist', CJS_SOURCES]) rmSync(folder, { recursive: true, force: true });
  // A worker of tsup writes the declarations, and tsup has no hook after it.
  process.once('exit', (code) => {
    if (code !== 0) return;
    const entries = Object.entries(entryPoints).map(([name, source]) => [name, valuesOf(source)] as const);
    joinDeclarations({ folder: 'dist', entries: new Map(entries) });
    for (const entryPoint of Object.keys(entryPoints)) {
      loadFirst(`dist/${entryPoint}.js`, "import './check-node-version.js';");
      loadFirst(`dist/${entryPoint}.cjs`, "require('./check-node-version.cjs');");
    }
  });
  // npm packs the modes that it finds, and so the umask of whoever cloned and built. With this the tarball is the same under any.
  process.umask(0o022);
  for (const path of [
    'package.json',
    'LICENSE',
    ...readdirSync('.').filter((name) => name.endsWith('.md')),
    'docs',
    'examples',
  ])
    openToAll(path);
  return [
    { ...shared, entry: esmEntries, format: 'esm', onSuccess: writeEsm },
    { ...shared, entry: threads, format: 'cjs', splitting: false },
    {
      ...shared,
      entry: cjsEntries,
      format: 'esm',
      outDir: CJS_SOURCES,
      esbuildPlugins: [consolePage, ownZod, ownUndici, pureDeclarations, cjsTwins],
      onSuccess: writeCjs,
    },
    {
      ...shared,
      entry: { ...entryPoints },
      format: 'esm',
      dts: {
        only: true,
        // Types are checked by `npm run check`; to check them once more here took half of the build.
        // tsup sets an option that TypeScript 6 calls deprecated. What is marked @internal stays out of the declarations, and its types with it.
        compilerOptions: { ignoreDeprecations: '6.0', stripInternal: true, noCheck: true },
      },
    },
  ] satisfies Options[];
});

/** The names that an entry point's source exports as values. The bundler of declarations forgets `type` for a class of another chunk. */
function valuesOf(source: string): ReadonlySet<string> {
  const lists = [...readFileSync(source, 'utf8').matchAll(/^export \{([^}]*)\}/gm)];
  return new Set(lists.flatMap(([, list = '']) => exportedValues(list)));
}

/** Puts a statement before everything else that a built file does. */
function loadFirst(file: string, statement: string): void {
  const code = readFileSync(file, 'utf8');
  const strict = code.match(/^'use strict';\n+/)?.[0] ?? '';
  writeFileSync(file, `${strict}${statement}\n${code.slice(strict.length)}`);
}

const splitList = (list: string) => list.split(',').flatMap((one) => one.trim() || []);
const exportedName = (one: string) => one.split(' as ').at(-1) ?? one;
const exportedValues = (list: string) =>
  splitList(list).flatMap((one) => (one.startsWith('type ') ? [] : exportedName(one)));

/** Lets group and others read, and run, what its owner may. */
function openToAll(path: string): void {
  if (path.endsWith('node_modules')) return;
  const stats = statSync(path);
  if (stats.isDirectory()) for (const name of readdirSync(path)) openToAll(join(path, name));
  else chmodSync(path, (stats.mode & 0o700) | ((stats.mode & 0o500) >> 3) | ((stats.mode & 0o500) >> 6));
}

async function writeEsm(): Promise<void> {
  await joinChunks({ from: 'dist', to: 'dist', entries: Object.keys(esmEntries), output: { format: 'es' } });
  chmodSync('dist/cli.js', 0o755);
  await writePapers();
}

// A native `import()` would start the ESM loader, which costs more than most modules. `require` on first use is as lazy.
function writeCjs(): Promise<void> {
  const output = { format: 'cjs', dynamicImportInCjs: false, interop: 'auto', exports: 'named' } as const;
  return joinChunks({ from: CJS_SOURCES, to: 'dist', entries: Object.keys(cjsEntries), output });
}

/** What is no code: the licences of bundled packages, and the OpenAPI document. */
async function writePapers(): Promise<void> {
  const notices = Object.entries({ ...bundled, undici: 'LICENSE', preact: 'LICENSE' }).map(
    ([name, file]) => `${name}\n\n${readFileSync(`node_modules/${name}/${file}`, 'utf8').trim()}\n`,
  );
  writeFileSync('dist/THIRD-PARTY.txt', notices.join(`\n${'-'.repeat(80)}\n\n`));
  await writeOpenApi('dist/openapi.json');
}
