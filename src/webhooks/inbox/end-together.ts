import { ConflictError } from '../../errors.ts';
import type { HandledDelivery } from '../confirmer.ts';
import type { Inbox, InboxItem, Settlement } from './inbox.ts';

/** A delivery that a handler may end itself, and whether it did. */
export interface Ending<Transaction> {
  readonly delivery: HandledDelivery<Transaction>;
  hasEnded(): boolean;
}

/** Lends a handler the delivery that it works for, with the means to end it together with effects of its own. */
export function endTogether<Transaction>(item: InboxItem, done: Settlement, inbox: Pick<Inbox<Transaction>, 'settle'>): Ending<Transaction> {
  const { key, source, receivedAt, attempts } = item;
  let hasEnded = false;
  const delivery: HandledDelivery<Transaction> = {
    key,
    source,
    receivedAt,
    attempts,
    async commit(work) {
      if (!(await inbox.settle(item, done, work))) {
        throw new ConflictError('The delivery has ended, or somebody else works on it by now: nothing was written. Return from the handler.');
      }
      hasEnded = true;
    },
  };
  return { delivery, hasEnded: () => hasEnded };
}
