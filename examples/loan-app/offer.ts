// The lender's one product: three monthly instalments, a flat fee of 12 %, the first a month from now.
import type { LoanTermsInput } from 'repaykit';

const FEE_PERCENT = 12;
const INSTALMENTS = 3;

/** The smallest and the largest loan, in naira. */
export const AMOUNTS = { from: 10_000, to: 500_000 } as const;

/** The terms with every due date and amount: what the payer reads is what the platform collects. */
export function offerOf(amount: number, today: string): LoanTermsInput {
  const totalKobo = Math.round(amount * (100 + FEE_PERCENT));
  const eachKobo = Math.floor(totalKobo / INSTALMENTS);
  const breakdown = Array.from({ length: INSTALMENTS }, (_, index) => ({
    dueDate: monthsAfter(today, index + 1),
    amount:
      (index === INSTALMENTS - 1
        ? totalKobo - eachKobo * (INSTALMENTS - 1)
        : eachKobo) / 100,
  }));
  return {
    approvedAmount: amount,
    totalAmountDue: totalKobo / 100,
    startDate: monthsAfter(today, 1),
    endDate: monthsAfter(today, INSTALMENTS),
    frequency: 'monthly',
    collectionMode: 'auto',
    breakdown,
  };
}

// Not after the 28th, so that every month has the day.
function monthsAfter(day: string, months: number): string {
  const [year = 0, month = 0, date = 0] = day.split('-').map(Number);
  const index = year * 12 + month - 1 + months;
  const two = (part: number) => String(part).padStart(2, '0');
  return `${Math.floor(index / 12)}-${two((index % 12) + 1)}-${two(Math.min(date, 28))}`;
}
