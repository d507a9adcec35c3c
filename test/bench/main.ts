/** `npm run bench`: one run, one table of ratios; `--json` prints the rows instead; names of parts (`client start`) run only those. */
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { benchClient } from './client.ts';
import { benchRetries } from './retries.ts';
import { type BenchRow, tableOf } from './rows.ts';
import { benchScale, SCALE_RUN } from './scale.ts';
import { runScale, type ScaleTask } from './scale-run.ts';
import { benchServer } from './server.ts';
import { benchStart } from './start.ts';
import { benchStatements } from './statements.ts';
import { benchStores } from './stores.ts';
import { benchTypes } from './types.ts';
import { benchWebhooks } from './webhooks.ts';

const parts: Readonly<Record<string, () => Promise<BenchRow[]>>> = {
  client: benchClient,
  start: benchStart,
  retries: benchRetries,
  types: benchTypes,
  server: benchServer,
  scale: benchScale,
  stores: benchStores,
  webhooks: benchWebhooks,
  statements: benchStatements,
};

const task = process.argv.find((argument) => argument.startsWith(SCALE_RUN));
if (task === undefined) await runParts();
else {
  const result = await runScale(JSON.parse(task.slice(SCALE_RUN.length)) as ScaleTask);
  process.stdout.write(JSON.stringify(result), () => process.exit(0));
}

async function runParts(): Promise<void> {
  const asked = process.argv.slice(2).filter((argument) => !argument.startsWith('--'));
  const unknown = asked.filter((name) => !(name in parts));
  if (unknown.length > 0) {
    process.stderr.write(`There is no bench ${unknown.join(', ')}; there are ${Object.keys(parts).join(', ')}.\n`);
    process.exit(1);
  }
  // The peers have a lockfile of their own, so that the package's stays small.
  const peers = ['stripe', 'standardwebhooks', '@stoplight/prism-cli', '@mockoon/cli'];
  if (!peers.every((peer) => existsSync(`test/bench/node_modules/${peer}`))) {
    execFileSync('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund'], { cwd: 'test/bench', stdio: 'ignore' });
  }
  const rows: BenchRow[] = [];
  for (const [name, run] of Object.entries(parts)) if (asked.length === 0 || asked.includes(name)) rows.push(...(await run()));
  process.stdout.write(process.argv.includes('--json') ? `${JSON.stringify(rows, null, 2)}\n` : `${tableOf(rows)}\n`);
}
