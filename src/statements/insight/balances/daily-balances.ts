import { dayNumber, type PlainDate } from '../../../domain/calendar.ts';
import { type Kobo, NO_MONEY } from '../../../domain/money.ts';
import type { Entry } from '../entries/entry.ts';
import { signedAmount } from '../entries/read-entries.ts';

/** Days that end with the same balance: up to the day before the next entry. */
export interface BalanceSpan {
  /** Days since 1970-01-01, the last one included. */
  readonly from: number;
  readonly to: number;
  readonly balance: Kobo;
  /** The entry that left it; undefined before the first. */
  readonly entry: Entry | undefined;
}

/** The balance at the end of each day. */
export interface DailyBalances {
  /** Is anything known of the balance? If not, there are no spans. */
  readonly isKnown: boolean;
  readonly spans: readonly BalanceSpan[];
  /** Calendar days covered. */
  readonly days: number;
}

/** What is known of the account besides its entries. */
export interface BalanceFacts {
  readonly openingBalance: Kobo | undefined;
  readonly closingBalance: Kobo | undefined;
  readonly period: { readonly from: PlainDate; readonly to: PlainDate } | undefined;
}

/**
 * End-of-day balances from the period's first day to its last (else from the first entry to the last; entries outside a period widen it). A balance that an entry
 * lacks is worked out from its neighbours, from the opening or from the closing balance. Entries oldest first.
 */
export function dailyBalances(entries: readonly Entry[], facts: BalanceFacts): DailyBalances {
  const covered = coveredDays(entries, facts.period);
  if (!covered) return { isKnown: false, spans: [], days: 0 };
  const days = covered.to - covered.from + 1;
  const opening = openingBalance(entries, facts);
  if (opening === undefined) return { isKnown: false, spans: [], days };
  const spans: BalanceSpan[] = [];
  let [balance, last, from] = [opening, undefined as Entry | undefined, covered.from];
  for (const entry of entries) {
    if (entry.when.day > from) {
      spans.push({ from, to: entry.when.day - 1, balance, entry: last });
      from = entry.when.day;
    }
    balance = entry.balance ?? ((balance + signedAmount(entry)) as Kobo);
    last = entry;
  }
  spans.push({ from, to: covered.to, balance, entry: last });
  return { isKnown: true, spans, days };
}

function coveredDays(
  entries: readonly Entry[],
  period: BalanceFacts['period'],
): { readonly from: number; readonly to: number } | undefined {
  const [first, last] = [entries[0]?.when.day, entries.at(-1)?.when.day];
  const [from, to] = period ? [dayNumber(period.from), dayNumber(period.to)] : [first, last];
  if (from === undefined || to === undefined) return undefined;
  return { from: Math.min(from, first ?? from), to: Math.max(to, last ?? to) };
}

/** The balance before the first entry: as given, or counted back from the first balance that is known. */
function openingBalance(
  entries: readonly Entry[],
  { openingBalance: given, closingBalance }: BalanceFacts,
): Kobo | undefined {
  if (given !== undefined) return given;
  let change = NO_MONEY;
  for (const entry of entries) {
    change = (change + signedAmount(entry)) as Kobo;
    if (entry.balance !== undefined) return (entry.balance - change) as Kobo;
  }
  return closingBalance === undefined ? undefined : ((closingBalance - change) as Kobo);
}
