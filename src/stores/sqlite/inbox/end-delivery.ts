import type { Inbox, Settlement } from '../../../webhooks/inbox/inbox.ts';
import { checkSettlement, keptReason } from '../../../webhooks/inbox/inbox-checks.ts';
import type { SqliteConnection } from '../sqlite-connection.ts';
import { type SqliteDatabase, type SqliteRow, wholeNumber } from '../sqlite-database.ts';
import { inboxStatements } from './inbox-statements.ts';
import { lendDatabase } from './lent-database.ts';
import type { SharedWrite } from './shared-writes.ts';

/** Where claims are ended. */
export interface EndPlace {
  readonly connection: SqliteConnection;
  readonly write: SharedWrite;
  /** What is lent to the merchant's code. */
  readonly database: SqliteDatabase;
}

/** Ends claims, alone or together with what the merchant's code writes in the same transaction. */
export function deliveryEnds({ connection, write, database }: EndPlace): Pick<Inbox<SqliteDatabase>, 'settle'> {
  const heldDelivery = connection.prepare(inboxStatements.heldDelivery);
  const end = endWriter(connection);

  return {
    async settle(claim, settlement, commit) {
      checkSettlement(claim, settlement);
      const endHeld = () => {
        const held = heldDelivery.get(claim.key, claim.fence) as SqliteRow | undefined;
        if (!held) return false;
        if (commit) lendDatabase(database, commit);
        end(wholeNumber(held.place), settlement);
        return true;
      };
      // What a merchant's code writes is taken back alone, so it shares no transaction.
      return commit ? connection.write(endHeld) : write(endHeld);
    },
  };
}

function endWriter(connection: SqliteConnection): (place: number, settlement: Settlement) => void {
  const finishDelivery = connection.prepare(inboxStatements.finishDelivery);
  const finishWithBody = connection.prepare(inboxStatements.finishWithBody);
  const postponeDelivery = connection.prepare(inboxStatements.postponeDelivery);
  const shutDelivery = connection.prepare(inboxStatements.shutDelivery);

  return (place, settlement) => {
    if (settlement.kind === 'failed') postponeDelivery.run(keptReason(settlement.reason), settlement.dueAt, place);
    else if (settlement.kind === 'quarantined') shutDelivery.run(keptReason(settlement.reason), place);
    else if (settlement.keepBodyUntil === undefined) finishDelivery.run(place);
    else finishWithBody.run(settlement.keepBodyUntil, place);
  };
}
