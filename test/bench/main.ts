/** `npm run bench`: one run, one table of ratios; `--json` prints the rows instead; names of parts (`client start`) run only those. */
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { benchClient } from './client.ts';
import { benchInstance } from './instance.ts';
import { benchRetries } from './retries.ts';
import { type BenchRow, tableOf } from './rows.ts';
import { benchServer } from './server.ts';
import { benchStart } from './start.ts';
import { benchTypes } from './types.ts';

const parts: Readonly<Record<string, () => Promise<BenchRow[]>>> = {
  client: benchClient,
  start: benchStart,
  retries: benchRetries,
  types: benchTypes,
  server: benchServer,
  instance: benchInstance,
};

const asked = process.argv.slice(2).filter((argument) => argument !== '--json');
const unknown = asked.filter((name) => !(name in parts));
if (unknown.length > 0) {
  process.stderr.write(`There is no bench ${unknown.join(', ')}; there are ${Object.keys(parts).join(', ')}.\n`);
  process.exit(1);
}

// The peers have a lockfile of their own, so that the package's stays small.
if (!existsSync('test/bench/node_modules/stripe')) execFileSync('npm', ['ci', '--no-audit', '--no-fund'], { cwd: 'test/bench', stdio: 'ignore' });

const rows: BenchRow[] = [];
for (const [name, run] of Object.entries(parts)) if (asked.length === 0 || asked.includes(name)) rows.push(...(await run()));
process.stdout.write(process.argv.includes('--json') ? `${JSON.stringify(rows, null, 2)}\n` : `${tableOf(rows)}\n`);
