import type { LoanAdoption } from '../../../domain/loan/events/events.ts';
import { type AccountSelection, selectionFields } from '../../../domain/selection.ts';
import { day, objectId } from '../../../domain/values.ts';
import type { Problem } from '../../../validation/checks.ts';
import { check, flag, list, optional, text } from '../../../validation/checks.ts';
import { type RecordCheck, record } from '../../../validation/record.ts';
import type { LoanContext } from '../loan-context.ts';
import { type OpenLoanInput, openingFields } from '../onboarding/open-loan.ts';
import { type RepaymentInput, repaymentFields } from '../payer/recorded-facts.ts';

/** A loan that began elsewhere, with everything that its file would hold had it begun here. */
export interface AdoptLoanInput extends OpenLoanInput, AccountSelection, LoanAdoption {
  /** The mandate at the service, 24 hexadecimal characters. */
  readonly mandateId: string;
  /** Present when money was sent. */
  readonly disbursement?: {
    /** Naira. */
    readonly amount: number;
    /** `YYYY-MM-DD`. */
    readonly date: string;
    readonly reference: string;
    /** Has the bureau acknowledged approval and disbursement already? If not, both are filed and delivered. */
    readonly reported: boolean;
  };
  /** What was repaid outside the platform before. */
  readonly repayments?: readonly RepaymentInput[];
}

type Disbursement = NonNullable<AdoptLoanInput['disbursement']>;

const evidence = record<LoanAdoption['evidence'][number]>({
  name: text("the name of the document, such as 'consent.pdf'"),
  sha256: text('the SHA-256 of its bytes in hex', (hash) => /^[0-9a-f]{64}$/i.test(hash)),
});

/** The check of an adoption; `today` is the last day on which anything was paid. */
export function adoptionCheck({ engine }: LoanContext): RecordCheck<AdoptLoanInput> {
  const { clock, bankCodes } = engine.settings;
  const today = clock.today();
  const payment = {
    ...repaymentFields,
    date: check({
      ...day,
      test: (value) => {
        const wrong = day.problems(value, '')[0]?.message;
        if (wrong !== undefined) return wrong;
        return String(value) <= today || `lies ahead: give the day of the payment, ${today} at the latest`;
      },
    }),
  };
  return record<AdoptLoanInput>(
    {
      ...openingFields,
      ...selectionFields(bankCodes),
      mandateId: objectId('the mandate at the service'),
      adoptedBy: text('the name of who takes the loan over'),
      reason: text('the reason why the loan did not begin here'),
      evidence: list(evidence, { takes: 'a list of the documents: { name, sha256 }, [] for none' }),
      disbursement: optional(record<Disbursement>({ ...payment, reported: flag })),
      repayments: optional(list(record<RepaymentInput>(payment), { takes: 'a list of { amount, date, reference }' })),
    },
    { rules: repaymentRules },
  );
}

function repaymentRules(
  { repayments = [] }: Partial<AdoptLoanInput>,
  { disbursement }: Readonly<Record<string, unknown>>,
): readonly Problem[] {
  const seen = new Set<string>();
  const repeated = repayments.flatMap(({ reference }, index) =>
    seen.size === seen.add(reference).size
      ? [{ path: `repayments.${index}.reference`, message: 'is given twice: each payment has a reference of its own' }]
      : [],
  );
  if (repayments.length === 0 || disbursement !== undefined) return repeated;
  return [...repeated, { path: 'repayments', message: 'cannot be there before a disbursement' }];
}
