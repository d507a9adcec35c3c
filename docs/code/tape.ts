// A loan tape: exported, verified by a funder, and compared with the tape of another funder.
import assert from 'node:assert/strict';
import { generateKeyPairSync } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { memoryCheckpoints, memoryStore } from 'repaykit';
import { createTestKit } from 'repaykit/testing';

const store = memoryStore();
const platform = await createTestKit({ client: { store } });
await platform.loanAt('collecting');
await platform.loanAt('collecting', { accounts: [{ balance: 0 }] });
await platform.clock.advance({ months: 2, days: 20 });
const { clock } = platform;
const sink = memoryCheckpoints();
const { privateKey, publicKey } = generateKeyPairSync('ed25519');
const folder = await mkdtemp(join(tmpdir(), 'tape-'));
const directory = join(folder, 'tape');
const theirDirectory = join(folder, 'theirs');
const rows: string[] = [];
const print = (text: string) => void rows.push(text);

// #region export
import { exportTape } from 'repaykit/book';

await exportTape({
  store,
  checkpoints: { key: privateKey, sink },
  directory, // a new one
  asOf: clock.today(),
  withEvidence: true,
  clock, // leave it out in production
});

// #endregion export

// #region verify
import { verifyTape } from 'repaykit/book';

const report = await verifyTape({ directory, publicKey });
for (const { loanId, column, tape, evidence } of report.differences)
  print(`${loanId} ${column}: the tape says ${tape}, not ${evidence}`);
for (const problem of report.problems) print(problem);
if (!report.ok) throw new Error('This tape is not true');
// #endregion verify

assert.deepEqual([report.rows, report.recomputed, rows], [2, 2, []]);

// #region sample
const checked = await verifyTape({
  directory,
  publicKey,
  sample: { size: 1, seed: 'chosen on 3 December' },
});
print(`at most ${checked.confidence?.wrongRows} of ${checked.rows} are wrong`);
// #endregion sample

assert.deepEqual(rows, ['at most 1 of 2 are wrong']);
await exportTape({
  store,
  checkpoints: { key: privateKey, sink },
  directory: theirDirectory,
  clock,
});
const secret = 'a secret of 32 characters or more';

// #region compare
import { compareTapes } from 'repaykit/book';

const { both } = await compareTapes({
  a: directory,
  b: theirDirectory,
  key: secret,
});
for (const { a, b } of both) print(`${a} is also ${b} of the other tape`);
// #endregion compare

assert.equal(both.length, 2);
await rm(folder, { recursive: true });
await platform.close();
