/** Loan files of tests as the events they hold. */
import type { LoanEvent, LoanOpened } from '../../src/domain/loan/events/events.ts';
import { openEvent } from '../../src/loan-file/event-seal.ts';
import { LoanFiles } from '../../src/loan-file/loan-files.ts';
import { memoryStore } from '../../src/loan-file/memory-store.ts';
import { type LoanStore, NO_HASH } from '../../src/loan-file/store.ts';

/** What happened to a loan, in order; personal parts come with it where no keys are kept. */
export async function eventsIn(store: LoanStore, loanId = 'loan-1'): Promise<readonly LoanEvent[]> {
  let previous = NO_HASH;
  return ((await store.load(loanId))?.events ?? []).map((stored) => {
    const event = openEvent(stored, { fileId: loanId, seq: stored.seq, previous }, undefined);
    previous = stored.hash;
    return event as LoanEvent;
  });
}

/** A store in memory that holds one loan with these events. */
export async function storeWith(events: readonly LoanEvent[], loanId = 'loan-1'): Promise<LoanStore> {
  const store = memoryStore();
  const [opened, ...more] = events;
  await new LoanFiles(store).begin(loanId, opened as LoanOpened, more);
  return store;
}
