import { ConflictError, InputError } from '../../errors.ts';
import { eventName, type WebhookEvent } from '../../wire/webhook-events.ts';
import type { HandledDelivery } from '../confirmer.ts';
import type { Inbox, InboxItem, Settlement } from './inbox.ts';

/** A delivery that a handler may end itself, and whether it did. */
export interface Ending<Transaction> {
  readonly delivery: HandledDelivery<Transaction>;
  /** The delivery as the first of two handlers gets it: only the second may end it, or its own effects would come after the end. */
  withoutCommit(event: WebhookEvent): HandledDelivery<Transaction>;
  hasEnded(): boolean;
  /** Whether the end was refused: the lease had run out and another worker took the delivery, or it has ended. */
  wasTaken(): boolean;
}

/** Lends a handler the delivery that it works for, with the means to end it together with effects of its own. */
export function endTogether<Transaction>(
  item: InboxItem,
  done: Settlement,
  inbox: Pick<Inbox<Transaction>, 'settle'>,
): Ending<Transaction> {
  const { key, source, receivedAt, attempts } = item;
  let hasEnded = false;
  let wasTaken = false;
  const delivery: HandledDelivery<Transaction> = {
    key,
    source,
    receivedAt,
    attempts,
    async commit(work) {
      if (!(await inbox.settle(item, done, work))) {
        wasTaken = !hasEnded; // a handler that commits twice has ended it itself
        throw new ConflictError(
          'The delivery has ended, or somebody else works on it by now: nothing was written. Return from the handler.',
        );
      }
      hasEnded = true;
    },
  };
  const withoutCommit = (event: WebhookEvent): HandledDelivery<Transaction> => ({
    ...delivery,
    async commit() {
      const { kind } = event;
      const message = `on['${eventName(event)}'] and on['${kind}'] are both called for this delivery, and only the last one may end it: commit in on['${kind}'], or give one of the two`;
      throw new InputError('delivery.commit', [{ path: '', message }]);
    },
  });
  return { delivery, withoutCommit, hasEnded: () => hasEnded, wasTaken: () => wasTaken };
}
