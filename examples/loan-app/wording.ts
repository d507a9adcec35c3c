// How money, days, accounts and stages are written on pages.
import type { LoanAccount, LoanStage } from 'repaykit';

const money = new Intl.NumberFormat('en-NG', {
  style: 'currency',
  currency: 'NGN',
  currencyDisplay: 'narrowSymbol',
});
const dayFormat = new Intl.DateTimeFormat('en-GB', {
  dateStyle: 'long',
  timeZone: 'Africa/Lagos',
});
const timeFormat = new Intl.DateTimeFormat('en-GB', {
  dateStyle: 'long',
  timeStyle: 'short',
  timeZone: 'Africa/Lagos',
});

/** ₦1,234.50 */
export function naira(amount: number): string {
  return money.format(amount);
}

/** 1 March 2026 */
export function day(at: string | Date): string {
  return dayFormat.format(new Date(at));
}

/** 1 March 2026 at 09:00, in Lagos */
export function time(at: string | number | Date): string {
  return timeFormat.format(new Date(at));
}

/** The bank and the last four digits of the number. */
export function accountName({
  bankName,
  bankCode,
  accountNumber,
}: LoanAccount): string {
  return `${bankName ?? `bank ${bankCode}`} account ending ${accountNumber.slice(-4)}`;
}

/** Why an account cannot be debited, in a few words. */
export function accountProblem({
  mandateStatus = 'pending',
}: LoanAccount): string {
  return problems[mandateStatus] ?? 'Not confirmed';
}

const problems: Readonly<Record<string, string>> = {
  pending: 'Waiting for your ₦50',
  failed: 'Not confirmed by its bank',
  pending_timeout: 'Not proved in time',
  inactive: 'Not active any more',
  disputed: 'Disputed',
};

/** The stage of a loan, in a few words. */
export const STAGES: Readonly<Record<LoanStage, string>> = {
  consented: 'Consent given',
  discovered: 'Choosing accounts',
  selected: 'Setting up the mandate',
  placed: 'Setting up the mandate',
  verifying: 'Waiting for the ₦50 deposits',
  verified: 'Waiting for the credit decision',
  approved: 'Approved, to be paid out',
  disbursed: 'Paid out, waiting for the bureau',
  collecting: 'Repaying',
  closed: 'Closed',
  abandoned: 'Ended before money was sent',
};
