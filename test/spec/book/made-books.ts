/** Loan files of events as the processes of a lender write them: some late, some out of order, some by a slow clock. */
import { addDays, formatInstant, lagosDay, lagosInstant, type PlainDate } from '../../../src/domain/calendar.ts';
import { loanBalances } from '../../../src/domain/loan/balances.ts';
import type { AttemptFacts, LoanAdoption, LoanEvent } from '../../../src/domain/loan/events/events.ts';
import type { LoanState } from '../../../src/domain/loan/state.ts';
import { applyEvent } from '../../../src/domain/loan/transitions/reduce.ts';
import { type Kobo, koboOf, nairaFromKobo } from '../../../src/domain/money.ts';
import { type LoanTerms, scheduleOf } from '../../../src/domain/terms.ts';
import { sealEvent } from '../../../src/loan-file/event-seal.ts';
import { NO_HASH } from '../../../src/loan-file/store.ts';
import { BEGINS, ENDS, type LoanPlan, type Step } from './book-plans.ts';
import { declineDaily, grouped, type Inside, walkCascade } from './made-attempts.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** A file with its events, and their bodies as they are sealed. */
export interface MadeFile {
  readonly loanId: string;
  readonly events: readonly LoanEvent[];
  readonly stored: readonly { readonly seq: number; readonly body: string; readonly hash: string }[];
  readonly state: LoanState;
}

let made = 0;

export function makeBook(plans: readonly LoanPlan[]): readonly MadeFile[] {
  made += 1;
  return plans.map((plan, index) => new Maker(`loan-${made}-${index}`, plan).file());
}

/** Seals events as a store holds them. */
export function sealed(loanId: string, events: readonly LoanEvent[]): MadeFile['stored'] {
  let previous = NO_HASH;
  return events.map((event, index) => {
    const { seq, body, hash } = sealEvent(event, { fileId: loanId, seq: index + 1, previous }, undefined);
    previous = hash;
    return { seq, body, hash };
  });
}

type Plain<Event> = Event extends LoanEvent ? Omit<Event, 'at'> : never;

class Maker {
  readonly #loanId: string;
  readonly #plan: LoanPlan;
  readonly #events: LoanEvent[] = [];
  #state: LoanState | undefined;
  #now = lagosInstant(BEGINS, 9);
  #behind = 0;
  #inside: Inside[] = [];
  /** What debits took and no instalment of the platform shows. */
  #debits = 0;

  constructor(loanId: string, plan: LoanPlan) {
    this.#loanId = loanId;
    this.#plan = plan;
  }

  file(): MadeFile {
    const { adoptedAfter, startsIn, steps } = this.#plan;
    if (adoptedAfter < -20) this.#begin();
    else this.#adopt(Math.max(1, startsIn + adoptedAfter));
    for (const each of steps) this.#do(each);
    return {
      loanId: this.#loanId,
      events: this.#events,
      stored: sealed(this.#loanId, this.#events),
      state: this.#state as LoanState,
    };
  }

  get #today(): PlainDate {
    return lagosDay(this.#now);
  }

  #add(event: Plain<LoanEvent>): void {
    const whole = { ...event, at: formatInstant(this.#now - this.#behind) } as LoanEvent;
    this.#events.push(whole);
    this.#state = applyEvent(this.#state, whole);
  }

  #terms(): LoanTerms {
    const { startsIn, count, period, total, uneven } = this.#plan;
    const startDate = addDays(BEGINS, startsIn);
    const endDate = addDays(startDate, (count - 1) * (period === 'weekly' ? 7 : 31));
    const terms: LoanTerms = {
      approvedAmount: koboOf(total),
      totalAmountDue: koboOf(total),
      startDate,
      endDate,
      period,
      collectionMode: total % 2 === 0 ? 'auto' : 'manual',
    };
    if (!uneven) return terms;
    const first = Math.max(1, Math.floor(total / 3));
    const lines = [
      { dueDate: startDate, amount: koboOf(first) },
      { dueDate: addDays(startDate, 17), amount: koboOf(total - first) },
    ];
    return { ...terms, endDate: addDays(startDate, 17), breakdown: lines };
  }

  #open(adoption: { readonly broughtAlong?: number; readonly adopted?: LoanAdoption }): void {
    const terms = this.#terms();
    this.#inside = scheduleOf(terms).map(({ dueDate, amount }, index) => {
      return { reference: `ref-${index}`, dueDate, amount, collected: 0, unsaid: [] };
    });
    this.#add({
      type: 'loan.opened',
      loanId: this.#loanId,
      mandateId: '65f0a1b2c3d4e5f60718293a',
      payerId: 'payer-1',
      terms,
      consent: { scopes: [], channel: 'web', language: 'en', notice: { version: 'v1', text: 'You agree …' } },
      personal: undefined,
      ...adoption,
    });
    this.#add({
      type: 'accounts.discovered',
      accounts: ['a1', 'a2', 'a3'].map((account) => ({ account, active: true, bank: '058' })),
      personal: undefined,
    });
  }

  #begin(): void {
    this.#open({});
    const { sentAfter } = this.#plan;
    if (sentAfter > 90) return;
    this.#now += sentAfter * DAY;
    const back = sentAfter % 3;
    this.#disburse(addDays(this.#today, -Math.min(back, sentAfter)));
  }

  #disburse(date: PlainDate): void {
    const { approvedAmount } = this.#terms();
    const amount = nairaFromKobo(approvedAmount);
    this.#report('loan.approved', { offerTerms: 'none', approvedAmount: amount, tenure: 'short' });
    this.#report('loan.disbursed', { amount, date, reference: 'TRF' });
  }

  #report(event: string, content: object, more: object = {}): void {
    const reportId = `${event}:${this.#events.length}`;
    const report = { reportId, event, mandateId: '65f0a1b2c3d4e5f60718293a', occurredAt: formatInstant(this.#now) };
    this.#add({ type: 'report.filed', report: { ...report, content }, ...more } as Plain<LoanEvent>);
  }

  #adopt(afterDays: number): void {
    const sentOn = addDays(BEGINS, this.#plan.sentAfter % 10);
    this.#now += afterDays * DAY;
    const isPaid = this.#plan.total % 3 === 0;
    this.#open({
      broughtAlong: isPaid ? 5 : 4,
      adopted: { adoptedBy: 'Migration', reason: 'It ran elsewhere', evidence: [] },
    });
    const taken = Math.floor(this.#plan.total / 5);
    this.#debits = taken;
    this.#read(taken);
    this.#disburse(sentOn < this.#today ? sentOn : this.#today);
    const amount = koboOf(Math.floor(this.#plan.total / 7));
    const date = addDays(this.#today, -(this.#plan.total % 20));
    if (isPaid)
      this.#add({ type: 'repayment.recorded', amount, date: date > sentOn ? date : sentOn, reference: 'old' });
  }

  #read(collected: number): void {
    this.#add({ type: 'mandate.read', status: 'active', collected: koboOf(collected), accounts: [], instalments: [] });
  }

  #do(step: Step): void {
    const next = this.#now + step.afterHours * HOUR + step.pick * 1_009;
    if (lagosDay(next) > ENDS) return;
    this.#now = next;
    this.#behind = step.behind * MINUTE;
    const { stage } = this.#state as LoanState;
    // Before the disbursement, only time passes.
    if (stage !== 'disbursed' && stage !== 'collecting' && stage !== 'closed') return;
    this[`_${step.what}`](step);
  }

  get #balances() {
    return loanBalances(this.#state as LoanState);
  }

  #dayBack(back: number): PlainDate {
    const day = addDays(this.#today, -back);
    const sentOn = this.#sentOn();
    return day < sentOn ? sentOn : day;
  }

  #sentOn(): PlainDate {
    const { reports } = this.#state as LoanState;
    for (const { report } of reports) if (report.event === 'loan.disbursed') return report.content.date as PlainDate;
    return this.#today;
  }

  _attempts({ pick, part, back }: Step): void {
    const item = this.#inside[pick % this.#inside.length];
    const from = Math.max(this.#now - (back % 12) * DAY - (pick % 20) * HOUR, lagosInstant(this.#sentOn()));
    if (item) walkCascade(item, { from, pick, part });
  }

  _daily({ pick, part }: Step): void {
    const item = this.#inside[pick % this.#inside.length];
    const days = 1 + (part % 12);
    if (item && lagosDay(this.#now - days * DAY) >= this.#sentOn()) declineDaily(item, this.#now, days);
  }

  _sync({ pick, part, back }: Step): void {
    const item = this.#inside[pick % this.#inside.length];
    if (!item || item.unsaid.length === 0) return;
    // Some of the attempts may become known with a later sync.
    const known = part > 80 ? item.unsaid.slice(0, Math.ceil(item.unsaid.length / 2)) : item.unsaid;
    item.unsaid = item.unsaid.slice(known.length);
    const later = sum(item.unsaid.map(({ status, amount }) => (status === 'successful' ? amount : 0)));
    this.#confirm(item, { collected: item.collected - later, attempts: grouped(known), isFound: back % 3 === 1 });
  }

  // As older versions filed it: without attempts, or less than is on file already.
  _oldSync({ pick, part, back }: Step): void {
    const item = this.#inside[pick % this.#inside.length];
    if (!item) return;
    item.unsaid = [];
    const collected = part > 70 ? Math.floor(item.collected / 2) : item.collected;
    this.#confirm(item, { collected, isFound: back % 2 === 1 });
  }

  #confirm(
    { reference, amount, dueDate }: Inside,
    facts: { collected: number; attempts?: readonly AttemptFacts[]; isFound: boolean },
  ): void {
    const { attempts = [], collected, isFound } = facts;
    const times = attempts.flatMap(({ at, status }) => at.map((time) => ({ time, status })));
    const money = times.filter(({ status }) => status === 'successful');
    const last = [...(money.length > 0 ? money : times)]
      .map(({ time }) => time)
      .sort()
      .at(-1);
    const date = last === undefined ? this.#dayBack(isFound ? 3 : 0) : lagosDay(Date.parse(last));
    const status = collected >= amount ? 'success' : collected > 0 ? 'partially paid' : 'failed';
    this.#add({
      type: 'collection.confirmed',
      instalmentReference: reference,
      breakdownId: `${reference}-${dueDate}`,
      status,
      due: koboOf(amount),
      collected: koboOf(collected),
      date,
      ...(attempts.length > 0 && { attempts }),
      ...(isFound && { isFound: true as const }),
    });
  }

  // The mandate shows what was taken, also what no instalment on file shows. It may show an older state.
  _read({ part }: Step): void {
    const taken = this.#debits + sum(this.#inside.map(({ collected }) => collected));
    this.#read(part > 85 ? Math.floor(taken / 2) : taken);
  }

  _debit({ pick, part, back }: Step): void {
    const { collectable } = this.#balances;
    const amount = Math.floor((collectable * part) / 100);
    if (amount < 1 || (this.#state as LoanState).stage === 'closed') return;
    const debitId = `d${(this.#state as LoanState).debits.length + 1}`;
    const debitDate = addDays(this.#today, back % 5);
    this.#add({ type: 'debit.intended', debitId, amount: koboOf(amount), debitDate });
    if (pick % 3 > 0) this.#add({ type: 'debit.unknown', debitId, reason: 'No answer' });
    else if (pick % 2 === 0) this.#add({ type: 'debit.scheduled', debitId, reference: debitId });
  }

  // Answers may come late, twice, or after another process found the debit.
  _answer({ pick, part }: Step): void {
    const { debits } = this.#state as LoanState;
    const debit = debits[pick % Math.max(1, debits.length)];
    if (!debit) return;
    const { debitId } = debit;
    const kind = Math.floor(pick / 10) % 8;
    if (kind === 0) this.#add({ type: 'debit.scheduled', debitId, reference: debitId });
    else if (kind === 1) this.#add({ type: 'debit.scheduled', debitId, reference: debitId, foundByAsking: true });
    else if (kind === 2) this.#add({ type: 'debit.refused', debitId, reason: 'Refused' });
    else if (kind === 3) this.#add({ type: 'debit.unknown', debitId, reason: 'No answer' });
    else if (kind === 4) this.#add({ type: 'debit.parked', debitId, reason: 'Not found' });
    else if (kind === 5) this.#add({ type: 'debit.unseen', debitId, reading: 'none' });
    else this.#settle(debit, part);
  }

  #settle({ debitId, amount, status }: LoanState['debits'][number], part: number): void {
    const collected = Math.floor((amount * Math.min(part, 50)) / 50);
    const isEnded = ['refused', 'successful', 'failed'].includes(status);
    this.#add({
      type: 'debit.settled',
      debitId,
      result: part % 4 === 0 ? 'failed' : 'successful',
      collected: koboOf(part % 4 === 0 ? 0 : collected),
      ...(part % 5 === 0 && { decision: { decidedBy: 'Ada', reason: 'Seen on the account' } }),
    });
    if (isEnded || part % 4 === 0) return;
    const item = this.#inside.find((each) => each.amount - each.collected >= collected);
    // Of some debits the platform says on which instalment they were.
    if (!item || collected === 0 || part % 3 === 0) this.#debits += collected;
    else {
      item.collected += collected;
      const at = [formatInstant(this.#now - (part % 30) * HOUR)];
      item.unsaid.push({ status: 'successful', amount: koboOf(collected), code: '00', at, account: 'a1', position: 0 });
    }
  }

  _repay({ part, back }: Step): void {
    const amount = Math.floor((this.#balances.outstanding * part) / (part > 60 ? part : 100));
    if (amount < 1) return;
    const date = this.#dayBack(back);
    this.#add({ type: 'repayment.recorded', amount: koboOf(amount), date, reference: `r${this.#events.length}` });
  }

  _reverse({ pick, part, back }: Step): void {
    const { collected, repaidOutside } = this.#balances;
    const of = pick % 2 === 0 ? 'collection' : 'repayment';
    const amount = Math.floor(((of === 'collection' ? collected : repaidOutside) * part) / 100);
    if (amount < 1) return;
    const date = this.#dayBack(back % 5);
    this.#add({ type: 'repayment.reversed', of, amount: koboOf(amount), date, reference: 'back', reason: 'Bounced' });
  }

  _restructure({ pick, part, back }: Step): void {
    const total = Math.floor((this.#balances.outstanding * (50 + part)) / 100);
    const { stage } = this.#state as LoanState;
    if (total < 4 || stage === 'closed') return;
    const lines = 1 + (pick % 3);
    const each = Math.floor(total / lines);
    const schedule = Array.from({ length: lines }, (_, index) => {
      const amount: Kobo = koboOf(index < lines - 1 ? each : total - each * (lines - 1));
      return { dueDate: addDays(this.#today, (pick % 9) + index * 21), amount: nairaFromKobo(amount) };
    });
    const effective = back % 3 === 0 ? {} : { effectiveOn: this.#dayBack(back) };
    this.#report('loan.restructured', { schedule, reason: 'The payer asked' }, effective);
  }

  _dispute({ pick }: Step): void {
    const { disputes } = this.#state as LoanState;
    const open = disputes.find(({ outcome }) => outcome === undefined);
    const at = formatInstant(this.#now);
    if (!open)
      this.#add({ type: 'dispute.opened', reason: 'Not mine', openedAt: at, reference: `x${disputes.length}` });
    else
      this.#add({
        type: 'dispute.resolved',
        reference: open.reference,
        outcome: pick % 4 === 0 ? 'upheld' : 'dismissed',
        reason: 'Looked at',
        resolvedAt: at,
      });
  }

  _close({ pick, back }: Step): void {
    const { outstanding, openDebits } = this.#balances;
    const { stage } = this.#state as LoanState;
    if (stage === 'closed' || openDebits > 0 || (outstanding > 0 && pick % 4 !== 0)) return;
    const finalStatus = outstanding > 0 ? (pick % 8 === 0 ? 'settled' : 'written_off') : 'repaid';
    this.#report('loan.closed', { finalStatus, closeDate: this.#dayBack(back % 10) });
  }

  _note(): void {
    this.#add({ type: 'duty.discharged', duty: 'any', note: 'Done' });
  }
}

function sum(amounts: readonly number[]): number {
  return amounts.reduce((total, amount) => total + amount, 0);
}
