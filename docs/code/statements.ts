// Reads a statement from a path and handles every result.
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createStatement } from 'repaykit/testing';

const folder = mkdtempSync(join(tmpdir(), 'repaykit-docs-'));
const log: string[] = [];
const decide = (transactions: readonly unknown[]) =>
  void log.push(`${transactions.length} entries`);
const review = (doubts: readonly string[]) =>
  void log.push(`doubts: ${doubts.join('; ')}`);
const askFor = (what: string) => void log.push(`ask for ${what}`);

// #region read
import { StatementError } from 'repaykit';
import { readStatement } from 'repaykit/statements';

async function check(path: string, password?: string) {
  try {
    const { transactions, proof } = await readStatement(path, { password });
    if (proof.proved) decide(transactions);
    else review(proof.doubts); // sentences without personal data
  } catch (error) {
    if (!(error instanceof StatementError)) throw error;
    askFor(error.code.startsWith('password') ? 'the password' : 'another file');
  }
}

// #endregion read

// #region scan
import { tesseractReader } from 'repaykit/ocr';

const ocr = tesseractReader(); // one for all files: it keeps its threads

async function checkScan(path: string) {
  const { source, proof } = await readStatement(path, { ocr });
  return { isScan: source === 'ocr', proved: proof.proved };
}
// #endregion scan

/** A synthetic statement as a file. */
function fileOf(options: Parameters<typeof createStatement>[0]) {
  const path = join(folder, `${log.length}.pdf`);
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
assert.deepEqual(log.slice(0, 3), [
  `${whole.entries} entries`,
  'ask for the password',
  `${whole.entries} entries`,
]);
assert.match(log[3] ?? '', /^doubts: /);
// A file with text needs no recognition.
assert.deepEqual(await checkScan(whole.path), { isScan: false, proved: true });
await ocr.close();
rmSync(folder, { recursive: true });
