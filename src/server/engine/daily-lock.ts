/** The daily lock: after too many declines an account is left alone until the next Lagos day. Only with `policy.dailyLock`; the service documents none. */
import { responseCategory } from '../../domain/response-codes.ts';
import { dayOf } from './lagos-time.ts';
import type { BankAccount } from './records.ts';
import { accountKey, type World } from './world.ts';

// What peers of the service do.
const FUNDS_DECLINES = 5;
const OTHER_DECLINES = 10;

/** What a locked account answers: too many tries. 61 would speak of an amount; both are limits, which a sweep passes over. */
export const LOCKED_RESPONSE = '65';

/** Is the account locked for the rest of the day? */
export function isLocked(world: World, account: BankAccount): boolean {
  if (!world.policy.dailyLock || world.declines.day !== dayOf(world.now)) return false;
  const count = world.declines.byAccount.get(accountKey(account.bankCode, account.accountNumber));
  return count !== undefined && (count.funds >= FUNDS_DECLINES || count.others >= OTHER_DECLINES);
}

/** Counts a bank's answer towards the lock. A success begins the count anew; an unknown outcome is no decline. */
export function countAnswer(world: World, account: BankAccount, responseCode: string): void {
  if (!world.policy.dailyLock) return;
  const today = dayOf(world.now);
  if (world.declines.day !== today) world.declines = { day: today, byAccount: new Map() };
  const { byAccount } = world.declines;
  const key = accountKey(account.bankCode, account.accountNumber);
  const category = responseCategory(responseCode);
  if (category === 'approved') byAccount.delete(key);
  if (category === 'approved' || category === 'unknown-outcome') return;
  const count = byAccount.get(key) ?? { funds: 0, others: 0 };
  if (category === 'funds') count.funds += 1;
  else count.others += 1;
  byAccount.set(key, count);
}
