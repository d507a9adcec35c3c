import { expect, test } from 'vitest';
import { openDispute } from '../../../src/server/engine/mandates/mandate-inside.ts';
import { mandateDocument, mandateText } from '../../../src/server/engine/mandates/mandate-view.ts';
import { addPayer } from '../../../src/server/engine/world/payers.ts';
import type { Mandate } from '../../../src/server/engine/world/records.ts';
import { BACKUP, LoanStory, MANDATE_ID, PRIMARY } from './loan-story.ts';

/** Both ways of writing a mandate, which must be the same bytes whenever they are looked at. */
function isWrittenAlike({ world }: LoanStory): void {
  const mandate = world.mandates.get(MANDATE_ID) as Mandate;
  const document = JSON.stringify(mandateDocument(world, mandate));
  expect(mandateText(world, mandate)).toBe(document);
  // Now from what the first writing remembered.
  expect(mandateText(world, mandate)).toBe(document);
}

test('a mandate is written alike by hand and by JSON, at every step of its life', async () => {
  const story = new LoanStory();
  story.place(PRIMARY, {});
  isWrittenAlike(story);
  story.place(PRIMARY);
  isWrittenAlike(story);
  story.attach(PRIMARY);
  story.place(BACKUP);
  isWrittenAlike(story);
  story.deposit(PRIMARY);
  story.disburse();
  isWrittenAlike(story);
  story.bank(PRIMARY, { balance: 0.01 });
  for (const day of ['2026-01-31', '2026-02-01', '2026-03-02']) {
    await story.until(`${day}T20:00:00Z`);
    isWrittenAlike(story);
  }
  openDispute(story.world, {}, MANDATE_ID);
  isWrittenAlike(story);
  await story.until('2026-06-01T00:00:00Z');
  isWrittenAlike(story);
});

test('a manual mandate shows the passing of its due dates although nothing happens', async () => {
  const story = LoanStory.collecting({ terms: { collectionMode: 'manual' } });
  isWrittenAlike(story);
  await story.until('2026-03-15T00:00:00Z');
  isWrittenAlike(story);
  expect(story.statuses()).toEqual(['overdue', 'overdue', 'scheduled']);
});

test('an account that its bank opens after the placement gets its name', () => {
  const story = new LoanStory();
  const account = { accountNumber: '0999999999', bankCode: '058' };
  story.place(account, { bvn: '22299999999' });
  isWrittenAlike(story);
  addPayer(story.world, { bvn: '22299999999', name: 'Kemi "K" Bello', accounts: [{ ...account, balance: 1 }] });
  isWrittenAlike(story);
  expect(mandateText(story.world, story.world.mandates.get(MANDATE_ID) as Mandate)).toContain('KEMI \\"K\\" BELLO');
});
