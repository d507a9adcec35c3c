/** Breaks each part of the code in one place at a time: `npm run mutation`, or `npm run mutation -- webhooks`. */
import { spawnSync } from 'node:child_process';
import { names } from './parts.mjs';

const [chosen, ...options] = names.includes(process.argv[2])
  ? process.argv.slice(2)
  : [undefined, ...process.argv.slice(2)];
for (const name of chosen ? [chosen] : names) {
  const command = ['stryker', 'run', 'test/mutation/stryker.config.mjs', ...options];
  const { status } = spawnSync('npx', command, { stdio: 'inherit', env: { ...process.env, PART: name } });
  if (status !== 0) process.exitCode = 1;
}
