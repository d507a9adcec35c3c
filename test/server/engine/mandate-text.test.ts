import { expect, test } from 'vitest';
import { openDispute } from '../../../src/server/engine/mandates/mandate-inside.ts';
import { mandateDocument, writtenMandate } from '../../../src/server/engine/mandates/mandate-view.ts';
import { addPayer } from '../../../src/server/engine/world/payers.ts';
import type { Mandate } from '../../../src/server/engine/world/records.ts';
import { findMandate } from '../../../src/server/engine/world/world.ts';
import { successEnvelope } from '../../../src/wire/envelope.ts';
import { BACKUP, LoanStory, MANDATE_ID, PRIMARY } from './loan-story.ts';

/** The answer must hold the current document, whatever was cached before. */
function isUpToDate({ world }: LoanStory): void {
  const mandate = findMandate(world, MANDATE_ID) as Mandate;
  const written = writtenMandate(world, mandate);
  expect(written).toHaveProperty('body', JSON.stringify(successEnvelope(mandateDocument(world, mandate))));
  expect(writtenMandate(world, mandate)).toBe(written);
}

test('the cached answer of a mandate is up to date at every step of its life', async () => {
  const story = new LoanStory();
  story.place(PRIMARY, {});
  isUpToDate(story);
  story.place(PRIMARY);
  isUpToDate(story);
  story.attach(PRIMARY);
  story.place(BACKUP);
  isUpToDate(story);
  story.deposit(PRIMARY);
  story.disburse();
  isUpToDate(story);
  story.bank(PRIMARY, { balance: 0.01 });
  for (const day of ['2026-01-31', '2026-02-01', '2026-03-02']) {
    await story.until(`${day}T20:00:00Z`);
    isUpToDate(story);
  }
  openDispute(story.world, {}, MANDATE_ID);
  isUpToDate(story);
  await story.until('2026-06-01T00:00:00Z');
  isUpToDate(story);
});

test('a manual mandate shows the passing of its due dates although nothing happens', async () => {
  const story = LoanStory.collecting({ terms: { collectionMode: 'manual' } });
  isUpToDate(story);
  await story.until('2026-03-15T00:00:00Z');
  isUpToDate(story);
  expect(story.statuses()).toEqual(['overdue', 'overdue', 'scheduled']);
});

test('an account that its bank opens after the placement gets its name', () => {
  const story = new LoanStory();
  const account = { accountNumber: '0999999999', bankCode: '058' };
  story.place(account, { bvn: '22299999999' });
  isUpToDate(story);
  addPayer(story.world, { bvn: '22299999999', name: 'Kemi "K" Bello', accounts: [{ ...account, balance: 1 }] });
  isUpToDate(story);
  const mandate = findMandate(story.world, MANDATE_ID) as Mandate;
  expect(writtenMandate(story.world, mandate)).toHaveProperty('data.consents.0.accountName', 'KEMI "K" BELLO');
});
