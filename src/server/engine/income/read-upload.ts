import { RepayKitError, StatementError } from '../../../errors.ts';
import { redactText } from '../../../redact.ts';
import { type AccountDoubt, doubtAccount } from './account-doubts.ts';
import { entriesOf, type ReadEntries } from './read-entries.ts';
import {
  failureEvent,
  insightEvent,
  type ReadingFailure,
  receiptEvent,
  type StatementEvent,
  transactionEvent,
} from './statement-events.ts';
import type { StatementReaders } from './statement-readers.ts';
import { statementOf } from './test-borrowers/test-borrower.ts';
import { testBorrower } from './test-borrowers/test-borrowers.ts';
import type { UploadedStatement } from './uploaded-statement.ts';

/** What came of an uploaded statement. */
export interface ReadingOutcome {
  readonly upload: UploadedStatement;
  /** In the order in which they go out. */
  readonly events: readonly StatementEvent[];
  /** What is not as the form says. */
  readonly doubts: readonly AccountDoubt[];
}

/** How an upload is read. */
export interface ReadingSurroundings {
  readonly readers: StatementReaders;
  /** Of the largest file, in bytes. */
  readonly largestFile: number;
  /** What the addresses of the world's files begin with; the id follows. */
  readonly filesUrl: () => string;
  readonly signal: AbortSignal;
}

/** Reads an upload to its end; whatever goes wrong is an outcome too. */
export async function readUpload(
  upload: UploadedStatement,
  surroundings: ReadingSurroundings,
): Promise<ReadingOutcome> {
  const { facts, terms } = upload;
  let pages: number | undefined;
  const outcome = (event: StatementEvent, doubts: readonly AccountDoubt[] = []) => {
    const events = terms.pdfUploadEvent ? [receiptEvent(facts, pages), event] : [event];
    return { upload, events, doubts };
  };
  try {
    const entries = await entriesIn(upload, surroundings);
    pages = entries.pages;
    const refusal = refusalOf(upload, entries);
    if (refusal) return outcome(failureEvent(facts, refusal));
    return outcome(await resultEvent(upload, entries, surroundings), doubtAccount(entries.account, facts));
  } catch (error) {
    return outcome(failureEvent(facts, failureFrom(error)));
  }
}

async function entriesIn(
  { facts, bytes, password }: UploadedStatement,
  { readers, largestFile, signal }: ReadingSurroundings,
): Promise<ReadEntries> {
  const { bvn, bankCode, accountNumber } = facts;
  const borrower = testBorrower(bvn);
  if (borrower) return statementOf(borrower, bankCode);
  const options = { password, bankCode, limits: { bytes: largestFile }, signal };
  try {
    return entriesOf(await readers.readStatement(bytes, options));
  } catch (error) {
    // Not at first: where there is one account it is read, whatever its number; that it is another one than the form's is told.
    if (!(error instanceof StatementError && error.code === 'several_accounts')) throw error;
    return entriesOf(await readers.readStatement(bytes, { ...options, account: accountNumber }));
  }
}

// The event of spec §6.4 names the day of the last entry, so there has to be one.
function refusalOf({ terms }: UploadedStatement, { transactions, unproved }: ReadEntries): ReadingFailure | undefined {
  if (transactions.length === 0)
    return {
      code: 'no_transaction_table',
      message: 'The statement has no entries: upload one of a period in which money moved.',
    };
  if (!unproved || terms.unprovedStatements === 'accept') return undefined;
  const why = unproved.doubts.length > 0 ? `: ${unproved.doubts.join('; ')}` : '';
  return { code: 'unproved', message: `The statement's own figures do not prove how it was read${why}.` };
}

async function resultEvent(
  upload: UploadedStatement,
  entries: ReadEntries,
  { readers, filesUrl }: ReadingSurroundings,
): Promise<StatementEvent> {
  if (upload.want === 'transactions') return transactionEvent(upload, entries, filesUrl() + upload.fileId);
  const { businessId, borrowerId, accountName } = upload.facts;
  const { period, openingBalance, closingBalance, transactions } = entries;
  const about = { businessId, borrowerId, accountName, period, openingBalance, closingBalance, bureau: upload.bureau };
  return insightEvent(await readers.computeInsight(transactions, about), entries);
}

function failureFrom(error: unknown): ReadingFailure {
  if (error instanceof RepayKitError) return { code: error.code, message: error.message };
  return {
    code: 'reading_failed',
    message: `The statement could not be read: ${redactText(error instanceof Error ? error.message : String(error))}`,
  };
}
