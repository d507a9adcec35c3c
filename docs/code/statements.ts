// A statement from a path, and what to do with each way in which its reading may end.
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createStatement } from 'repaykit/testing';

const folder = mkdtempSync(join(tmpdir(), 'repaykit-docs-'));
const desk: string[] = [];
const decideOn = (transactions: readonly unknown[]) =>
  void desk.push(`${transactions.length} entries`);
const lookAt = (doubts: readonly string[]) =>
  void desk.push(`doubts: ${doubts.join('; ')}`);
const askFor = (what: string) => void desk.push(`ask for ${what}`);

// #region read
import { StatementError } from 'repaykit';
import { readStatement } from 'repaykit/statements';

async function check(path: string, password?: string) {
  try {
    const { transactions, proof } = await readStatement(path, { password });
    if (proof.proved) decideOn(transactions);
    else lookAt(proof.doubts); // in words for a person, without personal data
  } catch (error) {
    if (!(error instanceof StatementError)) throw error;
    askFor(
      error.code === 'password_required' || error.code === 'password_wrong'
        ? 'the password'
        : 'another file',
    );
  }
}
// #endregion read

/** A synthetic statement as a file. */
function fileOf(options: Parameters<typeof createStatement>[0]) {
  const path = join(folder, `${desk.length}.pdf`);
  const { pdf, truth } = createStatement({
    profile: 'salary',
    months: 2,
    seed: 5,
    ...options,
  });
  writeFileSync(path, pdf);
  return { path, entries: truth.rows.length };
}

const whole = fileOf({});
await check(whole.path);
await check(fileOf({ password: 'moth-lantern' }).path);
await check(fileOf({ password: 'moth-lantern' }).path, 'moth-lantern');
await check(fileOf({ tamper: { kind: 'delete', row: 9 } }).path);
assert.deepEqual(desk.slice(0, 3), [
  `${whole.entries} entries`,
  'ask for the password',
  `${whole.entries} entries`,
]);
assert.match(desk[3] ?? '', /^doubts: /);
rmSync(folder, { recursive: true });
