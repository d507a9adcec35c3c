/** The attempts on an instalment, as a loan's file holds them. Spec §2.6, §4.9. */
import { formatInstant, lagosDay, parseInstant } from '../../../domain/calendar.ts';
import { isBankCode } from '../../../domain/identifiers.ts';
import { groupAttempts, timesOf } from '../../../domain/loan/attempts.ts';
import type { AttemptFacts, CollectionFacts } from '../../../domain/loan/events/events.ts';
import type { LoanState } from '../../../domain/loan/state.ts';
import { type Kobo, koboFromAnswer, NO_MONEY, sumKobo } from '../../../domain/money.ts';
import { given } from '../../../validation/record.ts';
import type { CollectionAttempt } from '../../../wire/types/collection-types.ts';
import { accountRefOf } from './listed-instalments.ts';

// An attempt that has not ended, or that no one can date, is not filed yet.
export function attemptFacts(attempts: readonly CollectionAttempt[], state: LoanState): readonly AttemptFacts[] {
  const { primary, backups = [] } = state.selection ?? {};
  return groupAttempts(
    inOrder(attempts).flatMap(({ createdAt, status, amount, responseCode, accountNumber = '', bankCode = '' }) => {
      const time = parseInstant(createdAt);
      if (time === undefined || (status !== 'successful' && status !== 'failed')) return [];
      const account = accountRefOf(state, { accountNumber, bankCode });
      const position = account === undefined ? -1 : [primary, ...backups].indexOf(account);
      return given({
        time: formatInstant(time),
        status: status === 'successful' ? ('successful' as const) : ('failed' as const),
        amount: koboFromAnswer(amount) ?? NO_MONEY,
        code: responseCode || undefined,
        bank: isBankCode(bankCode, 'lenient') ? bankCode : undefined,
        account,
        position: position < 0 ? undefined : position,
      });
    }),
  );
}

// The list is newest first. Of attempts at the same moment, the last in the list was the first.
export function inOrder(attempts: readonly CollectionAttempt[]): readonly CollectionAttempt[] {
  return attempts
    .toReversed()
    .sort((one, other) => (parseInstant(one.createdAt) ?? 0) - (parseInstant(other.createdAt) ?? 0));
}

export function amountOf({ amount }: CollectionAttempt): Kobo {
  return koboFromAnswer(amount) ?? NO_MONEY;
}

/** What was on an instalment at the end of a day with money. */
export interface Payment {
  readonly total: Kobo;
  readonly date: string;
}

export function paymentsOf({ attempts = [] }: CollectionFacts): readonly Payment[] {
  const byDay = new Map<string, Kobo>();
  for (const attempt of attempts.filter(({ status }) => status === 'successful'))
    for (const time of timesOf(attempt)) {
      const date = lagosDay(parseInstant(time) ?? 0);
      byDay.set(date, sumKobo([byDay.get(date) ?? NO_MONEY, attempt.amount]));
    }
  let total: Kobo = NO_MONEY;
  return [...byDay].sort().map(([date, sum]) => {
    total = sumKobo([total, sum]);
    return { date, total };
  });
}
