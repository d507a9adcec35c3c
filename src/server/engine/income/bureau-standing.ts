/** What the bureau's records say about a borrower: four fields of an insight. Spec §6.4. */
import { formatKobo, type Kobo, koboFromNaira, NO_MONEY, nairaFromKobo, sumKobo } from '../../../domain/money.ts';
import type { BureauFigures } from '../../../statements/insight/insight-options.ts';
import { dayOf } from '../lagos-time.ts';
import { outstandingOf, restOf } from '../mandate-totals.ts';
import type { Mandate, MerchantReport } from '../records.ts';
import type { World } from '../world.ts';

/** Sums up the loans of a BVN whose disbursement was reported, in naira; undefined for a borrower without one. */
export function bureauStanding(world: World, bvn: string): BureauFigures | undefined {
  const loans: Mandate[] = [];
  for (const mandate of world.mandates.values()) {
    if (mandate.bvn === bvn && mandate.reported.includes('loan.disbursed')) loans.push(mandate);
  }
  if (loans.length === 0) return undefined;
  const live = loans.filter(({ reported }) => !reported.includes('loan.closed'));
  const borrowed = sumKobo(loans.map(disbursedTo));
  const outstanding = sumKobo(live.map((loan) => (loan.terms ? outstandingOf(loan) : disbursedTo(loan))));
  const today = dayOf(world.now);
  const overdue = sumKobo(live.map((loan) => missedOn(loan, today)));
  return {
    totalBorrowed: nairaFromKobo(borrowed),
    totalOutstanding: nairaFromKobo(outstanding),
    totalOverdue: nairaFromKobo(overdue),
    creditInsight: sentenceOf({ loans: loans.length, borrowed, outstanding, overdue }),
  };
}

function disbursedTo({ history }: Mandate): Kobo {
  const report = history.find(
    (piece): piece is MerchantReport =>
      typeof piece === 'object' && 'reportId' in piece && piece.event === 'loan.disbursed',
  );
  return koboFromNaira((report?.content as { readonly amount?: unknown } | undefined)?.amount) ?? NO_MONEY;
}

// What was due, was tried and did not come: an instalment that nobody tried to collect yet is not missed.
function missedOn({ instalments }: Mandate, today: number): Kobo {
  const isMissed = {
    failed: true,
    overdue: true,
    'partially paid': true,
    scheduled: false,
    processing: false,
    success: false,
  };
  return sumKobo(instalments.filter(({ status, dueDay }) => isMissed[status] && dueDay <= today).map(restOf));
}

interface Totals {
  readonly loans: number;
  readonly borrowed: Kobo;
  readonly outstanding: Kobo;
  readonly overdue: Kobo;
}

function sentenceOf({ loans, borrowed, outstanding, overdue }: Totals): string {
  const count = loans === 1 ? '1 loan' : `${loans} loans`;
  const late = overdue > NO_MONEY ? `${formatKobo(overdue)} of it is overdue` : 'nothing is overdue';
  return `The bureau holds ${count}: ${formatKobo(borrowed)} was borrowed, ${formatKobo(outstanding)} is outstanding, ${late}.`;
}
