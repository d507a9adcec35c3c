import { type Instant, parseInstant } from '../../../domain/calendar.ts';
import { isObjectId } from '../../../domain/identifiers.ts';
import { isOpenDebit } from '../../../domain/loan/balances.ts';
import type { ShownDebit } from '../../../domain/loan/debits/debit-reading.ts';
import { hasDoubtfulDebits, settleDebits, settleUnasked } from '../../../domain/loan/debits/debit-settlement.ts';
import type { LoanDebit } from '../../../domain/loan/loan.ts';
import type { LoanState } from '../../../domain/loan/state.ts';
import { koboFromAnswer } from '../../../domain/money.ts';
import { AnswerError, type ErrorCode, RepayKitError } from '../../../errors.ts';
import { contentHash } from '../../../loan-file/hashing.ts';
import { fieldsOf } from '../../../validation/record.ts';
import type { CollectionLog } from '../../../wire/types/collection-types.ts';
import { type LoanContext, nowText } from '../loan-context.ts';
import { aboutLoan, type OpenTexts, openTexts } from '../payer/known-payer.ts';
import { askMandate } from './ask-mandate.ts';
import { changesOfReading, readingOf, withoutMoney } from './listed-instalments.ts';
import { type DebitInquiry, readDebits } from './read-debits.ts';

interface MandateReadOptions {
  /** Reads everything that could show a debit, because the caller is about to act on its absence. */
  readonly isWhole?: boolean;
  readonly preferred?: string | undefined;
}

/**
 * Reads open debits, then the mandate, and files all in one write: a debit ends with its money. Without open debits,
 * the money waits for `syncInstalments`, which files it with its attempts. Spec §4.6 to §4.10.
 */
export async function readMandate(
  context: LoanContext,
  state: LoanState,
  { isWhole = false, preferred }: MandateReadOptions = {},
) {
  const askedAt = context.engine.settings.clock.now();
  try {
    return await lookSince(context, state, { askedAt, isWhole, preferred });
  } catch (error) {
    // After a long time without an answer a person must decide. The failure to ask is what is reported.
    if (couldNotAsk(error)) await recordUnasked(context, state, askedAt).catch(() => undefined);
    throw error;
  }
}

async function recordUnasked(context: LoanContext, { loanId, debits }: LoanState, askedAt: Instant): Promise<void> {
  if (!debits.some(isOpenDebit)) return;
  const { skew } = context.engine;
  const look = { askedAt: skew.inServiceTime(askedAt), ...skew.asker };
  await context.files.decide(loanId, (now) => settleUnasked(now, look, nowText(context)));
}

/** Whether a reading failed because of the service, and not because of the caller, the store or a rule. */
export function couldNotAsk(error: unknown): error is RepayKitError {
  return error instanceof RepayKitError && unaskable.has(error.code);
}

const unaskable: ReadonlySet<string> = new Set<ErrorCode>([
  'connection_failed',
  'deadline_exceeded',
  'rate_limited',
  'service_refused',
  'answer_invalid',
]);

async function lookSince(
  context: LoanContext,
  state: LoanState,
  look: Pick<DebitInquiry, 'askedAt' | 'isWhole' | 'preferred'>,
) {
  const records = state.debits.some(isOpenDebit) ? await askDebitRecords(context, state) : undefined;
  const mandate = await askMandate(context, state);
  const askedAt = context.engine.skew.inServiceTime(look.askedAt);
  // Undefined if there is no open debit to ask about.
  const reading = records && (await readDebits(context, state, { ...look, askedAt, ...records, mandate }));
  const after = await context.files.decide(state.loanId, (now) => {
    const at = nowText(context);
    const read = readingOf(mandate, now);
    if (!reading) return changesOfReading(now, withoutMoney(read, now), at);
    return [...changesOfReading(now, read, at), ...settleDebits(now, reading, at)];
  });
  return { state: after, mandate, reading };
}

type DebitRecords = Pick<DebitInquiry, 'shown' | 'isPartial'>;

/** Asks what the service shows about a loan's open debits. The newest log may show what the list leaves out. */
async function askDebitRecords(context: LoanContext, state: LoanState): Promise<DebitRecords> {
  const about = aboutLoan(context, state);
  const list = (search: string | undefined) =>
    context.engine.call('listCollections', { type: 'manual', ...(search ? { search } : {}) }, about).withResponse();
  const logs: CollectionLog[] = [];
  const texts = openTexts(state);
  const isListed = (reference: string) =>
    logs.some((log) => nameOf(log, texts) === reference && isOfMandate(log, state));
  let isPartial = false;
  const references = state.debits.filter(isOpenDebit).flatMap(({ reference }) => reference ?? []);
  if (hasDoubtfulDebits(state) || references.some(isOwnName)) {
    const listed = await list(state.payer?.bvn);
    const named = listed.data.map((log) =>
      state.debits.some(({ reference }) => reference === log.transactionRefence) ? asOwn(log, state) : log,
    );
    logs.push(...named);
    // A record without a mandate may belong to this one.
    isPartial =
      listed.isPartial === true ||
      named.some(({ mandateId, collectionType }) => !isObjectId(mandateId) && collectionType !== 'auto');
  }
  for (const reference of references.filter((each) => !isOwnName(each))) {
    // The search may find more than requested. Only the exact reference counts.
    if (isListed(reference)) continue;
    const { data: found } = await list(reference);
    logs.push(...found.filter((log) => log.transactionRefence === reference).map((log) => asOwn(log, state)));
  }
  if (hasDoubtfulDebits(state) || !references.every(isListed)) {
    const call = context.engine.call('collectionLog', { mandateId: state.mandateId }, about);
    const newest = await call.withResponse().catch((error: unknown) => {
      if (error instanceof AnswerError) return undefined;
      throw error;
    });
    // An unreadable answer may hide something.
    if (!newest || newest.isPartial) isPartial = true;
    if (newest?.data) logs.push(asOwn(newest.data, state));
  }
  const own = logs.filter((log) => isOfMandate(log, state));
  return { shown: shownDebits(own, texts), isPartial };
}

// The list includes the business's other mandates and, with a payer's BVN, the payer's other loans.
function isOfMandate({ mandateId, collectionType }: CollectionLog, state: LoanState): boolean {
  return mandateId?.toLowerCase() === state.mandateId.toLowerCase() && collectionType !== 'auto';
}

// A log that was requested by something unique to this mandate need not name the mandate.
function asOwn(log: CollectionLog, { mandateId }: LoanState): CollectionLog {
  return isObjectId(log.mandateId) ? log : { ...log, mandateId };
}

function shownDebits(logs: readonly CollectionLog[], texts: OpenTexts): readonly ShownDebit[] {
  const byReference = new Map<string, CollectionLog[]>();
  for (const log of logs) {
    const name = nameOf(log, texts);
    byReference.set(name, [...(byReference.get(name) ?? []), log]);
  }
  return [...byReference]
    .map(([reference, same]) => shownDebit(reference, same))
    .sort((a, b) => (a.reference < b.reference ? -1 : 1));
}

// A log without a usable reference is named by its own id, or by the parts of it that never change.
const OWN_NAME = 'log ';

function nameOf({ _id, transactionRefence, amount, createdAt }: CollectionLog, texts: OpenTexts): string {
  if (texts.isReference(transactionRefence)) return transactionRefence;
  if (_id === undefined) return `${OWN_NAME}${contentHash({ transactionRefence, amount, createdAt })}`;
  return `${OWN_NAME}${texts.isReference(_id) ? _id : contentHash({ _id })}`;
}

function isOwnName(reference: string): boolean {
  return reference.startsWith(OWN_NAME);
}

// One success settles it, whatever else is listed. A failure does only if nothing listed may still succeed.
function shownDebit(reference: string, logs: readonly CollectionLog[]): ShownDebit {
  const success = logs.find(({ status }) => status === 'successful');
  const made = logs.flatMap(({ createdAt }) => parseInstant(createdAt) ?? []);
  // A log without a reference answers no debit. It is kept, because it may be otherwise unexplained money.
  const hasReference = logs.some(({ transactionRefence }) => transactionRefence.trim() !== '');
  return {
    reference,
    status: success ? 'successful' : logs.every(({ status }) => status === 'failed') ? 'failed' : 'pending',
    amount: koboFromAnswer((success ?? logs[0])?.amount),
    createdAt: hasReference && made.length > 0 ? Math.min(...made) : undefined,
  };
}

/** The fields of a debit as a loan lists it. A caller may pass such a debit as it is. */
export const listedDebitFields = fieldsOf<LoanDebit>({
  debitId: true,
  amount: true,
  debitDate: true,
  status: true,
  reference: true,
  parkedFor: true,
  despiteUnknown: true,
});
