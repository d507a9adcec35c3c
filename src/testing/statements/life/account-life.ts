import { addDays, addPeriods, type PlainDate } from '../../../domain/calendar.ts';
import type { Chance } from '../chance.ts';
import { type Dialect, type Entry, type EntryTag, entryKinds } from './entries.ts';
import { type Habits, type Intent, planMonth } from './month-plan.ts';
import { fillTemplate, type Household, inventName } from './narration.ts';

export interface LifePlan {
  readonly from: PlainDate;
  readonly to: PlainDate;
  readonly habits: Habits;
  readonly household: Household;
  readonly dialect: Dialect;
  readonly opening: number;
  readonly overdraft: number;
}

const LEVY_FROM = 10_000_00;
const LEVY = 50_00;
const DAY = 86_400;

/** Simulates an account from its opening balance. Returns the entries in booking order. */
export function liveAccount(plan: LifePlan, chance: Chance): Entry[] {
  const life = new AccountLife(plan, chance);
  for (let index = 0, from = plan.from; from <= plan.to; index++) {
    const next = addPeriods(plan.from, 'monthly', index + 1);
    const to = next > plan.to ? plan.to : addDays(next, -1);
    life.live(planMonth({ from, to, index }, plan.habits, chance), to);
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

  /** Simulates a month: its plan, and reversals left over from the previous month. */
  live(plan: readonly Intent[], end: PlainDate): void {
    const queue = [...plan, ...this.#late].sort(byMoment);
    this.#late = [];
    for (let at = 0; at < queue.length; at++) {
      const intent = queue[at];
      const reversal = intent && this.#attempt(intent);
      if (!reversal) continue;
      if (reversal.date > end) this.#late.push(reversal);
      else {
        let place = at + 1;
        while (place < queue.length && byMoment(queue[place] ?? reversal, reversal) <= 0) place += 1;
        queue.splice(place, 0, reversal);
      }
    }
    const moment = { date: end, second: DAY - 60 };
    const interest = Math.max(13, Math.round(this.#balance * 0.0011));
    this.#book({ ...moment, kind: 'interest', amount: interest });
    this.#book({ ...moment, kind: 'tax', amount: Math.max(1, Math.round(interest / 10)) });
  }

  // Books the intent if the balance covers it. Returns its reversal if it is reversed later.
  #attempt(intent: Intent): Intent | undefined {
    const counterparty = intent.counterparty ?? inventName(this.#chance);
    const named = { ...intent, counterparty };
    if (entryKinds[intent.kind].type === 'credit') {
      this.#book(named);
      this.#afterCredit(named);
      return undefined;
    }
    const fee = intent.kind === 'out' ? feeOf(intent.amount) : 0;
    const needed = intent.amount + fee + Math.round(fee * 0.075) - this.#balance - this.#plan.overdraft;
    if (needed > 0 && !this.#cover(named, needed)) return undefined;
    const undone = addDays(intent.date, this.#chance.between(0, 2));
    const isUndone = intent.kind === 'out' && this.#chance.happens(0.03) && undone <= this.#plan.to;
    this.#book(named, isUndone ? ['reversed'] : []);
    if (fee) this.#bookFee(named, fee);
    if (!isUndone) return undefined;
    const second = Math.min(DAY - 400, intent.second + 4_000);
    return { date: undone, second, kind: 'reversal', amount: intent.amount, counterparty };
  }

  // Covers the payment from the savings pot or by an incoming payment. Otherwise, the payment is not made.
  #cover(intent: Intent, needed: number): boolean {
    const { date, second } = intent;
    if (this.#pot >= needed) {
      const amount = Math.min(this.#pot, Math.max(needed, intent.amount));
      this.#pot -= amount;
      this.#book({ date, second: Math.max(0, second - 2), kind: 'sweepIn', amount });
      return true;
    }
    if (!this.#chance.happens(0.5)) return false;
    const amount = Math.ceil((needed + this.#chance.between(500_00, 20_000_00)) / 500_00) * 500_00;
    const counterparty = inventName(this.#chance);
    this.#book({ date, second: Math.max(0, second - 1), kind: 'in', amount, counterparty });
    return true;
  }

  #afterCredit({ date, second, kind, amount }: Intent): void {
    const { dialect } = this.#plan;
    if (amount >= LEVY_FROM && (kind === 'in' || kind === 'pay') && this.#balance >= LEVY && this.#chance.happens(0.5))
      this.#book({ date, second, kind: 'levy', amount: LEVY });
    if (dialect.sweeps && kind !== 'reversal' && this.#balance >= amount && this.#chance.happens(0.7)) {
      this.#pot += amount;
      this.#book({ date, second: Math.min(DAY - 1, second + 3), kind: 'sweepOut', amount });
    }
  }

  #bookFee({ date, second }: Intent, fee: number): void {
    const vat = Math.round(fee * 0.075);
    if (this.#plan.dialect.fees === 'joined') this.#book({ date, second, kind: 'feeAndVat', amount: fee + vat });
    if (this.#plan.dialect.fees !== 'apart') return;
    this.#book({ date, second, kind: 'fee', amount: fee });
    this.#book({ date, second, kind: 'vat', amount: vat });
  }

  #book({ date, second, kind, amount, counterparty = '' }: Intent, tags: readonly EntryTag[] = []): void {
    const { dialect, household } = this.#plan;
    const { type, category, tags: ownTags, wording } = entryKinds[kind];
    const templates = dialect.wording[kind] ?? wording;
    const template = typeof templates === 'string' ? templates : this.#chance.pick(templates);
    const narration = fillTemplate(template, { date, household, counterparty }, this.#chance).trim();
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
      narration,
      category,
      tags: tags.length ? tags : ownTags,
      counterparty,
    });
  }
}

function byMoment(one: Intent, other: Intent): number {
  return one.date < other.date ? -1 : one.date > other.date ? 1 : one.second - other.second;
}

function feeOf(amount: number): number {
  return amount <= 5_000_00 ? 10_00 : amount <= 50_000_00 ? 25_00 : 50_00;
}
