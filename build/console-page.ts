/** Builds the console's page, and puts it into the module that serves it, as text: so a bundler of the lender's carries it along. */
import { readFileSync } from 'node:fs';
import { build, type Plugin } from 'esbuild';

const MODULE = /[\\/]console[\\/]api[\\/]page-files\.ts$/;

/** The source of the module, with the page's script and style sheet in it. */
export async function consolePageModule(): Promise<string> {
  const page = 'src/console/page';
  const { outputFiles } = await build({
    entryPoints: { script: `${page}/main.tsx`, style: `${page}/style.css` },
    outdir: 'page',
    write: false,
    bundle: true,
    minify: true,
    format: 'esm',
    target: 'es2022',
    jsx: 'automatic',
    jsxImportSource: 'preact',
    legalComments: 'none',
    plugins: [definitions],
  });
  const files = outputFiles.map(({ path, text }) => [path.endsWith('.css') ? 'style' : 'script', text] as const);
  return files.map(([name, text]) => `export const ${name} = ${JSON.stringify(text)};\n`).join('');
}

/** The definitions of the figures, as the guide has them in its table. */
const definitions: Plugin = {
  name: 'definitions',
  setup({ onLoad }) {
    onLoad({ filter: /[\\/]page[\\/]book[\\/]definitions\.ts$/ }, () => {
      const rows = readFileSync('docs/book.md', 'utf8').matchAll(/^\| `([\w.]+)` \| [^|]* \| ([^|]+) \|/gm);
      const found = Object.fromEntries(
        [...rows].map(([, field, text = '']) => [field, text.replaceAll('`', '').trim()]),
      );
      return { contents: `export const definitions = ${JSON.stringify(found)};`, loader: 'ts' };
    });
  },
};

/** For builds by esbuild. */
export const consolePage: Plugin = {
  name: 'console-page',
  setup({ onLoad }) {
    onLoad({ filter: MODULE }, async () => ({ contents: await consolePageModule(), loader: 'ts' }));
  },
};

/** For tests that run from source. */
export const consolePageFromSource = {
  name: 'console-page',
  load: async (id: string) => (MODULE.test(id.split('?')[0] ?? '') ? await consolePageModule() : undefined),
};
