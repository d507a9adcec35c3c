import { addDays, lagosDay, type PlainDate, parseInstant, parsePlainDate } from '../../../domain/calendar.ts';
import { isSameContent } from '../../../domain/canonical-json.ts';
import { rankInstalmentStatus } from '../../../domain/collection.ts';
import { type AccountKey, isSameAccount } from '../../../domain/identifiers.ts';
import { timesOf } from '../../../domain/loan/attempts.ts';
import type {
  CollectionFacts,
  EventOf,
  MandateReading,
  ReportedInstalment,
} from '../../../domain/loan/events/events.ts';
import type { LoanState } from '../../../domain/loan/state.ts';
import { applyEvent } from '../../../domain/loan/transitions/reduce.ts';
import { isAccountState } from '../../../domain/mandate.ts';
import { type Kobo, koboFromAnswer, maxKobo, NO_MONEY, sumKobo } from '../../../domain/money.ts';
import { type ScheduledInstalment, scheduleOf } from '../../../domain/terms.ts';
import { looseFields } from '../../../validation/checks.ts';
import { given } from '../../../validation/record.ts';
import type { BreakdownItem, Consent, Mandate } from '../../../wire/types/mandate-types.ts';

export interface LoanReading {
  readonly state: LoanState;
  readonly mandate: Mandate;
  readonly today: PlainDate;
}

/** Whether the service shows something about this instalment that is not on the loan's file. */
export function showsChange(listed: ListedInstalment, reading: LoanReading): boolean {
  const { amountCollected, status } = listed.item;
  const onFile = factsOnFile(listed, reading.state);
  if ((koboFromAnswer(amountCollected) ?? NO_MONEY) > (onFile?.collected ?? NO_MONEY)) return true;
  if (status === undefined || rankInstalmentStatus(status) <= rankInstalmentStatus(onFile?.status ?? 'scheduled'))
    return false;
  // A manual instalment is not collected on its due date. If the date passes, no debit has failed.
  return isMiss(status) ? isAuto(reading) : true;
}

/** Whether there may be a change to this instalment that the service does not show. */
export function mayHideChange(listed: ListedInstalment, reading: LoanReading): boolean {
  const { amountCollected, status } = listed.item;
  const onFile = factsOnFile(listed, reading.state);
  if (onFile?.status === 'success' || status === 'success') return false;
  if (amountCollected === undefined && hasMoneyOfNoInstalment(reading)) return true;
  return isAuto(reading)
    ? status === undefined && mayBeMissed(listed, onFile, reading)
    : failureDays(onFile).length === 0 && hasFailureOfNoInstalment(reading);
}

/**
 * Whether an instalment that is still open may have been tried again without any change that the mandate shows. Asked
 * in the days after the next due date. Later failures are read when something changes.
 */
export function mayHideAttempts(listed: ListedInstalment, reading: LoanReading): boolean {
  const { state, mandate, today } = reading;
  const onFile = factsOnFile(listed, state);
  // Older files hold no attempts.
  if (!onFile?.attempts || !isAuto(reading) || mandate.status !== 'active') return false;
  if (onFile.status === 'success' || listed.item.status === 'success' || listed.dueDate === undefined) return false;
  const later = state.instalments.flatMap(({ dueDate = '' }) => (dueDate > (listed.dueDate ?? '') ? dueDate : []));
  const next = parsePlainDate(later.sort()[0]);
  if (next === undefined || next >= today || today > addDays(next, ASKED_FOR_DAYS)) return false;
  return attemptDays(onFile, ['successful', 'failed']).every((day) => day < next);
}

const ASKED_FOR_DAYS = 3;

function mayBeMissed({ dueDate }: ListedInstalment, onFile: CollectionFacts | undefined, { today }: LoanReading) {
  return (onFile === undefined || onFile.status === 'processing') && dueDate !== undefined && dueDate < today;
}

// The mandate has collected more than is known of its instalments.
function hasMoneyOfNoInstalment({ mandate, state }: LoanReading): boolean {
  return (
    (koboFromAnswer(mandate.collectedAmount) ?? NO_MONEY) > sumKobo(state.collections.map(({ collected }) => collected))
  );
}

// A debit on demand failed after the last day with a known failure.
function hasFailureOfNoInstalment({ state }: LoanReading): boolean {
  const failed = state.collections.flatMap(failureDays);
  return state.debits.some(({ status, debitDate }) => status === 'failed' && failed.every((date) => date < debitDate));
}

// Older files hold no attempts, but the reason of the last failure.
function failureDays(facts: CollectionFacts | undefined): readonly string[] {
  const failed = attemptDays(facts, ['failed']);
  if (failed.length > 0) return failed;
  return facts?.reason === undefined ? [] : [facts.date];
}

function attemptDays(facts: CollectionFacts | undefined, statuses: readonly string[]): string[] {
  const attempts = facts?.attempts?.filter(({ status }) => statuses.includes(status)) ?? [];
  return attempts.flatMap(timesOf).map((time) => lagosDay(parseInstant(time) ?? 0));
}

function isMiss(status: string): boolean {
  return status === 'failed' || status === 'overdue';
}

function isAuto({ state }: LoanReading): boolean {
  return state.terms.collectionMode === 'auto';
}

/** An instalment as the mandate lists it. What the service leaves out is taken from the loan's own schedule. */
export interface ListedInstalment {
  readonly item: BreakdownItem;
  /** `YYYY-MM-DD`. Undefined if neither side says. */
  readonly dueDate: string | undefined;
  /** The amount due. Undefined if neither side says. */
  readonly due: Kobo | undefined;
}

export function listInstalments(mandate: Mandate, state: LoanState): readonly ListedInstalment[] {
  const items = mandate.repaymentDetails?.breakdown ?? [];
  if (items.every((item) => item.dueDate !== undefined && item.amount !== undefined))
    return items.map((item) => listed(item, undefined));
  const schedule = scheduleOf(state.terms);
  const byDate = new Map<string, ScheduledInstalment>(schedule.map((instalment) => [instalment.dueDate, instalment]));
  // Positions match only if both sides divide the same total into the same number of parts.
  const isSameSchedule =
    items.length === schedule.length && koboFromAnswer(mandate.totalAmountDue) === state.terms.totalAmountDue;
  return items.map((item, place) => {
    const atPlace = isSameSchedule ? schedule[place] : undefined;
    return listed(item, item.dueDate === undefined ? atPlace : byDate.get(item.dueDate));
  });
}

function listed(item: BreakdownItem, scheduled: ScheduledInstalment | undefined): ListedInstalment {
  return { item, dueDate: item.dueDate ?? scheduled?.dueDate, due: koboFromAnswer(item.amount) ?? scheduled?.amount };
}

/** What is on the loan's file about an instalment. */
function factsOnFile({ item }: ListedInstalment, state: LoanState): CollectionFacts | undefined {
  const { _id, instalmentReference: name } = item;
  const known = state.collections.find((collection) => collection.breakdownId === _id);
  if (known || name === undefined) return known;
  return state.collections.find((collection) => collection.instalmentReference === name);
}

/** The references of an instalment, the one on file first. */
export function namesOf(instalment: ListedInstalment, state: LoanState): readonly string[] {
  const names = [factsOnFile(instalment, state)?.instalmentReference, instalment.item.instalmentReference];
  return names.filter((name) => name !== undefined);
}

/** Which silent instalments to ask about, likeliest first: the newest due one. On demand the oldest, due or not. */
export function searchOrder(
  silent: readonly ListedInstalment[],
  { terms }: LoanState,
  today: PlainDate,
): readonly ListedInstalment[] {
  if (terms.collectionMode === 'manual') return silent;
  return silent.filter(({ dueDate }) => dueDate === undefined || dueDate <= today).reverse();
}

/** What a mandate's answer says about a loan, in the terms of the loan's file. Spec §2.2, §2.3. */
export function readingOf(mandate: Mandate, state: LoanState): MandateReading {
  return {
    status: mandate.status,
    collected: koboFromAnswer(mandate.collectedAmount) ?? NO_MONEY,
    accounts: mandate.consents.flatMap((consent) => {
      const account = accountRefOf(state, consent);
      return account
        ? [{ account, consentId: consent._id, active: consent.active, ...statusOf(consent, mandate) }]
        : [];
    }),
    instalments: (mandate.repaymentDetails?.breakdown ?? []).map(instalmentOf),
  };
}

/** The loan's own name for an account. Undefined if it is not one of the loan's. */
export function accountRefOf(state: LoanState, key: AccountKey): string | undefined {
  return state.accounts.find(({ details }) => details && isSameAccount(details, key))?.account;
}

// The mandate's status is that of the primary. That of an inactive backup is unknown unless the service adds one.
function statusOf(consent: Consent, mandate: Mandate): { readonly status?: string } {
  const status = ownStatusOf(consent);
  // The service's additional status may revoke `active`, but never grant it.
  if (status !== undefined && (consent.active || status !== 'active')) return { status };
  if (consent.active) return { status: 'active' };
  return consent.primary && mandate.status !== 'active' ? { status: mandate.status } : {};
}

/** A status that the service adds to an account beyond §2.3: one of §3.1 in any case, or another word. */
export function ownStatusOf(consent: Consent): string | undefined {
  const status = looseFields(consent).status;
  if (typeof status !== 'string' || status.trim() === '') return undefined;
  const lower = status.trim().toLowerCase();
  const word = lower.replace(/[\s-]+/g, '_');
  return isAccountState(word) ? word : status;
}

function instalmentOf(item: BreakdownItem): ReportedInstalment {
  return given({
    breakdownId: item._id,
    instalmentReference: item.instalmentReference || undefined,
    dueDate: item.dueDate || undefined,
    amount: koboFromAnswer(item.amount),
    collected: koboFromAnswer(item.amountCollected),
    status: item.status || undefined,
  });
}

/** The event of a reading, if it changes the loan. It holds only what changed. */
export function changesOfReading(
  state: LoanState,
  reading: MandateReading,
  at: string,
): readonly EventOf<'mandate.read'>[] {
  const whole: EventOf<'mandate.read'> = { type: 'mandate.read', at, ...reading };
  const before = new Map(state.accounts.map((account) => [account.account, account]));
  const changed = applyEvent(state, whole)?.accounts.filter(
    (account) => !isSameContent(before.get(account.account), account),
  );
  const accounts = reading.accounts.filter((read) => changed?.some(({ account }) => account === read.account));
  const event = { ...whole, accounts, ...instalmentChanges(state, reading.instalments) };
  return isSameState(state, applyEvent(state, event)) ? [] : [event];
}

/** A reading without the money on instalments that are on file. Their collections are filed with their attempts. */
export function withoutMoney({ instalments, ...reading }: MandateReading, state: LoanState): MandateReading {
  const isOnFile = hasSameInstalments(state, instalments);
  return {
    ...reading,
    collected: NO_MONEY,
    instalments: isOnFile ? instalments.map(({ collected: _, status: __, ...item }) => item) : instalments,
  };
}

/**
 * The money of a reading, as far as it is ahead of the file. Other processes may have read the mandate since, so its
 * status is left as it is on file.
 */
export function moneyOf(reading: MandateReading, state: LoanState): MandateReading {
  const { status, instalments } = reading;
  if (!hasSameInstalments(state, instalments))
    return { ...reading, status: state.mandateStatus ?? status, accounts: [] };
  const ahead = instalments.map((item, index) => {
    const onFile = shownOnFile(state, state.instalments[index] ?? item);
    const isMore = (item.collected ?? NO_MONEY) > (onFile.collected ?? NO_MONEY);
    const isFurther = rankInstalmentStatus(item.status ?? '') > rankInstalmentStatus(onFile.status ?? '');
    return given({
      breakdownId: item.breakdownId,
      collected: isMore ? item.collected : undefined,
      status: isFurther ? item.status : undefined,
    });
  });
  return { ...reading, status: state.mandateStatus ?? status, accounts: [], instalments: ahead };
}

function hasSameInstalments({ instalments }: LoanState, read: MandateReading['instalments']): boolean {
  return (
    instalments.length === read.length &&
    instalments.every(({ breakdownId }, index) => breakdownId === read[index]?.breakdownId)
  );
}

function instalmentChanges(
  state: LoanState,
  read: MandateReading['instalments'],
): Pick<MandateReading, 'instalments' | 'changed'> {
  if (!hasSameInstalments(state, read)) return { instalments: read };
  const changed = read.flatMap((item, index) => {
    const onFile = looseFields(shownOnFile(state, state.instalments[index] ?? item));
    const fields = Object.entries(item).filter(([name, value]) => value !== undefined && value !== onFile[name]);
    return fields.length > 0 ? [{ breakdownId: item.breakdownId, ...Object.fromEntries(fields) }] : [];
  });
  return { instalments: [], ...(changed.length > 0 && { changed }) };
}

// A collection on file shows the amount and the status at least as well as the reading before it.
function shownOnFile(state: LoanState, item: ReportedInstalment): ReportedInstalment {
  const facts = state.collections.find((known) => known.breakdownId === item.breakdownId);
  if (!facts) return item;
  const isFurther = rankInstalmentStatus(facts.status) > rankInstalmentStatus(item.status ?? 'scheduled');
  return {
    ...item,
    collected: maxKobo(item.collected ?? NO_MONEY, facts.collected),
    ...(isFurther && { status: facts.status }),
  };
}

// An unchanged part is the very same object, so only changed parts are compared.
function isSameState(before: LoanState, after: LoanState | undefined): boolean {
  const now = looseFields(after);
  return Object.entries(before).every(([name, value]) => name === 'version' || isSameContent(value, now[name]));
}
