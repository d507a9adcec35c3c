// Loan files and deliveries in one SQLite file.
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { SqliteDatabase } from 'repaykit/sqlite';
import { createTestKit } from 'repaykit/testing';
import {
  createTestDelivery,
  type HandledDelivery,
  receive,
  sharedSecret,
} from 'repaykit/webhooks';

const folder = mkdtempSync(join(tmpdir(), 'repaykit-docs-'));
const path = join(folder, 'loans.db');

// #region open
// On Node 22.13 and later: from 'node:sqlite'
import { DatabaseSync } from '@photostructure/sqlite';
import { sqliteInbox, sqliteStore } from 'repaykit/sqlite';

const database = new DatabaseSync(path);
const store = sqliteStore({ database }); // for `new RepayKit({ store, … })`
const inbox = sqliteInbox({ database }); // for `receive({ inbox, … })`
// #endregion open

database.exec('CREATE TABLE receipts (reference TEXT NOT NULL UNIQUE)');

// #region commit
async function book(
  reference: string,
  delivery: HandledDelivery<SqliteDatabase>,
) {
  await delivery.commit((database) => {
    database
      .prepare('INSERT INTO receipts (reference) VALUES (?)')
      .run(reference);
  });
}
// #endregion commit

const platform = await createTestKit({ client: { store } });
const { loanId } = await platform.loanAt('collecting');
const secret = 'whsec_docs';
const receiver = receive({
  verify: sharedSecret({ secrets: [secret] }),
  inbox,
  confirm: platform.kit,
  on: {
    pdf_upload: (event, _confirmed, delivery) => book(event.kind, delivery),
  },
});
const { headers, body } = createTestDelivery('pdf_upload', {}, { secret });
for (const _twice of [1, 2])
  await receiver(
    new Request('http://localhost/webhooks', { method: 'POST', headers, body }),
  );
await receiver.settled();
const { booked } = database
  .prepare('SELECT count(*) AS booked FROM receipts')
  .get();
assert.equal(booked, 1);
await platform.close();

// What was answered is in the file.
database.close();
const again = new DatabaseSync(path);
assert.equal(
  (await sqliteStore({ database: again }).load(loanId))?.loanId,
  loanId,
);
again.close();
rmSync(folder, { recursive: true });
