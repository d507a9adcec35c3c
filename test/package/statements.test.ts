import { rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { pagesPdf } from '../statements/pdf/raw-pdf.ts';
import { statementPages } from '../statements/pdf/statement-pages.ts';
import { type Consumer, install, pack, root, temporaryFolder } from './tarball.ts';

let folder: string;
let merchant: Consumer;

beforeAll(async () => {
  folder = await temporaryFolder();
  merchant = await install(await pack(root, folder));
  await writeFile(join(merchant.folder, 'statement.pdf'), pagesPdf(statementPages(1, 20)));
});

afterAll(async () => {
  await merchant?.remove();
  await rm(folder, { recursive: true, force: true });
});

/** Runs `work` with the engine installed. */
async function withEngine<Result>(work: () => Promise<Result>): Promise<Result> {
  const installed = join(merchant.folder, 'node_modules/unpdf');
  await symlink(join(root, 'node_modules/unpdf'), installed);
  try {
    return await work();
  } finally {
    await rm(installed);
  }
}

const formats = [
  ['ESM', 'mjs', (entryPoint: string) => `await import('${entryPoint}')`],
  ['CJS', 'cjs', (entryPoint: string) => `require('${entryPoint}')`],
] as const;

/** A script that prints what `steps` answers; `scripts()` is what this thread has loaded, `threads()` how many others were started. */
const script = (steps: string) => `(async () => {
  const { Session } = require('node:inspector');
  const session = new Session();
  session.connect();
  const loaded = [];
  session.on('Debugger.scriptParsed', ({ params }) => loaded.push(params));
  session.post('Debugger.enable');
  let started = 0;
  process.on('worker', () => { started += 1; });
  const threads = () => started;
  const scripts = () => loaded.filter(({ url }) => url.includes('/node_modules/')).map(({ url, scriptId }) => {
    let source = '';
    session.post('Debugger.getScriptSource', { scriptId }, (error, answer) => { source = answer.scriptSource; });
    return { url, source };
  });
  const engines = () => scripts().filter(({ url, source }) => /unpdf|pdfjs/.test(url) || source.includes('getDocument(')).length;
  const readers = () => scripts().filter(({ source }) => source.includes('statement-worker.cjs')).length;
  console.log(JSON.stringify(await (async () => { ${steps} })()));
})();`;
const asModule = (text: string) =>
  `import { createRequire } from 'node:module'; const require = createRequire(import.meta.url); ${text}`;
const written = (ending: string, text: string) => (ending === 'mjs' ? asModule(text) : text);

describe.each(formats)('a lender who reads statements from %s', (_format, ending, load) => {
  const read = `const { readStatement, StatementError } = ${load('repaykit/statements')};
    const answer = await readStatement('statement.pdf').then(({ transactions }) => transactions.length, ({ name, message }) => name + ': ' + message);`;

  test('gets the command that installs the engine', async () => {
    const found = await merchant.node(`no-engine.${ending}`, written(ending, script(`${read} return answer;`)));
    expect(found).toBe('ConfigurationError: repaykit/statements: unpdf: is not installed: npm install unpdf@~1.7');
  });

  test('loads neither engine nor thread with the main entry point, the engine never beside a thread, and nothing before the first reading', async () => {
    const found = await withEngine(() =>
      merchant.node(
        `loaded.${ending}`,
        written(
          ending,
          script(`${load('repaykit')};
            const main = [scripts().length > 0, readers(), engines(), threads()];
            ${load('repaykit/statements')};
            const entryPoint = [readers(), engines(), threads()];
            ${read}
            return { main, entryPoint, answer, read: [engines(), threads()] };`),
        ),
      ),
    );
    expect(found).toEqual({ main: [true, 0, 0, 0], entryPoint: [1, 0, 0], answer: 20, read: [0, 1] });
  });
});

test('a lender who bundled the package gets the hint to keep it out, or finds the thread where it is installed', async () => {
  const bundle = join(folder, 'bundle.mjs');
  const script = `import { readStatement } from ${JSON.stringify(join(merchant.folder, 'node_modules/repaykit/dist/statements.js'))};
    console.log(JSON.stringify(await readStatement(${JSON.stringify(join(merchant.folder, 'statement.pdf'))}).then(({ transactions }) => transactions.length, ({ message }) => message)));`;
  const { build } = await import('esbuild');
  const bundled = async (into: string) => {
    await build({
      stdin: { contents: script, resolveDir: folder },
      outfile: into,
      bundle: true,
      platform: 'node',
      format: 'esm',
      logLevel: 'silent',
    });
  };
  await withEngine(async () => {
    await bundled(join(merchant.folder, 'bundle.mjs'));
    expect(await merchant.node('start.mjs', `import './bundle.mjs';`)).toBe(20);
    await bundled(bundle);
    expect(await merchant.node('start.mjs', `import ${JSON.stringify(bundle)};`)).toMatch(
      /statement-worker\.cjs is not found: keep the package out of the bundle/,
    );
  });
});
