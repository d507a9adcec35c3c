/** A played portfolio for the command line, in a file or a database. */
import { openEvent } from '../../src/loan-file/event-seal.ts';
import { type LoanStore, NO_HASH, type StoredEvent } from '../../src/loan-file/store.ts';
import { createBook } from '../../src/testing/index.ts';
import { sealAfter } from '../loan-file/sealed-files.ts';

/** The day of the tests: later than all that was played. */
export const TODAY = '2026-05-06';

interface PlayedFile {
  readonly loanId: string;
  readonly events: readonly StoredEvent[];
}

let once: Promise<readonly PlayedFile[]> | undefined;

/** Played once for all tests of a file. */
function played(): Promise<readonly PlayedFile[]> {
  once ??= play();
  return once;
}

async function play(): Promise<readonly PlayedFile[]> {
  const stories = { steady: 5, 'pays-elsewhere': 1, defaults: 3, manual: 1, adopted: 1 };
  const book = await createBook({ loans: 12, months: 4, seed: 5, stories });
  const files: PlayedFile[] = [];
  for (const loanId of book.loanIds) files.push({ loanId, events: (await book.store.load(loanId))?.events ?? [] });
  await book.close();
  return files;
}

/** Writes the loan files of the portfolio into a store, the same ones each time. */
export async function writePlayedBook(store: Pick<LoanStore, 'append'>, count = Number.POSITIVE_INFINITY) {
  const files = (await played()).slice(0, count);
  for (const { loanId, events } of files) await store.append(loanId, 0, events, { addLabels: ['loan'] });
  return files.map(({ loanId }) => loanId);
}

/** Writes loans that were opened and not more, as many as a step of the book does not take at once. */
export async function writeOpenedLoans(store: Pick<LoanStore, 'append'>, count: number): Promise<void> {
  const [{ loanId: first, events } = { loanId: '', events: [] }] = await played();
  const [stored] = events;
  if (!stored) throw new Error('the portfolio has no loans');
  const opened = openEvent(stored, { fileId: first, seq: 1, previous: NO_HASH }, undefined);
  for (let number = 1; number <= count; number += 1) {
    const loanId = `opened-${number}`;
    await store.append(loanId, 0, sealAfter(loanId, [], [opened]), { addLabels: ['loan'] });
  }
}
