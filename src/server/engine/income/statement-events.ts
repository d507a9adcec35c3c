/** What the merchant hears of an uploaded statement. Spec §6.4; failure and receipt are seen in the field. */
import type { IncomeInsightData } from '../../../domain/income-insight.ts';
import { koboFromAnswer } from '../../../domain/money.ts';
import type { StatementTransaction } from '../../../domain/statement-transaction.ts';
import type { ReadTransaction } from '../../../statements/statement.ts';
import type { ReadEntries } from './read-entries.ts';
import type { StatementFacts, UploadedStatement } from './uploaded-statement.ts';

/** A webhook about a statement; its body is `{ event, data }`. */
export interface StatementEvent {
  readonly event: 'income_transaction' | 'income_insight' | 'income_insight_failure' | 'pdf_upload';
  readonly data: object;
}

/** Why nothing came of an upload. */
export interface ReadingFailure {
  /** A word for programs. */
  readonly code: string;
  /** For people. */
  readonly message: string;
}

/** The entries of a statement, newest first: the first one's date and balance are those of the whole. */
export function transactionEvent(
  { facts, terms }: UploadedStatement,
  entries: ReadEntries,
  pdfUrl: string,
): StatementEvent {
  const { bankCode } = facts;
  const unit = terms.amountUnit === 'kobo' ? toKobo : asItIs;
  const trans = entries.transactions.map((entry) => travelling(entry, { bankCode, unit })).reverse();
  const [latest] = trans;
  const { accountNumber, accountName, bvn, appId, borrowerId, businessId, bankName } = facts;
  return {
    event: 'income_transaction',
    data: {
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
      ...proofOf(entries),
    },
  };
}

/** What the entries say of the borrower's income. */
export function insightEvent(insight: IncomeInsightData, entries: ReadEntries): StatementEvent {
  return { event: 'income_insight', data: { ...insight, ...proofOf(entries) } };
}

/** Nothing came of the statement, for both operations: no other event of a failure is known. */
export function failureEvent(facts: StatementFacts, { code, message }: ReadingFailure): StatementEvent {
  return { event: 'income_insight_failure', data: { success: false, code, message, reason: message, ...facts } };
}

/** The statement came in. */
export function receiptEvent(facts: StatementFacts, pageCount: number | undefined): StatementEvent {
  return { event: 'pdf_upload', data: { ...facts, ...(pageCount !== undefined && { pageCount }) } };
}

// What proves itself is told exactly as the specification shows it.
function proofOf({ unproved }: ReadEntries): { readonly proof?: ReadEntries['unproved'] } {
  return unproved ? { proof: unproved } : {};
}

interface Manner {
  readonly bankCode: string;
  readonly unit: (naira: number) => number;
}

function travelling(
  { type, narration, amount, date, balance }: ReadTransaction,
  { bankCode, unit }: Manner,
): StatementTransaction {
  return { type, narration, amount: unit(amount), date, balance: unit(balance ?? 0), bankCode };
}

function asItIs(naira: number): number {
  return naira;
}

function toKobo(naira: number): number {
  return koboFromAnswer(naira) ?? 0;
}
