/** Advice on declined debits. Spec §7 shows `00` and `51`. The other codes follow common practice. */

import { isRecord, type Problem } from '../validation/checks.ts';
import { addDays, daysBetween, lagosDay, type PlainDate, parseInstant, parsePlainDate } from './calendar.ts';
import { type ResponseCategory, responseCategory, responseMessage } from './response-codes.ts';

/** `retry-later` may mean later on the same day. `ask-the-service`: first find out the outcome of this debit. */
export type DeclineStep = 'retry-now' | 'retry-later' | 'never' | 'ask-the-payer' | 'ask-the-service';

/** An earlier answer from the bank of the same account. */
export interface EarlierAnswer {
  /** Two characters. Spec §4.9, §7. */
  readonly responseCode: string;
  /** ISO 8601, or a day `YYYY-MM-DD` in Lagos. Other values are ignored. */
  readonly at: string;
}

/** Further context. Each field is an ISO 8601 instant or a day `YYYY-MM-DD` in Lagos. */
export interface DeclineContext {
  /** When the debit was declined. Default: the newest of the earlier answers, else `today`. */
  readonly declinedAt?: string;
  /** When the mandate on the account became active. Default: the first debit. */
  readonly activeSince?: string;
  /** When you ask for the advice. Default: when the debit was declined. */
  readonly today?: string;
}

/** Advice on a decline. */
export interface DeclineAdvice {
  /** The category of the response code. */
  readonly category: ResponseCategory;
  /** What to do next. */
  readonly advice: DeclineStep;
  /** The first day, `YYYY-MM-DD` in Lagos, on which a retry makes sense. Only for retries, and if a day is known. */
  readonly earliestDate?: string;
  /** The reason, for people. */
  readonly why: string;
}

// Comparable services lock an account for the day after this many declines. A success resets the count.
const FUNDS_DECLINES_A_DAY = 5;
const OTHER_DECLINES_A_DAY = 10;
// Banks that do not know a new mandate yet decline with these codes. That ends after three to five days.
const FRESH_MANDATE_CODES: ReadonlySet<string> = new Set(['05', '25']);
const FRESH_MANDATE_CLEARS_DAYS = 3;
const FRESH_MANDATE_DAYS = 5;

/** Advises on a declined debit by its code and the earlier answers on the same account, in any order. */
export function adviseOnDecline(
  code: string,
  history: readonly EarlierAnswer[] = [],
  context: DeclineContext = {},
): DeclineAdvice {
  const category = responseCategory(code);
  const past = history.flatMap(({ responseCode, at }) => datedAnswer(responseCode, at));
  const [askedOn, newest] = [dayOf(context.today), daysOf(past).at(-1)];
  const declinedOn = dayOf(context.declinedAt) ?? newest ?? askedOn;
  const decline: Decline = { code, category, past, declinedOn, activeSince: dayOf(context.activeSince) };
  if (isRetried(category)) return retryAdvice(decline, waits[category], askedOn);
  if (FRESH_MANDATE_CODES.has(code) && isFresh(decline)) return retryAdvice(decline, freshMandate, askedOn);
  const { advice, why } = ends[category];
  return { category, advice, why: `${responseMessage(code)}: ${why}` };
}

/** Times may have any value, because those that cannot be parsed are ignored. */
export function adviceProblems(code: unknown, history: unknown, context: unknown): readonly Problem[] {
  const problems: Problem[] = [];
  if (typeof code !== 'string') problems.push({ path: 'code', message: 'give the response code as text' });
  if (!Array.isArray(history)) problems.push({ path: 'history', message: 'list the earlier answers, or [] for none' });
  else
    problems.push(
      ...history.flatMap((answer, index) =>
        isRecord(answer) ? [] : [{ path: `history.${index}`, message: 'must be { responseCode, at }' }],
      ),
    );
  if (!isRecord(context))
    problems.push({ path: 'context', message: 'must be { declinedAt, activeSince, today }, or {} for none' });
  return problems;
}

function retryAdvice(decline: Decline, { days, why }: Wait, askedOn: PlainDate | undefined): DeclineAdvice {
  const { code, category, declinedOn } = decline;
  const isLocked = isLockedForTheDay(decline);
  const said = `${responseMessage(code)}: ${isLocked ? LOCKED : why}`;
  if (declinedOn === undefined) return { category, advice: 'retry-later', why: said };
  const earliestDate = addDays(declinedOn, Math.max(days, isLocked ? 1 : 0));
  // On the day of the decline nothing has changed yet.
  const isTime = askedOn !== undefined && askedOn > declinedOn && askedOn >= earliestDate;
  return { category, advice: isTime ? 'retry-now' : 'retry-later', earliestDate, why: said };
}

interface Decline {
  readonly code: string;
  readonly category: ResponseCategory;
  readonly past: readonly DatedAnswer[];
  readonly declinedOn: PlainDate | undefined;
  readonly activeSince: PlainDate | undefined;
}

interface DatedAnswer {
  readonly category: ResponseCategory;
  readonly day: PlainDate;
  /** Undefined if only the day is known. */
  readonly instant: number | undefined;
}

type RetriedCategory = 'funds' | 'limits' | 'bank-down';

const waits: Readonly<Record<RetriedCategory, Wait>> = {
  funds: { days: 0, why: 'money may come in; try again later, after the payer’s pay day rather than often' },
  limits: { days: 1, why: 'limits begin anew on the next day; a smaller amount may pass' },
  'bank-down': { days: 0, why: 'the bank or the switch is down; try again later on the same day' },
};

interface Wait {
  readonly days: number;
  readonly why: string;
}

const freshMandate: Wait = {
  days: FRESH_MANDATE_CLEARS_DAYS,
  why: 'on a fresh mandate this clears in three to five days, once the bank knows it',
};

function isRetried(category: ResponseCategory): category is RetriedCategory {
  return Object.hasOwn(waits, category);
}

function isFresh({ past, declinedOn, activeSince }: Decline): boolean {
  if (past.some(({ category }) => category === 'approved')) return false;
  if (declinedOn === undefined) return true;
  const [since = declinedOn] = activeSince ? [activeSince] : daysOf([...past, { day: declinedOn }]);
  return daysBetween(since, declinedOn) <= FRESH_MANDATE_DAYS;
}

// Days sort as text.
function daysOf(answers: readonly Pick<DatedAnswer, 'day'>[]): readonly PlainDate[] {
  return answers.map(({ day }) => day).sort();
}

function isLockedForTheDay({ category, past, declinedOn }: Decline): boolean {
  const today = past.filter(({ day }) => day === declinedOn).sort((a, b) => (a.instant ?? 0) - (b.instant ?? 0));
  const sinceSuccess = today.slice(today.findLastIndex((answer) => answer.category === 'approved') + 1);
  const answers = [...sinceSuccess.map((answer) => answer.category), category];
  const declines = answers.filter((each) => each !== 'unknown-outcome');
  const funds = declines.filter((each) => each === 'funds').length;
  return funds >= FUNDS_DECLINES_A_DAY || declines.length - funds >= OTHER_DECLINES_A_DAY;
}

const LOCKED = 'after this many declines banks lock the account for the day; try again on the next one';

type End = Pick<DeclineAdvice, 'advice' | 'why'>;

const ends: Readonly<Record<Exclude<ResponseCategory, RetriedCategory>, End>> = {
  approved: { advice: 'never', why: 'the money moved; there is nothing to debit again' },
  'unknown-outcome': {
    advice: 'ask-the-service',
    why: 'it is not known whether the money moved; never debit again before its end is known',
  },
  'already-sent': {
    advice: 'ask-the-service',
    why: 'the bank has seen this debit before, so an earlier one may have moved the money; find that one first',
  },
  unlisted: { advice: 'ask-the-service', why: 'the code is in no table; ask what it means before you debit again' },
  unusable: {
    advice: 'ask-the-payer',
    why: 'the account cannot be debited; let the payer fix it at the bank or choose another one',
  },
  refused: {
    advice: 'ask-the-payer',
    why: 'the bank says no; the payer has to clear it with the bank or choose another account',
  },
  'caller-error': { advice: 'never', why: 'the request was wrong; it fails again as it is, so fix what was sent' },
};

function datedAnswer(responseCode: string, at: string): readonly DatedAnswer[] {
  const day = dayOf(at);
  return day ? [{ category: responseCategory(responseCode), day, instant: parseInstant(at) }] : [];
}

function dayOf(text: string | undefined): PlainDate | undefined {
  const instant = parseInstant(text);
  return instant === undefined ? parsePlainDate(text) : lagosDay(instant);
}
