import type { Inbox, InboxItem, Settlement } from './inbox.ts';

/** What {@link memoryInbox} takes. */
export interface MemoryInboxOptions {
  /** How many finished deliveries it remembers to recognise repetitions; default 10,000, the oldest is forgotten first. */
  readonly rememberDone?: number | undefined;
}

interface Entry {
  item: InboxItem;
  claimedUntil: number;
}

/** Keeps deliveries in memory: for tests and tools. It forgets everything with the process, so a service that must not lose one keeps them in a database. */
export function memoryInbox({ rememberDone = 10_000 }: MemoryInboxOptions = {}): Inbox {
  const entries = new Map<string, Entry>();
  const done = new Set<string>();

  function forgetOldest(): void {
    for (const key of done) {
      if (done.size <= rememberDone) return;
      done.delete(key);
      entries.delete(key);
    }
  }

  return {
    async store(delivery) {
      const known = entries.get(delivery.key);
      if (known?.item.status === 'quarantined') {
        known.item = { ...known.item, status: 'unfinished' };
        return 'reopened';
      }
      if (known) return 'duplicate';
      entries.set(delivery.key, { item: { ...delivery, status: 'unfinished', attempts: 0 }, claimedUntil: Number.NEGATIVE_INFINITY });
      return 'stored';
    },

    async claim(key, { now, leaseMs }) {
      const entry = entries.get(key);
      if (entry?.item.status !== 'unfinished' || entry.claimedUntil > now) return undefined;
      entry.claimedUntil = now + leaseMs;
      entry.item = { ...entry.item, attempts: entry.item.attempts + 1 };
      return entry.item;
    },

    async settle({ key, attempts }, settlement) {
      const entry = entries.get(key);
      if (entry?.item.status !== 'unfinished' || entry.item.attempts !== attempts) return;
      entry.item = settled(entry.item, settlement);
      entry.claimedUntil = Number.NEGATIVE_INFINITY;
      if (settlement.kind === 'done') done.add(key);
      forgetOldest();
    },

    async list({ status, limit }) {
      return [...entries.values()]
        .map(({ item }) => item)
        .filter((item) => item.status === status)
        .sort((a, b) => a.attempts - b.attempts)
        .slice(0, limit);
    },
  };
}

function settled({ reason: _former, ...item }: InboxItem, settlement: Settlement): InboxItem {
  // What is done is kept only to be recognised; its body has no further use and holds personal data.
  if (settlement.kind === 'done') return { ...item, body: '', status: 'done' };
  return { ...item, status: settlement.kind === 'failed' ? 'unfinished' : 'quarantined', reason: settlement.reason };
}
