import { afterAll, expect, test } from 'vitest';
import { sqliteStore } from '../../src/stores/sqlite/index.ts';
import { statements } from '../../src/stores/sqlite/statements.ts';
import { beginFiles } from './sample-events.ts';
import { openDatabase } from './sqlite-database.ts';

const database = openDatabase(':memory:');
await beginFiles(sqliteStore({ database }), 'loan-1');
// Plans also name the walks by which a foreign key would count its violations; they are passed over as long as there is none.
database.exec('PRAGMA foreign_keys = OFF');
afterAll(() => database.close());

function planOf(sql: string): readonly string[] {
  const parameters = Array.from(sql.matchAll(/\?/g), () => 1);
  return (database.prepare(`EXPLAIN QUERY PLAN ${sql}`).all(...parameters) as { readonly detail: string }[]).map(({ detail }) => detail);
}

test.each(Object.keys(statements) as (keyof typeof statements)[])('SQLite goes straight to the rows of %s and sorts nothing', (name) => {
  const plan = planOf(statements[name]).join('\n');
  expect(plan).not.toMatch(/SCAN|TEMP B-TREE|AUTOMATIC/);
  if (!statements[name].trim().startsWith('INSERT')) expect(plan).toContain('SEARCH');
});

test('labels are found through their index, in the order in which files were begun', () => {
  expect(planOf(statements.findByLabel)).toEqual(['SEARCH l USING PRIMARY KEY (label=? AND place>?)', 'SEARCH f USING INTEGER PRIMARY KEY (rowid=?)']);
});

test('due work is found through an index that holds nothing but work that waits', () => {
  expect(planOf(statements.dueWork)[0]).toBe('SEARCH w USING INDEX loan_work_due (kind=? AND due_at<?)');
  const index = database.prepare("SELECT sql FROM sqlite_schema WHERE name = 'loan_work_due'").get();
  expect(index).toMatchObject({ sql: expect.stringContaining('WHERE due_at IS NOT NULL') });
});
