/** Decides which upload an event belongs to. Events name no upload, so every field that both sides name must agree. */

import { isRecord, looseFields } from '../../validation/checks.ts';
import type {
  IncomeInsightEvent,
  IncomeInsightFailureEvent,
  IncomeTransactionEvent,
  UnknownEvent,
  WebhookEvent,
  WebhookEventKind,
} from '../../webhooks/index.ts';
import { unwrittenOf } from '../../wire/webhooks/notification-names.ts';

/** The owner of the uploaded statement, in the fields of events. */
export type UploadedFor = Readonly<Record<Exclude<StatementField, 'borrowerId'>, string | undefined>>;

/** The owner of an event: this upload, another one, or unknown because it names no known person. */
export type Belonging = 'ours' | 'other' | 'nameless';

const named = ['businessId', 'appId', 'bvn', 'accountNumber', 'bankCode'] as const;

export function uploadedFor(
  merchant: { readonly businessId: string; readonly appId: string },
  input: Readonly<Record<string, unknown>>,
): UploadedFor {
  const given: Fields = { ...input, ...merchant };
  const [businessId, appId, bvn, accountNumber, bankCode] = named.map((name) => comparable(name, given[name]));
  return { businessId, appId, bvn, accountNumber, bankCode };
}

/**
 * Knows which of the service's borrowers is the payer, and which are others. An insight may name only its borrower.
 * Spec §6.4.
 */
export class KnownBorrowers {
  readonly #whose = new Map<string, 'ours' | 'other' | 'unsure'>();
  readonly #known: string | undefined;

  /** `known`: the payer's borrower id, if the caller knows it. */
  constructor(known: string | undefined) {
    this.#known = comparable('borrowerId', known);
  }

  /** Learns from an event that names both a borrower and a person. */
  learn(facts: StatementFacts, upload: UploadedFor): void {
    // Each merchant has its own borrowers.
    if (facts.businessId.some((businessId) => businessId !== upload.businessId)) return;
    const [bvn] = facts.bvn;
    const isOurs = bvn === undefined ? belonging(facts, upload, this) === 'ours' : bvn === upload.bvn;
    if ((bvn === undefined && !isOurs) || facts.bvn.length > 1) return;
    for (const borrower of facts.borrowerId) {
      const before = this.#whose.get(borrower);
      const now = isOurs ? 'ours' : 'other';
      this.#whose.set(borrower, before === undefined || before === now ? now : 'unsure');
    }
  }

  whose(borrower: string): Belonging {
    if (this.#known !== undefined) return borrower === this.#known ? 'ours' : 'other';
    const whose = this.#whose.get(borrower);
    return whose === undefined || whose === 'unsure' ? 'nameless' : whose;
  }
}

/**
 * Decides the owner of an event. One field that disagrees makes it another's. The BVN, the account number or a known
 * borrower makes it ours.
 */
export function belonging(facts: StatementFacts, upload: UploadedFor, borrowers: KnownBorrowers): Belonging {
  const disagrees = named.some((name) => facts[name].some((value) => value !== upload[name]));
  if (disagrees || facts.borrowerId.length > 1) return 'other';
  if (facts.bvn.length > 0 || facts.accountNumber.length > 0) return 'ours';
  const [borrower] = facts.borrowerId;
  return borrower === undefined ? 'nameless' : borrowers.whose(borrower);
}

const fieldNames = ['businessId', 'appId', 'bvn', 'accountNumber', 'bankCode', 'borrowerId'] as const;

type StatementField = (typeof fieldNames)[number];

/** The values of an event in each field: none, one, or several that disagree. */
export type StatementFacts = Readonly<Record<StatementField, readonly string[]>>;

type Fields = Readonly<Record<string, unknown>>;

/**
 * Reads the fields of a statement event: beside `event`, in `data`, in a nested `record`, or in a nested `data`.
 * Insights come in all of these forms. The typed data is not enough: for a nested insight it keeps only the record.
 */
export function statementFacts(raw: unknown): StatementFacts {
  const body = fieldsOf(raw);
  const data = fieldsOf(body.data);
  const inner = fieldsOf(data.data);
  const places = [body, data, ...[body.record, data.record, inner, inner.record, inner.data].map(fieldsOf)];
  const valuesOf = (name: StatementField) => [
    ...new Set(places.map((place) => comparable(name, place[name])).filter((value) => value !== undefined)),
  ];
  const [businessId = [], appId = [], bvn = [], accountNumber = [], bankCode = [], borrowerId = []] =
    fieldNames.map(valuesOf);
  return { businessId, appId, bvn, accountNumber, bankCode, borrowerId };
}

const numeric: readonly StatementField[] = ['bvn', 'accountNumber', 'bankCode'];

/**
 * Normalises a value for comparison. Services turn ids into documents, and digits into numbers, which lose leading
 * zeros.
 */
function comparable(name: StatementField, value: unknown): string | undefined {
  const { _id, id } = fieldsOf(value);
  const plain = _id ?? id ?? value;
  const text = typeof plain === 'number' || typeof plain === 'string' ? String(plain).trim() : '';
  if (text === '' || text === 'null') return undefined;
  return numeric.includes(name) ? text.replace(/^0+(?=\d)/, '') : text;
}

function fieldsOf(written: unknown): Fields {
  const value = unwrittenOf(written);
  return isRecord(value) ? value : {};
}

/** The purpose of an upload: the statement's entries (Spec §4.14) or the insight computed from it (Spec §4.15). */
export type StatementWant = 'transactions' | 'insight';

/** The event that answers each purpose. */
export interface WantedEvents {
  /** Every entry of the statement. Spec §6.4. */
  readonly transactions: IncomeTransactionEvent;
  /** The figures over all entries. Spec §6.4. */
  readonly insight: IncomeInsightEvent;
}

/** The result of an uploaded statement. */
export type StatementAnswer<Want extends StatementWant = StatementWant> =
  | { readonly outcome: 'read'; readonly event: WantedEvents[Want] }
  /**
   * It could not be read, or its event could not. The same file would fail again. `reason` is the service's own text,
   * which may name the payer.
   */
  | {
      readonly outcome: 'unreadable';
      readonly reason: string;
      readonly event: WantedEvents[Want] | IncomeInsightFailureEvent | UnknownEvent;
    };

const wantedKinds: { readonly [Want in StatementWant]: WantedEvents[Want]['kind'] } = {
  transactions: 'income_transaction',
  insight: 'income_insight',
};

/**
 * The event kinds about statements. New forms of these events in a later version of the service may arrive as
 * `unknown`.
 */
export const statementKinds: readonly WebhookEventKind[] = [
  'income_transaction',
  'income_insight',
  'income_insight_failure',
  'pdf_upload',
  'unknown',
];

/** The answer that an event gives to an upload. Undefined if it is not an answer to it. */
export function statementAnswer(event: WebhookEvent, want: StatementWant): StatementAnswer | undefined {
  const wanted = wantedKinds[want];
  switch (event.kind) {
    case 'income_transaction':
    case 'income_insight':
      if (event.kind !== wanted) return undefined;
      // The entries or figures are present, so the statement was read unless the event says otherwise.
      return event.data.success === false
        ? { outcome: 'unreadable', reason: saidIn(event.data), event }
        : { outcome: 'read', event };
    case 'income_insight_failure':
      return { outcome: 'unreadable', reason: event.data.message ?? event.data.code ?? NO_REASON, event };
    case 'unknown':
      if (event.event !== wanted && event.event !== 'income_insight_failure') return undefined;
      return { outcome: 'unreadable', reason: whyUnknown(event), event };
    default:
      return undefined;
  }
}

const MOST_PROBLEMS = 3;
const NO_REASON = 'The service gave no reason.';

function saidIn(data: unknown): string {
  const { message, reason } = looseFields(data);
  return [message, reason].find((said): said is string => typeof said === 'string' && said !== '') ?? NO_REASON;
}

// A failure has no entries, so it is not parsed as the wanted event.
function whyUnknown({ event, data, problems }: UnknownEvent): string {
  const { success } = looseFields(data);
  const hasFailed = success === false || success === 'false' || event === 'income_insight_failure';
  if (hasFailed) return saidIn(data);
  const more = problems.length - MOST_PROBLEMS;
  return `The event ${event} came without what it needs: ${problems.slice(0, MOST_PROBLEMS).join('; ')}${more > 0 ? `; and ${more} more` : ''}`;
}
