/**
 * When the service is asked about a loan although nobody rang, and when what a loan's file shows is told although nobody asked. The times follow from the file
 * alone, so that every process has the same. Spec §6: a webhook is sent once, and of disputes and time-outs there is none.
 */
import {
  addDays,
  DAY_MS,
  HOUR_MS,
  type Instant,
  lagosDay,
  lagosInstant,
  MINUTE_MS,
  type PlainDate,
  parseInstant,
  SECOND_MS,
} from '../calendar.ts';
import { DEPOSIT_WINDOW_MS } from '../mandate.ts';
import type { ReportedInstalment } from './events/events.ts';
import type { LoanStage } from './stages.ts';
import { chosenAccounts, type LoanState, primaryAccount } from './state.ts';

/**
 * How often a loan whose money is out is asked about. A day and an hour: a million loans a day are 11.6 requests a second, and chance alone would put more than 12 into
 * some of them. With the hour it is 11.1; what is left is for what the looks find. Nor does every look of a loan fall into the same, perhaps bad, hour of its bank.
 */
export const LIVE_LOOK_EVERY_MS = 25 * HOUR_MS;

// Each pause is a quarter of the time that has passed: whoever proves the account within minutes is seen within seconds, whoever takes days within minutes.
const AGE_PER_PAUSE = 4;

interface Growing {
  readonly firstMs: number;
  readonly longestMs: number;
}

const WAITING_PRIMARY: Growing = { firstMs: 15 * SECOND_MS, longestMs: 15 * MINUTE_MS };
// A backup keeps nobody waiting.
const WAITING_BACKUP: Growing = { firstMs: MINUTE_MS, longestMs: 3 * HOUR_MS };
// Whoever disburses reads the mandate once more right before it.
const BEFORE_MONEY: Growing = { firstMs: HOUR_MS, longestMs: DAY_MS };

// By noon the platform has collected what falls due, and rung for it. Whom nothing was heard of is looked at until the evening, not all at once.
const MISSED_FROM_HOUR = 12;
const MISSED_WITHIN_MS = 9 * HOUR_MS;

/**
 * When the service is to be asked about a loan next; undefined where there is nothing to ask: before an account was attached, and after the end.
 * @param lookedAt when it was asked about last, or when the file became what it is: the answer is later
 */
export function reconcileDueAt(state: LoanState, lookedAt: Instant): Instant | undefined {
  const regular = regularLookAt(state, lookedAt);
  if (regular === undefined) return undefined;
  const backup = waitsFor('backup', state, lookedAt) ? growingLookAt(state, lookedAt, WAITING_BACKUP) : regular;
  return Math.min(regular, backup, ...missedLooksAt(state, { lookedAt, until: regular }));
}

/** When what a file shows is to be told next because time passes, not because it changes: the tenure ends. Undefined where nothing like it lies ahead. */
export function newsDueAt({ stage, terms, mandateStatus }: LoanState, toldAt: Instant): Instant | undefined {
  if (!isAskedAbout(stage) || mandateStatus === undefined) return undefined;
  const over = lagosInstant(addDays(terms.endDate, 1));
  return over > toldAt ? over : undefined;
}

/** Is a loan of this stage asked about at all? */
export function isAskedAbout(stage: LoanStage): boolean {
  return stage === 'verifying' || stage === 'verified' || stage === 'approved' || isLive(stage);
}

function isLive(stage: LoanStage): boolean {
  return stage === 'disbursed' || stage === 'collecting';
}

function regularLookAt(state: LoanState, lookedAt: Instant): Instant | undefined {
  if (!isAskedAbout(state.stage)) return undefined;
  const slot = slotAfter(state.loanId, lookedAt);
  if (isLive(state.stage)) return slot;
  if (state.stage !== 'verifying') return growingLookAt(state, lookedAt, BEFORE_MONEY);
  return waitsFor('primary', state, lookedAt) ? growingLookAt(state, lookedAt, WAITING_PRIMARY) : slot;
}

// One pause longer than the proof may take, so that its time-out is seen, too.
function waitsFor(role: 'primary' | 'backup', state: LoanState, lookedAt: Instant): boolean {
  if (lookedAt - attachedAt(state) > DEPOSIT_WINDOW_MS + WAITING_BACKUP.longestMs) return false;
  const primary = primaryAccount(state);
  const accounts = role === 'primary' ? [primary] : chosenAccounts(state).filter((account) => account !== primary);
  return accounts.some(
    (account) => account?.attachment === 'confirmed' && (account.mandateStatus ?? 'pending') === 'pending',
  );
}

function growingLookAt(state: LoanState, lookedAt: Instant, { firstMs, longestMs }: Growing): Instant {
  const pauseMs = (lookedAt - attachedAt(state)) / AGE_PER_PAUSE;
  return lookedAt + Math.round(Math.min(longestMs, Math.max(firstMs, pauseMs)));
}

function attachedAt(state: LoanState): Instant {
  return parseInstant(state.attachedAt ?? state.openedAt) ?? 0;
}

/** The next of a loan's own turns: spread evenly by its name, so that the work of many loans is the same at every time of the day. */
function slotAfter(loanId: string, instant: Instant): Instant {
  const phase = Math.floor(fractionOf(loanId) * LIVE_LOOK_EVERY_MS);
  return (Math.floor((instant - phase) / LIVE_LOOK_EVERY_MS) + 1) * LIVE_LOOK_EVERY_MS + phase;
}

// What the platform collects by itself, and whose day passes without a word, is looked at on that day.
function missedLooksAt(
  state: LoanState,
  { lookedAt, until }: { readonly lookedAt: Instant; readonly until: Instant },
): readonly Instant[] {
  if (!isLive(state.stage) || state.terms.collectionMode === 'manual') return [];
  const [from, to] = [lagosDay(lookedAt), lagosDay(until)];
  return state.instalments
    .filter((instalment) => isBetween(instalment.dueDate, from, to) && !isHeardOf(instalment, state))
    .map(
      ({ dueDate }) =>
        lagosInstant(dueDate as PlainDate, MISSED_FROM_HOUR) + Math.floor(fractionOf(state.loanId) * MISSED_WITHIN_MS),
    )
    .filter((look) => look > lookedAt);
}

function isBetween(date: string | undefined, from: PlainDate, to: PlainDate): boolean {
  return date !== undefined && date >= from && date <= to;
}

function isHeardOf({ breakdownId, instalmentReference }: ReportedInstalment, { collections }: LoanState): boolean {
  return collections.some(
    (news) =>
      news.status !== 'processing' &&
      (news.breakdownId === breakdownId ||
        (instalmentReference !== undefined && news.instalmentReference === instalmentReference)),
  );
}

// FNV-1a with the last mix of MurmurHash3: names that differ in their last digit only, as names do, must land far apart.
function fractionOf(name: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < name.length; index++) hash = Math.imul(hash ^ name.charCodeAt(index), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return ((hash ^ (hash >>> 16)) >>> 0) / 2 ** 32;
}
