import { createHash } from 'node:crypto';
import { type LoanStore, NO_HASH, type StoredEvent } from '../../src/loan-file/store.ts';

/** An event as the loan file hands it to a store. */
export function sampleEvent(
  loanId: string,
  seq: number,
  { note = 'written', personal }: { note?: string; personal?: string } = {},
): StoredEvent {
  const body = JSON.stringify({ loanId, note, previous: NO_HASH, seq, type: 'sample.written' });
  return {
    seq,
    body,
    hash: createHash('sha256').update(body).digest('hex'),
    ...(personal !== undefined && { personal }),
  };
}

/** `count` events that follow `version` ones. */
export function sampleEvents(
  loanId: string,
  version: number,
  count: number,
  facts: { note?: string; personal?: string } = {},
): StoredEvent[] {
  return Array.from({ length: count }, (_, index) => sampleEvent(loanId, version + index + 1, facts));
}

/** Begins files of one event each, in this order. */
export async function beginFiles(store: LoanStore, ...loanIds: string[]): Promise<void> {
  for (const loanId of loanIds) await store.append(loanId, 0, sampleEvents(loanId, 0, 1));
}
