import type { StatementTransaction } from '../../../domain/income-insight.ts';
import { koboFromAnswer } from '../../../domain/money.ts';
import { RepayKitError, StatementError } from '../../../errors.ts';
import { redactText } from '../../../redact/redact.ts';
import type { StatementAccount } from '../../../statements/statement.ts';
import type { Violation } from '../world/records.ts';
import { statementOf, testBorrower } from './test-borrowers.ts';
import {
  entriesOf,
  type ReadEntries,
  type StatementFacts,
  type StatementReaders,
  type UploadedStatement,
} from './uploaded-statement.ts';

/** A webhook about a statement. Its body is `{ event, data }`. */
interface StatementEvent {
  readonly event: 'income_transaction' | 'income_insight' | 'income_insight_failure' | 'pdf_upload';
  readonly data: object;
}

/** A difference between the account on the statement and in the form. Names no person. */
type AccountDoubt = Pick<Violation, 'rule' | 'message'>;

export interface ReadingOutcome {
  readonly upload: UploadedStatement;
  /** In the order of sending. */
  readonly events: readonly StatementEvent[];
  readonly doubts: readonly AccountDoubt[];
}

export interface ReadingContext {
  readonly readers: StatementReaders;
  /** Maximum file size in bytes. */
  readonly largestFile: number;
  /** The URL prefix of the world's files. The file id follows. */
  readonly filesUrl: () => string;
  readonly signal: AbortSignal;
}

/** Reads an upload completely. A failure is an outcome too, not an error. */
export async function readUpload(upload: UploadedStatement, context: ReadingContext): Promise<ReadingOutcome> {
  const { facts, terms } = upload;
  let pages: number | undefined;
  const outcome = (event: StatementEvent, doubts: readonly AccountDoubt[] = []) => {
    const data = { ...facts, ...(pages !== undefined && { pageCount: pages }) };
    const receipt = terms.pdfUploadEvent ? [{ event: 'pdf_upload', data } as const] : [];
    return { upload, events: [...receipt, event], doubts };
  };
  try {
    const entries = await entriesIn(upload, context);
    pages = entries.pages;
    const refusal = refusalOf(upload, entries);
    if (refusal) return outcome(failureEvent(facts, refusal));
    return outcome(await resultEvent(upload, entries, context), doubtAccount(entries.account, facts));
  } catch (error) {
    return outcome(failureEvent(facts, failureFrom(error)));
  }
}

async function entriesIn(
  { facts, bytes, password }: UploadedStatement,
  { readers, largestFile, signal }: ReadingContext,
): Promise<ReadEntries> {
  const { bvn, bankCode, accountNumber } = facts;
  const borrower = testBorrower(bvn);
  if (borrower) return statementOf(borrower, bankCode);
  const options = { password, bankCode, limits: { bytes: largestFile }, signal };
  try {
    return entriesOf(await readers.readStatement(bytes, options));
  } catch (error) {
    // The first try is without the number. A single account is read whatever its number, and a difference from the form
    // is announced.
    if (!(error instanceof StatementError && error.code === 'several_accounts')) throw error;
    return entriesOf(await readers.readStatement(bytes, { ...options, account: accountNumber }));
  }
}

interface ReadingFailure {
  readonly code: string;
  readonly message: string;
}

function refusalOf({ terms }: UploadedStatement, { transactions, unproved }: ReadEntries): ReadingFailure | undefined {
  if (transactions.length === 0) {
    // The event of spec §6.4 needs the day of the last entry.
    const message = 'The statement has no entries: upload one of a period in which money moved.';
    return { code: 'no_transaction_table', message };
  }
  if (!unproved || terms.unprovedStatements === 'accept') return undefined;
  const why = unproved.doubts.length > 0 ? `: ${unproved.doubts.join('; ')}` : '';
  return { code: 'unproved', message: `The statement's own figures do not prove how it was read${why}.` };
}

function failureFrom(error: unknown): ReadingFailure {
  if (error instanceof RepayKitError) return { code: error.code, message: error.message };
  const reason = redactText(error instanceof Error ? error.message : String(error));
  return { code: 'reading_failed', message: `The statement could not be read: ${reason}` };
}

// For both operations, because no other failure event is known.
function failureEvent(facts: StatementFacts, { code, message }: ReadingFailure): StatementEvent {
  return { event: 'income_insight_failure', data: { success: false, code, message, reason: message, ...facts } };
}

async function resultEvent(
  upload: UploadedStatement,
  entries: ReadEntries,
  { readers, filesUrl }: ReadingContext,
): Promise<StatementEvent> {
  // A proved statement without signs of editing is announced exactly as the specification shows it.
  const more = { ...(entries.unproved && { proof: entries.unproved }), ...integrityOf(upload, entries) };
  if (upload.want === 'transactions') {
    const data = transactionData(upload, entries, filesUrl() + upload.fileId);
    return { event: 'income_transaction', data: { ...data, ...more } };
  }
  const { businessId, borrowerId, accountName } = upload.facts;
  const { account, period, openingBalance, closingBalance, transactions } = entries;
  const facts = { currency: account.currency, period, openingBalance, closingBalance };
  const about = { businessId, borrowerId, accountName, ...facts, bureau: upload.bureau };
  return { event: 'income_insight', data: { ...(await readers.computeInsight(transactions, about)), ...more } };
}

// `rows` are indices in the event's own list, which is newest first. An insight has no list.
function integrityOf({ want }: UploadedStatement, { findings, transactions }: ReadEntries) {
  if (findings.length === 0) return {};
  const last = transactions.length - 1;
  const shown = findings.map(({ rows, ...finding }) => {
    return rows && want === 'transactions' ? { ...finding, rows: rows.map((row) => last - row).reverse() } : finding;
  });
  return { integrity: { findings: shown } };
}

// Newest first. The date and balance of the first entry are those of the whole statement.
function transactionData({ facts, terms }: UploadedStatement, { transactions }: ReadEntries, pdfUrl: string) {
  const { accountNumber, accountName, bvn, appId, borrowerId, businessId, bankCode, bankName } = facts;
  const unit = (naira: number) => (terms.amountUnit === 'kobo' ? (koboFromAnswer(naira) ?? 0) : naira);
  const trans = transactions
    .map(({ type, narration, amount, date, balance }): StatementTransaction => {
      return { type, narration, amount: unit(amount), date, balance: unit(balance ?? 0), bankCode };
    })
    .reverse();
  const [latest] = trans;
  return {
    success: true,
    accountNumber,
    accountName,
    bvn,
    appId,
    borrowerId,
    businessId,
    balance: latest?.balance ?? 0,
    bankCode,
    bankName,
    pdfUrl,
    lastTransactionDate: latest?.date ?? '',
    trans,
  };
}

// Banks print partial numbers, and names in any order. So a doubt is raised only if the two cannot be the same.
function doubtAccount({ number, name }: StatementAccount, facts: StatementFacts): AccountDoubt[] {
  const doubts: AccountDoubt[] = [];
  if (number !== undefined && isOtherNumber(number, facts.accountNumber)) {
    const message =
      'The statement was printed for another account number than the form says: upload the statement of the account that the form names.';
    doubts.push({ rule: 'statement-of-named-account', message });
  }
  if (name !== undefined && isOtherName(name, facts.accountName)) {
    const message =
      'No word of the name on the statement is in the accountName of the form: make sure that it is the statement of this borrower.';
    doubts.push({ rule: 'statement-of-named-holder', message });
  }
  return doubts;
}

// Of a masked number such as 01******89, only the digits before and after the mask are compared. Other characters are
// ignored.
function isOtherNumber(printed: string, given: string): boolean {
  const parts = printed.split(/[*xX•#]+/).map((part) => part.replace(/\D/g, ''));
  const [start = '', end = ''] = [parts[0], parts.at(-1)];
  if (parts.length === 1) return !given.endsWith(end) && !end.endsWith(given);
  return !given.startsWith(start) || !given.endsWith(end);
}

function isOtherName(printed: string, given: string): boolean {
  const words = wordsOf(printed);
  const others = new Set(wordsOf(given));
  return words.length > 0 && others.size > 0 && !words.some((word) => others.has(word));
}

function wordsOf(name: string): string[] {
  const letters = name.normalize('NFD').replace(/\p{M}/gu, '').toUpperCase();
  return letters.match(/\p{L}{2,}/gu) ?? [];
}
