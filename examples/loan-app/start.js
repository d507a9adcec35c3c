// Node 20 runs no TypeScript, so this bundles the app (packages stay outside) and starts it: `npm run build && node examples/loan-app/start.js`.
import { fileURLToPath } from 'node:url';
import { build } from 'tsup';

const here = fileURLToPath(new URL('.', import.meta.url));
await build({
  entry: [`${here}main.ts`],
  outDir: `${here}dist`,
  format: 'esm',
  target: 'node20',
  external: [/^[^./]/],
  config: false,
  silent: true,
});
await import('./dist/main.js');
