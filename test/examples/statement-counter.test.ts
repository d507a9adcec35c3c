import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createStatement } from 'repaykit/testing';
import { afterAll, describe, expect, test } from 'vitest';
import { runExample } from './running.ts';

const folder = mkdtempSync(join(tmpdir(), 'repaykit-counter-'));
afterAll(() => rmSync(folder, { recursive: true }));

const {
  pdf,
  password = '',
  truth,
} = createStatement({ profile: 'salary', months: 3, seed: 21, password: 'moth-lantern' });
const [path, passwordFile] = [join(folder, 'statement.pdf'), join(folder, 'password.txt')];
writeFileSync(path, pdf);
writeFileSync(passwordFile, `${password}\n`);

describe('the statement check at the counter', { timeout: 600_000 }, () => {
  test('takes a good statement and no other, and says why', async () => {
    const cases = (await runExample('statement-counter.ts')).split(/^(?=\S)/m);
    expect(cases.map((text) => [text.split('\n')[0], /→ (.+)/.exec(text)?.[1]])).toEqual([
      ['A statement of six months:', 'take it'],
      ['The same, without its password:', 'ask for another copy'],
      ['One of another person:', 'ask for another copy'],
      ['One from which a row was taken out:', 'ask for another copy'],
    ]);
    expect(cases[0]).toMatch(
      /income ₦\d+\.\d\d a month, from \d+ credits; \d+ others do not count\n {2}6 salaries; may borrow ₦\d+\.\d\d\n/,
    );
    expect(cases[1]).toContain('password_required: ');
    expect(cases[2]).toContain('? the name on the statement is not that of the application\n');
    expect(cases[3]).toContain('? 1 of the balances do not follow');
  });

  test('judges a file with its password, for the applicant of the form', async () => {
    // Surname first and in capitals, as forms have it.
    const reversed = truth.account.name.split(' ').reverse().join(', ').toUpperCase();
    const printed = await runExample('statement-counter.ts', [path, passwordFile], {
      APPLICANT: reversed,
      ACCOUNT: truth.account.number,
    });
    expect(printed).toMatch(/→ take it\n$/);
    expect(printed).toContain(`******${truth.account.number.slice(-4)}, `);
  });

  test('prints neither the name nor the whole account number, whatever it decides', async () => {
    const printed = await runExample('statement-counter.ts', [path, passwordFile], {
      APPLICANT: 'Somebody Else',
      ACCOUNT: '0123456789',
    });
    expect(printed).toMatch(/→ ask for another copy\n$/);
    for (const personal of [truth.account.number, '0123456789', 'Somebody', ...truth.account.name.split(' ')])
      expect(printed).not.toContain(personal);
  });
});
