import { addDays, addPeriods, type PlainDate } from '../../../domain/calendar.ts';
import type { Chance } from '../chance.ts';
import { commonWording, type Dialect } from './dialects.ts';
import type { Entry, EntryTag } from './entry.ts';
import { fillTemplate, type Household, inventName } from './fill-template.ts';
import { type Habits, type Intent, planMonth } from './month-plan.ts';
import { natures, type What } from './what.ts';

/** What a life is lived with. */
export interface LifePlan {
  readonly from: PlainDate;
  readonly to: PlainDate;
  readonly habits: Habits;
  readonly household: Household;
  readonly dialect: Dialect;
  /** Kobo. */
  readonly opening: number;
  /** How far the account may be overdrawn, kobo. */
  readonly overdraft: number;
}

const LEVY_FROM = 10_000_00;
const LEVY = 50_00;
const DAY = 86_400;

/** Lives an account from its opening balance, in the order of its own arithmetic. */
export function liveAccount(plan: LifePlan, chance: Chance): Entry[] {
  const life = new AccountLife(plan, chance);
  for (let index = 0, from = plan.from; from <= plan.to; index++) {
    const next = addPeriods(plan.from, 'monthly', index + 1);
    const to = next > plan.to ? plan.to : addDays(next, -1);
    life.live(planMonth(from, to, { habits: plan.habits, index, chance }), to);
    from = next;
  }
  return life.entries;
}

class AccountLife {
  readonly entries: Entry[] = [];
  readonly #plan: LifePlan;
  readonly #chance: Chance;
  #balance: number;
  #pot = 0;
  #late: Intent[] = [];

  constructor(plan: LifePlan, chance: Chance) {
    this.#plan = plan;
    this.#chance = chance;
    this.#balance = plan.opening;
  }

  /** Lives a month: what was planned, and what is left over from the one before. */
  live(plan: readonly Intent[], end: PlainDate): void {
    const queue = [...plan, ...this.#late].sort(byMoment);
    this.#late = [];
    for (let at = 0; at < queue.length; at++) {
      const intent = queue[at];
      if (!intent) continue;
      for (const follower of this.#meet(intent)) {
        // Only reversals follow later than at once; the queue is nearly in order, so the place is near.
        let place = at + 1;
        while (place < queue.length && byMoment(queue[place] ?? follower, follower) <= 0) place += 1;
        if (follower.date > end) this.#late.push(follower);
        else queue.splice(place, 0, follower);
      }
    }
    const moment = { date: end, second: DAY - 60 };
    const interest = Math.max(13, Math.round(this.#balance * 0.0011));
    this.#book({ ...moment, what: 'interest', amount: interest });
    this.#book({ ...moment, what: 'tax', amount: Math.max(1, Math.round(interest / 10)) });
  }

  // Books it if the account bears it; gives back what follows from it later.
  #meet(intent: Intent): Intent[] {
    const { type } = natures[intent.what];
    const counterparty = intent.counterparty ?? inventName(this.#chance);
    const met = { ...intent, counterparty };
    if (type === 'credit') {
      this.#book(met);
      this.#afterCredit(met);
      return [];
    }
    const fee = intent.what === 'out' ? feeOf(intent.amount) : 0;
    const needed = intent.amount + fee + Math.round(fee * 0.075) - this.#balance - this.#plan.overdraft;
    if (needed > 0 && !this.#cover(met, needed)) return [];
    const undone = addDays(intent.date, this.#chance.between(0, 2));
    const isUndone = intent.what === 'out' && this.#chance.happens(0.03) && undone <= this.#plan.to;
    this.#book(met, isUndone ? ['reversed'] : []);
    if (fee) this.#bookFee(met, fee);
    if (!isUndone) return [];
    return [
      {
        date: undone,
        second: Math.min(DAY - 400, intent.second + 4_000),
        what: 'reversal',
        amount: intent.amount,
        counterparty,
      },
    ];
  }

  // From the savings pot, or somebody sends it; else the payment is not made.
  #cover(intent: Intent, needed: number): boolean {
    if (this.#pot >= needed) {
      const amount = Math.min(this.#pot, Math.max(needed, intent.amount));
      this.#pot -= amount;
      this.#book({ ...intent, second: Math.max(0, intent.second - 2), what: 'sweepIn', amount, counterparty: '' });
      return true;
    }
    if (!this.#chance.happens(0.5)) return false;
    const amount = Math.ceil((needed + this.#chance.between(500_00, 20_000_00)) / 500_00) * 500_00;
    this.#book({
      ...intent,
      second: Math.max(0, intent.second - 1),
      what: 'in',
      amount,
      counterparty: inventName(this.#chance),
    });
    return true;
  }

  #afterCredit({ date, second, what, amount }: Intent): void {
    const { dialect } = this.#plan;
    if (amount >= LEVY_FROM && (what === 'in' || what === 'pay') && this.#balance >= LEVY && this.#chance.happens(0.5))
      this.#book({ date, second, what: 'levy', amount: LEVY });
    if (dialect.sweeps && what !== 'reversal' && this.#balance >= amount && this.#chance.happens(0.7)) {
      this.#pot += amount;
      this.#book({ date, second: Math.min(DAY - 1, second + 3), what: 'sweepOut', amount });
    }
  }

  #bookFee({ date, second }: Intent, fee: number): void {
    const vat = Math.round(fee * 0.075);
    if (this.#plan.dialect.fees === 'joined') this.#book({ date, second, what: 'feeAndVat', amount: fee + vat });
    if (this.#plan.dialect.fees !== 'apart') return;
    this.#book({ date, second, what: 'fee', amount: fee });
    this.#book({ date, second, what: 'vat', amount: vat });
  }

  #book({ date, second, what, amount, counterparty = '' }: Intent, tags: readonly EntryTag[] = []): void {
    const { type, category, tags: own } = natures[what];
    const template = this.#templateOf(what);
    const narration = fillTemplate(template, { date, household: this.#plan.household, counterparty }, this.#chance);
    this.#balance += type === 'credit' ? amount : -amount;
    const isLate = this.#chance.happens(0.06);
    const last = this.entries.at(-1);
    this.entries.push({
      date,
      second: last?.date === date ? Math.max(second, last.second) : second,
      valueDate: isLate ? addDays(date, -1) : date,
      type,
      amount,
      balance: this.#balance,
      narration: narration.trim(),
      category,
      tags: tags.length ? tags : own,
      counterparty,
    });
  }

  #templateOf(what: What): string {
    const template = this.#plan.dialect.wording[what] ?? commonWording[what];
    return typeof template === 'string' ? template : this.#chance.pick(template);
  }
}

function byMoment(one: Intent, other: Intent): number {
  return one.date < other.date ? -1 : one.date > other.date ? 1 : one.second - other.second;
}

function feeOf(amount: number): number {
  return amount <= 5_000_00 ? 10_00 : amount <= 50_000_00 ? 25_00 : 50_00;
}
