import { describe, expect, test } from 'vitest';
import { integrityText, proofText } from '../../../src/cli/statement/statement-text.ts';
import { transactionTable } from '../../../src/cli/statement/transaction-table.ts';
import { displayWidth, paintWith } from '../../../src/cli/terminal/terminal-text.ts';
import { entry, statementOf } from './sample-statement.ts';

const plain = paintWith(false);
const wide = { columns: undefined, drawsBlocks: true, paint: plain };
const long =
  'NIP/ZENITH/ADA OBI/RENT FOR THE SHOP AT 12 ALLEN AVENUE FROM JANUARY TO DECEMBER, PAID IN ADVANCE AS AGREED WITH THE OWNER, SECOND HALF FOLLOWS';
const statement = statementOf([
  entry('2025-01-05', -1_234.5, 8_765.5, { narration: long }),
  entry('2025-01-06', 10, 8_775.5),
  entry('2025-02-01', 0.05, 8_775.55, { balancePrinted: false }),
]);

describe('the table of entries', () => {
  test('has one row each where lines may be of any length', () => {
    expect(transactionTable(statement, wide)).toBe(
      [
        `  date        ${'narration'.padEnd(long.length)}     debit  credit    balance`,
        `  2025-01-05  ${long}  1,234.50           8,765.50`,
        `  2025-01-06  ${'NIP TRANSFER'.padEnd(long.length)}             10.00   8,775.50`,
        `  2025-02-01  ${'NIP TRANSFER'.padEnd(long.length)}              0.05  ~8,775.55\n`,
      ].join('\n'),
    );
  });

  test.each([60, 80, 100, 200])(
    'fits a terminal of %i cells: narrations are wrapped, and cut after three lines',
    (columns) => {
      const lines = transactionTable(statement, { ...wide, columns })
        .trimEnd()
        .split('\n');
      expect(Math.max(...lines.map(displayWidth))).toBeLessThanOrEqual(columns);
      expect(lines.length).toBeLessThanOrEqual(6);
      expect(lines.some((line) => line.includes('…'))).toBe(columns < 100);
    },
  );

  test('says in ASCII that something was cut, where there is nothing else', () => {
    expect(transactionTable(statement, { ...wide, columns: 60, drawsBlocks: false })).toMatch(
      /^[\x20-\x7e\n]+\.\.\.\n/,
    );
  });

  test('lets no narration move the cursor or begin a line', () => {
    const text = transactionTable(
      statementOf([entry('2025-01-05', 1, 1, { narration: 'A\u001b[2JB\nC\u202eD' })]),
      wide,
    );
    expect(text).toContain('A\\u001b[2JB\\u000aC\\u202eD');
    expect(text.split('\n')).toHaveLength(3);
  });

  test('marks the balance that does not follow, within the width', () => {
    const chain = { checked: 3, broken: [{ index: 1, page: 1, expected: 8_775.5, printed: 9 }] };
    const text = transactionTable({ ...statement, proof: { ...statement.proof, chain } }, { ...wide, columns: 80 });
    expect(text).toMatch(/8,775\.50 {2}< does not follow\n/);
    expect(Math.max(...text.split('\n').map(displayWidth))).toBeLessThanOrEqual(80);
  });

  test('marks the entry with a figure that was repaired', () => {
    const [first, second] = [entry('2025-01-05', 1, 1), entry('2025-01-06', 1, 2)];
    const text = transactionTable(statementOf([{ ...first, repaired: ['amount'] }, second]), { ...wide, columns: 80 });
    expect(text.match(/ {2}< repaired\n/g)).toHaveLength(1);
    expect(Math.max(...text.split('\n').map(displayWidth))).toBeLessThanOrEqual(80);
  });

  test('has colours only where they are requested', () => {
    expect(transactionTable(statement, wide)).not.toContain('\u001b');
    expect(transactionTable(statement, { ...wide, paint: paintWith(true) })).toContain('\u001b[32m10.00');
  });

  test('of many entries is made', () => {
    const many = statementOf(Array.from({ length: 150_000 }, () => entry('2025-01-05', 1, 1)));
    expect(transactionTable(many, { ...wide, columns: 80 }).length).toBeGreaterThan(150_000 * 40);
  });
});

describe('the proof in words', () => {
  const printed = [
    { figure: 'totalDebit', printed: 1_234.5, computed: 1_234.5, agrees: true },
    { figure: 'creditCount', printed: 3, computed: 2, agrees: false },
    { figure: 'openingBalance', printed: 10_000, computed: null, agrees: true },
  ] as const;

  test('says that a statement proves itself, by how many links and figures', () => {
    const text = proofText({ ...statement, proof: { ...statement.proof, printed: printed.slice(0, 1) } }, plain);
    expect(text).toMatch(/^proved: /);
    expect(text).toContain('  balance chain: 3 links checked, none broken\n');
    expect(text).toMatch(/ {2}total of debits +1,234\.50 +1,234\.50 +agrees\n/);
  });

  test('claims no chain of balances where none is printed', () => {
    const proof = { ...statement.proof, chain: { checked: 0, broken: [] }, printed: printed.slice(0, 1) };
    expect(proofText({ ...statement, proof }, plain)).toMatch(
      /^proved: no balances are printed, but the entries agree/,
    );
  });

  test('says why one does not, where, and what would follow', () => {
    const broken = [
      { index: 1, page: 2, expected: 8_775.5, printed: -9 },
      { index: 3, page: 2, expected: 1, printed: 2 },
    ];
    const proof = {
      proved: false,
      confidence: 0.4,
      chain: { checked: 1, broken },
      printed,
      doubts: ['two links are broken', 'a\u001b[2Jb'],
    };
    const text = proofText({ ...statement, proof }, plain);
    expect(text).toMatch(
      /^not proved \(confidence 0\.40\): rows may be missing or wrong\n {2}two links are broken\n {2}a\\u001b\[2Jb\n/,
    );
    expect(text).toContain('  balance chain: 1 link checked, 2 broken\n');
    expect(text).toMatch(/ {5}2 {2}2025-01-06 +8,775\.50 +-9\.00\n/);
    expect(text).toMatch(/ {5}2 {2}closing balance +1\.00 +2\.00\n/);
    expect(text).toMatch(/number of credits +3 +2 {2}differs\n/);
    expect(text).toMatch(/opening balance +10,000\.00 +\? {2}agrees\n/);
  });

  test('lists the first twenty broken links, and says how many more there are', () => {
    const broken = Array.from({ length: 25 }, (_, index) => ({ index, page: 1, expected: 1, printed: 2 }));
    const text = proofText(
      { ...statement, proof: { ...statement.proof, proved: false, chain: { checked: 30, broken } } },
      plain,
    );
    expect(text).toContain('  and 5 more\n');
  });
});

describe('the signs of editing', () => {
  test('are listed with the gravest first, and the days of their entries', () => {
    const findings = [
      { code: 'attachments', severity: 'note', message: 'Other files are attached to the file.' },
      { code: 'mixed_fonts', severity: 'contradiction', rows: [0, 2], message: 'Two figures\u001b[2J differ.' },
    ] as const;
    expect(integrityText({ ...statement, integrity: { findings } }, plain)).toBe(
      [
        'Signs of editing',
        '  contradiction  Two figures\\u001b[2J differ. (entries of 2025-01-05, 2025-02-01)',
        '  note           Other files are attached to the file.\n',
      ].join('\n'),
    );
  });

  test('are said to be none where none was found', () => {
    expect(integrityText(statement, plain)).toBe('no signs of editing were found\n');
  });
});
