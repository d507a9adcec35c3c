// Lets any Node from 20.18 on run these programs as they stand: node --import ./examples/typescript.js examples/first-call.ts
// From 22.18 on Node does it by itself, and this is not needed.
import { readFile } from 'node:fs/promises';
import { register } from 'node:module';
import { fileURLToPath } from 'node:url';
import { isMainThread } from 'node:worker_threads';

if (isMainThread) register(import.meta.url);

/** Node's hook for loading a module: types are taken out of TypeScript, all else is left to Node. */
export async function load(url, context, next) {
  if (!url.endsWith('.ts')) return next(url, context);
  const { transform } = await import('esbuild');
  const { code } = await transform(await readFile(fileURLToPath(url), 'utf8'), {
    loader: 'ts',
    format: 'esm',
    target: 'node20',
  });
  return { format: 'module', source: code, shortCircuit: true };
}
