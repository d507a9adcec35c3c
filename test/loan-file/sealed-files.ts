/** Sealed files of invented loans in a store that may be tampered with. */
import { generateKeyPairSync } from 'node:crypto';
import { takeCheckpoint } from '../../src/evidence/checkpoint.ts';
import type { CheckpointSink } from '../../src/evidence/checkpoint-files.ts';
import { type LogEvent, sealEvent } from '../../src/loan-file/event-seal.ts';
import { type FileHead, type LoanStore, NO_HASH, type StoredEvent } from '../../src/loan-file/store.ts';

/** Files that tests change as an insider would: loan id to events. */
export type Files = Map<string, StoredEvent[]>;

/** What an audit and an export read of files. */
export function storeOf(files: Files): Pick<LoanStore, 'list' | 'load'> {
  return {
    async load(loanId) {
      const events = files.get(loanId);
      return events && { loanId, version: events.length, events };
    },
    async list({ after, limit }) {
      const start = after === undefined ? 0 : Number(after);
      const heads = [...files].slice(start, start + limit).map(([loanId, events]): FileHead => {
        return { loanId, version: events.length, head: events.at(-1)?.hash ?? NO_HASH };
      });
      return { heads, ...(start + limit < files.size && { next: String(start + limit) }) };
    },
  };
}

/** An event of an invented loan; every third holds something personal. */
export function sampleEvent(payerId: string, seq: number, note = ''): LogEvent {
  const at = `2026-03-01T08:00:${String(seq % 60).padStart(2, '0')}.000Z`;
  const personal = seq % 3 === 1 ? { name: `Ngozi ${seq}`, accountNumber: '0123456789' } : undefined;
  const facts =
    seq === 1
      ? { type: 'loan.opened', payerId }
      : { type: 'debit.intended', amount: 5_000_00 + seq, debitDate: '2026-04-30' };
  return { ...facts, at, ...(note !== '' && { note }), ...(personal && { personal }) } as LogEvent;
}

/** Seals events after those that a file has. */
export function sealAfter(
  loanId: string,
  known: readonly StoredEvent[],
  events: readonly LogEvent[],
  key?: Uint8Array,
): StoredEvent[] {
  const sealed = [...known];
  for (const event of events) {
    const place = { fileId: loanId, seq: sealed.length + 1, previous: sealed.at(-1)?.hash ?? NO_HASH };
    sealed.push(sealEvent(event, place, key));
  }
  return sealed;
}

/** Writes more events into a file, beginning it if need be. */
export function write(files: Files, loanId: string, count: number, key?: Uint8Array): void {
  const known = files.get(loanId) ?? [];
  const events = Array.from({ length: count }, (_, index) =>
    sampleEvent(`payer of ${loanId}`, known.length + index + 1),
  );
  files.set(loanId, sealAfter(loanId, known, events, key));
}

/** Keys of a lender that signs checkpoints. */
export const signer = generateKeyPairSync('ed25519');

/** Takes a checkpoint of files. */
export function checkpoint(files: Files, sink: CheckpointSink, at = '2026-03-01T09:00:00Z') {
  return takeCheckpoint({ store: storeOf(files), sink, key: signer.privateKey, clock: { now: () => Date.parse(at) } });
}

/** Joins what an export yields. */
export async function textOf(lines: AsyncIterable<string>): Promise<string> {
  let text = '';
  for await (const line of lines) text += line;
  return text;
}
