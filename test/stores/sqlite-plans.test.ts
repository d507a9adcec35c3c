import { afterAll, expect, test } from 'vitest';
import { sqliteStore } from '../../src/stores/sqlite/index.ts';
import { listStatement } from '../../src/stores/sqlite/sqlite-inbox.ts';
import { bookStatements, inboxStatements, statements } from '../../src/stores/sqlite/statements.ts';
import type { InboxQuery } from '../../src/webhooks/inbox/inbox.ts';
import { beginFiles } from './sample-events.ts';
import { openDatabase } from './sqlite-database.ts';

const database = openDatabase(':memory:');
await beginFiles(sqliteStore({ database }), 'loan-1');
// Plans also name the walks by which a foreign key would count its violations; they are passed over as long as there is none.
database.exec('PRAGMA foreign_keys = OFF');
afterAll(() => database.close());

function planOf(sql: string): readonly string[] {
  const parameters = Array.from(sql.matchAll(/\?/g), () => 1);
  return (database.prepare(`EXPLAIN QUERY PLAN ${sql}`).all(...parameters) as { readonly detail: string }[]).map(
    ({ detail }) => detail,
  );
}

const all: Readonly<Record<string, string>> = { ...statements, ...inboxStatements, ...bookStatements };

test.each(Object.keys(all))('SQLite goes straight to the rows of %s and sorts nothing', (name) => {
  const sql = all[name] ?? '';
  const plan = planOf(sql).join('\n');
  expect(plan).not.toMatch(/SCAN|TEMP B-TREE|AUTOMATIC/);
  if (!sql.trim().startsWith('INSERT')) expect(plan).toContain('SEARCH');
});

test('what waits in the inbox is found through indexes that hold nothing but that', () => {
  expect(planOf(inboxStatements.dueDeliveries)).toEqual(['SEARCH inbox USING INDEX inbox_due (due_at<?)']);
  expect(planOf(inboxStatements.emptyBodies).join()).toContain('inbox_kept_bodies (keep_body_until<?)');
});

test.each<[Omit<InboxQuery, 'limit'>, string]>([
  [{}, 'INTEGER PRIMARY KEY (rowid>?)'],
  [{ newestFirst: true }, 'INTEGER PRIMARY KEY (rowid<?)'],
  [{ status: 'done', source: 'webhook' }, 'INTEGER PRIMARY KEY (rowid>?)'],
  [{ status: 'quarantined', source: 'webhook', kinds: ['policy'] }, 'INDEX inbox_open (status=? AND rowid>?)'],
  [{ status: 'unfinished', source: 'reconciled', newestFirst: true }, 'INDEX inbox_open (status=? AND rowid<?)'],
  [
    { source: 'reconciled', status: 'done', kinds: ['policy', 'collection'] },
    'INDEX inbox_reconciled (source=? AND rowid>?)',
  ],
  [{ kinds: ['policy'] }, 'INDEX inbox_kinds (kind=? AND rowid>?)'],
  [{ kinds: ['policy', 'collection'], status: 'done', newestFirst: true }, 'INDEX inbox_kinds (kind=? AND rowid<?)'],
])('a list of the inbox walks along one index: %j', (query, index) => {
  const [sql] = listStatement({ ...query, limit: 5 }, 1);
  const plan = planOf(sql);
  expect(plan.filter((step) => step.includes('inbox')).every((step) => step.endsWith(index))).toBe(true);
  expect(plan.join()).toContain(index);
  // Of several walks what is sorted is a page of each.
  const kinds = query.source === undefined && query.status !== 'quarantined' ? (query.kinds?.length ?? 0) : 0;
  expect(plan.filter((step) => step.includes('TEMP B-TREE')).length).toBeLessThanOrEqual(kinds > 1 ? kinds : 0);
});

test('labels are found through their index, in the order in which files were begun', () => {
  expect(planOf(statements.findByLabel)).toEqual([
    'SEARCH l USING PRIMARY KEY (label=? AND place>?)',
    'SEARCH f USING INTEGER PRIMARY KEY (rowid=?)',
  ]);
});

test('due work is found through an index that holds nothing but work that waits', () => {
  expect(planOf(statements.dueWork)[0]).toBe('SEARCH w USING INDEX loan_work_due (kind=? AND due_at<?)');
  const index = database.prepare("SELECT sql FROM sqlite_schema WHERE name = 'loan_work_due'").get();
  expect(index).toMatchObject({ sql: expect.stringContaining('WHERE due_at IS NOT NULL') });
});
