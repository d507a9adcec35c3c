/** Loan files as a year leaves them: a few are played, and copied under new ids. */
import { openEvent, sealEvent } from '../../src/loan-file/event-seal.ts';
import { type LoanStore, NO_HASH, type StoredEvent } from '../../src/loan-file/store.ts';
import { createBook } from '../../src/testing/index.ts';

type Events = readonly StoredEvent[];

// The first day after the played year.
export const TODAY = '2026-01-06';
const PLAYED = { loans: 24, months: 12, from: '2025-01-06', seed: 7, payers: { trader: 1 } } as const;
const WRITERS = 8;

/** Plays some loans, most with weekly instalments: 11 on average, 16 at most. */
export async function playFiles(): Promise<readonly Events[]> {
  const book = await createBook(PLAYED);
  try {
    const files = await Promise.all(book.loanIds.map((loanId) => book.store.load(loanId)));
    return files.flatMap((file) => (file ? [file.events] : []));
  } finally {
    await book.close();
  }
}

/** Writes so many files into a store. */
export async function writeFiles(store: LoanStore, played: readonly Events[], loans: number): Promise<void> {
  let next = 0;
  const write = async () => {
    while (next < loans) {
      const number = ++next;
      const loanId = `LN-${String(number).padStart(7, '0')}`;
      await store.append(loanId, 0, copied(played[number % played.length] ?? [], loanId));
    }
  };
  await Promise.all(Array.from({ length: WRITERS }, write));
}

/** The events of a file, sealed for another one. Their personal parts stay behind, as the book reads none. */
function copied(events: Events, fileId: string): StoredEvent[] {
  const sealed: StoredEvent[] = [];
  for (const { seq, body, hash } of events) {
    const { loanId, previous } = JSON.parse(body);
    const event = openEvent({ seq, body, hash }, { fileId: loanId, seq, previous }, undefined);
    sealed.push(sealEvent(event, { fileId, seq, previous: sealed.at(-1)?.hash ?? NO_HASH }, undefined));
  }
  return sealed;
}
