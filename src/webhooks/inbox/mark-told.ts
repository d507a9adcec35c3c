import type { Clock } from '../../clock/clock.ts';
import { formatInstant } from '../../domain/calendar.ts';
import { contentHash } from '../../loan-file/content-hash.ts';
import type { Inbox, NewDelivery } from './inbox.ts';

/** News that was told elsewhere, by its name. */
export interface ToldNews {
  readonly name: string;
  readonly kind: NewDelivery['kind'];
}

/** What marking needs. */
export interface Marking<Transaction> {
  readonly inbox: Inbox<Transaction>;
  readonly clock: Clock;
  readonly leaseMs: number;
}

// Concerns no loan: should a process end before it has marked what it kept, whoever drains the inbox later calls nobody for it.
const OF_NO_LOAN = JSON.stringify({ event: 'mandate.expired', data: { mandateId: 'told-elsewhere' } });

/** Keeps news as done, so that nobody tells it any more; false, and no change, where the inbox has it, however far that is. @throws StoreError */
export async function markTold<Transaction>(
  { name, kind }: ToldNews,
  { inbox, clock, leaseMs }: Marking<Transaction>,
): Promise<boolean> {
  // A key of its own: by its news' usual key, what waits to be told would be claimed and ended here.
  const key = contentHash({ toldElsewhere: name });
  const kept = await inbox.store({
    key,
    body: OF_NO_LOAN,
    kind,
    source: 'reconciled',
    receivedAt: formatInstant(clock.now()),
    news: name,
  });
  // Also where it was there: an earlier run may have ended in between.
  const [item] = await inbox.claim({ key, now: clock.now(), leaseMs, limit: 1 });
  if (item) await inbox.settle(item, { kind: 'done' });
  return kept === 'stored';
}
