import { type Instant, lagosInstant, MINUTE_MS, SECOND_MS } from '../../../src/domain/calendar.ts';
import { luckOf } from './luck.ts';
import { planWants, type Want } from './plan.ts';
import { ModelMandate } from './service-model.ts';
import type { Tally } from './tally.ts';

/** What people write who have no client that asks: three ways to go on after an answer that never came. */
export const naiveStrategies = {
  'send again at once': () => undefined,
  'ask at once, then send again': (now: Instant) => now + SECOND_MS,
  'wait for a quiet window, then send again': (now: Instant, { debitDate }: Want) =>
    Math.max(now, lagosInstant(debitDate, 8)) + 15 * MINUTE_MS,
} satisfies Readonly<Record<string, (now: Instant, want: Want) => Instant | undefined>>;

/** One of them. */
export type NaiveStrategy = keyof typeof naiveStrategies;

const MOST_TRIES = 4;
const PAUSE_MS = 30 * SECOND_MS;

/** Plays one loan by a naive strategy, with the same wishes and the same luck as the client's. */
export function playNaively(
  strategy: NaiveStrategy,
  name: { readonly seed: number; readonly loan: number },
  terms: { readonly count: number; readonly tally: Tally },
): void {
  const { tally, count } = terms;
  const mandate = new ModelMandate(`loan${name.loan}`, '');
  const claimed = new Set<string>();
  for (const want of planWants(name.seed, name.loan, count))
    collect(strategy, want, { ...name, mandate, claimed, tally });
  tally.wants += count;
  tally.requests += mandate.puts.length;
  const paid = new Set<number>();
  for (const put of mandate.truth(Number.POSITIVE_INFINITY)) {
    if (paid.has(put.want)) {
      tally.doubles += 1;
      tally.doubledNaira += put.booking?.taken ?? 0;
    }
    paid.add(put.want);
  }
}

interface Play {
  readonly seed: number;
  readonly loan: number;
  readonly mandate: ModelMandate;
  readonly claimed: Set<string>;
  readonly tally: Tally;
}

function collect(strategy: NaiveStrategy, want: Want, { seed, loan, mandate, claimed, tally }: Play): void {
  let now = want.at;
  for (let attempt = 0; attempt < MOST_TRIES; attempt += 1) {
    const luck = luckOf(seed, loan, 3, want.want, attempt);
    const put = mandate.take(want, luck, now);
    put.want = want.want;
    if (luck.fate === 'answered') claimed.add(put.reference);
    if (luck.fate === 'answered' || luck.fate === 'refused') {
      if (attempt === 0) tally.answered += 1;
      return;
    }
    if (attempt === 0) tally.doubtful += 1;
    const askAt = naiveStrategies[strategy](now, want);
    const found =
      askAt === undefined
        ? undefined
        : mandate
            .records(askAt)
            .find((record) => !claimed.has(String(record.transactionRefence)) && isLike(record, want));
    if (found) {
      claimed.add(String(found.transactionRefence));
      tally.settledByAsking += 1;
      return;
    }
    now = (askAt ?? now) + PAUSE_MS;
  }
}

function isLike({ amount, status }: Readonly<Record<string, string | number>>, want: Want): boolean {
  return status === 'successful' ? Number(amount) <= want.amount : amount === want.amount;
}
