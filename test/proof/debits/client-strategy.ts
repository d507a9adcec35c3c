import {
  DAY_MS,
  HOUR_MS,
  type Instant,
  lagosDay,
  lagosInstant,
  MINUTE_MS,
  parseInstant,
} from '../../../src/domain/calendar.ts';
import type { CollectingLoan } from '../../../src/index.ts';
import { luckOf } from './luck.ts';
import type { Merchant } from './merchant.ts';
import { planWants, type Want } from './plan.ts';
import type { ModelMandate, Put } from './service-model.ts';
import type { Tally } from './tally.ts';

/** How the client is used: as it comes, or with the option that sends again. */
export interface ClientPolicy {
  readonly resendAbsent: boolean;
}

interface KnownDebit {
  readonly want: Want;
  wasDoubtful: boolean;
  wasParked: boolean;
  byPerson: boolean;
}

const MOST_NAMED = 10;
const ASSUMED = { resendAbsent: 'assuming-absence-means-it-never-arrived' } as const;

/** One loan with the real client, from its first debit until nothing is open: it collects, asks when the client says so, and a person decides what is parked. */
export class ClientLoan {
  readonly #merchant: Merchant;
  readonly #seed: number;
  readonly #number: number;
  readonly #policy: ClientPolicy;
  readonly #tally: Tally;
  readonly #debits = new Map<string, KnownDebit>();
  readonly #tries: number[] = [];
  #loan!: CollectingLoan;
  #mandate!: ModelMandate;
  #puts: Put[] = [];
  /** Entries of the bank's statement that a person has put down to a debit. */
  readonly #crossedOff = new Set<Put>();
  #sending: Want | undefined;
  #nextLook: Instant | undefined;

  constructor(
    merchant: Merchant,
    name: { readonly seed: number; readonly loan: number },
    terms: { readonly policy: ClientPolicy; readonly tally: Tally },
  ) {
    this.#merchant = merchant;
    this.#seed = name.seed;
    this.#number = name.loan;
    this.#policy = terms.policy;
    this.#tally = terms.tally;
  }

  async live(count: number): Promise<void> {
    const { time } = this.#merchant;
    const { loan, mandate } = await this.#merchant.enter(this.#seed, this.#number);
    this.#loan = loan;
    this.#mandate = mandate;
    this.#merchant.luck = () => this.#drawLuck();
    this.#merchant.meanwhile = (until) => this.#goOnWithout(until);
    this.#merchant.onPut = (put) => {
      this.#tally.requests += 1;
      if (this.#sending) put.want = this.#sending.want;
      this.#puts.push(put);
    };
    const wants = planWants(this.#seed, this.#number, count);
    this.#tally.wants += wants.length;
    for (const want of wants) time.plan(want.at, () => this.#collect(want));
    await time.live();
    // A day later a person looks at what is parked, and asks the bank.
    for (let round = 0; round < 20 && this.#isOpen(); round += 1) {
      time.plan(time.now() + DAY_MS, () => this.#decideParked());
      await time.live();
    }
    this.#count();
  }

  // A resend within settle goes for a want that is known only afterwards; its luck is drawn as the next try of the loan.
  #drawLuck() {
    const want = this.#sending?.want ?? 1_000;
    const attempt = this.#tries[want] ?? 0;
    this.#tries[want] = attempt + 1;
    const luck = luckOf(this.#seed, this.#number, 3, want, attempt);
    return luck.fate === 'suspended' && !this.#sending ? { ...luck, fate: 'booked-late' as const } : luck;
  }

  // The machine that sends stands still: elsewhere its debit is looked for, and what is parked is decided and asked for again.
  async #goOnWithout(until: Instant): Promise<void> {
    const { time } = this.#merchant;
    const want = this.#sending;
    this.#sending = undefined;
    await this.#reload();
    const sent = this.#loan.debits.find(({ debitId }) => !this.#debits.has(debitId));
    if (want && sent) this.#debits.set(sent.debitId, { want, wasDoubtful: true, wasParked: false, byPerson: false });
    this.#tally.doubtful += 1;
    this.#planLook(time.now() + MINUTE_MS);
    await time.liveUntil(until);
    // Of the others, which a service may still book, a person asks the bank a day later.
    if (this.#loan.debits.some(({ debitId, status }) => debitId === sent?.debitId && status === 'parked'))
      await this.#decideParked(sent?.debitId);
    this.#sending = want;
  }

  async #collect(want: Want): Promise<void> {
    const { time } = this.#merchant;
    // By the clock of the process that asks, whose day may have begun already.
    const today = lagosDay(time.now() + this.#merchant.aheadMs);
    const debitDate = want.debitDate > today ? want.debitDate : today;
    const known = new Set(this.#loan.debits.map(({ debitId }) => debitId));
    this.#sending = want;
    // Each want is a payment of its own, so that it may be taken as well.
    const despiteUnknown = this.#loan.debits.filter(({ status }) => isDoubtful(status)).map(({ debitId }) => debitId);
    const request = { amount: want.amount, debitDate, despiteUnknown };
    const collected = await this.#attempt(() => this.#merchant.kit.collections.collect(this.#loan, request));
    this.#sending = undefined;
    const outcome = collected?.debit.outcome;
    const suspended = this.#loan.debits.find(
      ({ debitId }) => !known.has(debitId) && this.#debits.get(debitId)?.want === want,
    );
    const wasSuspended = this.#debits.get(suspended?.debitId ?? '');
    if (wasSuspended && outcome === 'scheduled') {
      wasSuspended.wasDoubtful = false;
      this.#tally.doubtful -= 1;
      this.#tally.answered += 1;
    }
    const made = this.#loan.debits.filter(({ debitId }) => !known.has(debitId) && !this.#debits.has(debitId));
    for (const { debitId } of made) {
      const wasDoubtful = outcome === undefined || outcome === 'unknown';
      this.#debits.set(debitId, { want, wasDoubtful, wasParked: false, byPerson: false });
      if (wasDoubtful) this.#tally.doubtful += 1;
      else this.#tally.answered += 1;
    }
    if (made.length === 0 && !suspended) {
      // Another debit for the same day is still open: the lender asks again the day after.
      time.plan(time.now() + DAY_MS, () => this.#collect(want));
      return;
    }
    // What was refused is asked for again: if it was booked all the same, the payer pays twice.
    if (outcome === 'refused') time.plan(time.now() + DAY_MS, () => this.#collect(want));
    const first =
      outcome === 'scheduled'
        ? Math.max(time.now(), lagosInstant(debitDate, 8)) + 5 * MINUTE_MS
        : time.now() + MINUTE_MS;
    this.#planLook(outcome === 'refused' ? undefined : first);
  }

  // Undefined: the process ended, or the call failed; what is so is on file.
  async #attempt<Result extends { readonly loan: CollectingLoan }>(
    run: () => Promise<Result>,
  ): Promise<Result | undefined> {
    try {
      const result = await run();
      this.#loan = result.loan;
      return result;
    } catch {
      this.#merchant.revive();
      await this.#reload();
      return undefined;
    }
  }

  async #reload(): Promise<void> {
    this.#loan = (await this.#merchant.kit.loans.get(this.#loan.loanId)) as CollectingLoan;
  }

  #planLook(at: Instant | undefined): void {
    const { time } = this.#merchant;
    if (at === undefined || (this.#nextLook !== undefined && this.#nextLook <= at)) return;
    this.#nextLook = at;
    time.plan(at, async () => {
      // A look that was planned for later gave way to an earlier one.
      if (this.#nextLook !== at) return;
      this.#nextLook = undefined;
      await this.#look();
    });
  }

  async #look(): Promise<void> {
    this.#merchant.mayStepClock();
    const before = this.#loan;
    const { length } = this.#puts;
    const settled = await this.#attempt(() =>
      this.#merchant.kit.collections.settle(this.#loan, this.#policy.resendAbsent ? ASSUMED : {}),
    );
    this.#follow(before, this.#puts.slice(length));
    if (!settled) return this.#planLook(this.#merchant.time.now() + 5 * MINUTE_MS);
    const looks = settled.debits.flatMap(({ nextLookAt }) => parseInstant(nextLookAt) ?? []);
    this.#planLook(looks.length > 0 ? Math.min(...looks) - this.#merchant.aheadMs : undefined);
  }

  // Which of the wants a debit that was sent again is for: they are sent in the order of those that they replace.
  #follow(before: CollectingLoan, puts: readonly Put[]): void {
    for (const { debitId, status } of this.#loan.debits) {
      const known = this.#debits.get(debitId);
      if (!known || status !== 'parked' || known.wasParked) continue;
      known.wasParked = true;
      this.#tally.parked += 1;
    }
    const made = this.#loan.debits.filter(({ debitId }) => !this.#debits.has(debitId));
    if (made.length === 0) return;
    const open = new Set(before.debits.filter(({ status }) => isDoubtful(status)).map(({ debitId }) => debitId));
    const replaced = this.#loan.debits.filter(
      ({ debitId, status, reference }) => open.has(debitId) && status === 'failed' && reference === undefined,
    );
    made.forEach(({ debitId }, index) => {
      const want = this.#debits.get(replaced[index]?.debitId ?? '')?.want;
      const put = puts[index];
      if (!want || !put) throw new Error('A debit was sent for nothing that was parked');
      put.want = want.want;
      this.#debits.set(debitId, { want, wasDoubtful: false, wasParked: false, byPerson: false });
    });
  }

  #isOpen(): boolean {
    return this.#loan.debits.some(
      ({ status }) => status === 'intended' || status === 'unknown' || status === 'scheduled' || status === 'parked',
    );
  }

  async #decideParked(only?: string): Promise<void> {
    await this.#look();
    // First all that is open: what is asked for anew stands on tomorrow's statement.
    const missing: Want[] = [];
    for (const debit of this.#loan.debits.filter(
      ({ debitId, status }) => status === 'parked' && (only ?? debitId) === debitId,
    )) {
      const known = this.#debits.get(debit.debitId) as KnownDebit;
      const own = this.#statementWithout().find(({ amount }) => amount === debit.amount);
      const verdict = own
        ? { result: 'taken' as const, amount: own.booking?.taken ?? 0 }
        : { result: 'not-taken' as const };
      const person = { decidedBy: 'operations', reason: 'as the bank’s statement shows' };
      const decided = await this.#attempt(() =>
        this.#merchant.kit.collections.settle(this.#loan, { debitId: debit.debitId, ...verdict, ...person }),
      );
      if (!decided) continue;
      known.byPerson = true;
      if (own) {
        own.want = known.want.want;
        this.#crossedOff.add(own);
      } else missing.push(known.want);
    }
    for (const want of missing) await this.#collect(want);
  }

  // What a person sees at the bank and not on the loan's file.
  #statementWithout(): readonly Put[] {
    const onFile = new Set(this.#loan.debits.map(({ reference }) => reference));
    return this.#mandate
      .truth(this.#merchant.time.now())
      .filter((put) => !onFile.has(put.reference) && !this.#crossedOff.has(put));
  }

  #count(): void {
    const now = this.#merchant.time.now() + 12 * HOUR_MS;
    const taken = this.#mandate.truth(now);
    const claims = new Map<number, number>();
    const byReference = new Map(
      this.#loan.debits.map(({ debitId, reference }) => [reference, this.#debits.get(debitId)] as const),
    );
    for (const put of taken) {
      const want = byReference.get(put.reference)?.want.want ?? put.want;
      const before = claims.get(want) ?? 0;
      claims.set(want, before + 1);
      if (before === 0) continue;
      this.#tally.doubles += 1;
      this.#tally.doubledNaira += put.booking?.taken ?? 0;
    }
    const sum = taken.reduce((all, { booking }) => all + (booking?.taken ?? 0), 0);
    if (sum !== this.#loan.balances.collected || this.#isOpen()) {
      this.#tally.wrongBooks += 1;
      if (this.#tally.wrongLoans.length < MOST_NAMED) this.#tally.wrongLoans.push(this.#number);
    }
    for (const { debitId, status, reference } of this.#loan.debits) {
      const known = this.#debits.get(debitId);
      if (!known) continue;
      if (known.byPerson) this.#tally.decidedByPerson += 1;
      else if (known.wasParked && reference !== undefined) this.#tally.foundAfterParking += 1;
      else if (known.wasDoubtful && (!known.wasParked || status === 'refused')) this.#tally.settledByAsking += 1;
      if (status === 'refused') this.#tally.givenUp += 1;
    }
  }
}

function isDoubtful(status: string): boolean {
  return status === 'parked' || status === 'unknown' || status === 'intended';
}
