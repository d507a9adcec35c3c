import { type PlainDate, parsePlainDate } from '../../../domain/calendar.ts';
import type { Problem } from '../../../domain/decision.ts';
import { isObjectId, isText } from '../../../domain/identifiers.ts';
import type { LoanAdoption } from '../../../domain/loan/events/events.ts';
import { koboFromNaira } from '../../../domain/money.ts';
import { type AccountSelection, selectionProblems } from '../../../domain/selection.ts';
import { tellAmount, tellDay, tellText } from '../../../domain/wrong-values.ts';
import { fieldsOf, unknownFields } from '../../../validation/record.ts';
import type { LoanContext } from '../loan-context.ts';
import type { OpenLoanInput } from '../onboarding/open-loan.ts';
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

/** The fields of an adoption. */
export const adoptionFields = fieldsOf<AdoptLoanInput>({
  loanId: true,
  payer: true,
  terms: true,
  consent: true,
  primaryAccount: true,
  backupAccounts: true,
  chosenBy: true,
  mandateId: true,
  adoptedBy: true,
  reason: true,
  evidence: true,
  disbursement: true,
  repayments: true,
});
const disbursementFields = fieldsOf<NonNullable<AdoptLoanInput['disbursement']>>({
  amount: true,
  date: true,
  reference: true,
  reported: true,
});
const documentFields = fieldsOf<LoanAdoption['evidence'][number]>({ name: true, sha256: true });

const SHA256 = /^[0-9a-f]{64}$/i;

/** What is wrong with an adoption, beyond what is checked of every opening. */
export function adoptionProblems({ engine }: LoanContext, input: AdoptLoanInput): readonly Problem[] {
  const { clock, bankCodes } = engine.settings;
  const problems: Problem[] = [...selectionProblems(input, bankCodes)];
  if (!isObjectId(input?.mandateId))
    problems.push({
      path: 'mandateId',
      message: tellText(input?.mandateId, 'give the mandate at the service, 24 hexadecimal characters'),
    });
  if (!isText(input?.adoptedBy))
    problems.push({ path: 'adoptedBy', message: tellText(input?.adoptedBy, 'say who takes the loan over') });
  if (!isText(input?.reason))
    problems.push({ path: 'reason', message: tellText(input?.reason, 'say why the loan did not begin here') });
  if (!Array.isArray(input?.evidence))
    problems.push({ path: 'evidence', message: 'list the documents as { name, sha256 }, or [] for none' });
  else problems.push(...input.evidence.flatMap(evidenceProblems));
  if (input?.disbursement !== undefined) problems.push(...disbursementProblems(input.disbursement, clock.today()));
  return [...problems, ...repaymentsProblems(input, clock.today())];
}

function evidenceProblems(document: LoanAdoption['evidence'][number], index: number): readonly Problem[] {
  const problems: Problem[] = unknownFields(document, documentFields, { under: `evidence.${index}` });
  if (!isText(document?.name))
    problems.push({ path: `evidence.${index}.name`, message: "name the document, such as 'consent.pdf'" });
  if (typeof document?.sha256 !== 'string' || !SHA256.test(document.sha256))
    problems.push({ path: `evidence.${index}.sha256`, message: 'give the SHA-256 of its bytes in hex' });
  return problems;
}

function disbursementProblems(disbursement: AdoptLoanInput['disbursement'], today: PlainDate): readonly Problem[] {
  const problems = [
    ...unknownFields(disbursement, disbursementFields, { under: 'disbursement' }),
    ...paymentProblems(disbursement, 'disbursement', today),
  ];
  if (typeof disbursement?.reported !== 'boolean')
    problems.push({
      path: 'disbursement.reported',
      message: 'say whether the bureau has acknowledged it: true or false',
    });
  return problems;
}

function repaymentsProblems({ repayments, disbursement }: AdoptLoanInput, today: PlainDate): readonly Problem[] {
  if (repayments === undefined) return [];
  if (!Array.isArray(repayments))
    return [{ path: 'repayments', message: 'must be a list of { amount, date, reference }' }];
  const problems = repayments.flatMap((repayment, index) => {
    const isTwice = repayments.findIndex((other) => other?.reference === repayment?.reference) < index;
    return [
      ...unknownFields(repayment, repaymentFields, { under: `repayments.${index}` }),
      ...paymentProblems(repayment, `repayments.${index}`, today),
      ...(isTwice
        ? [
            {
              path: `repayments.${index}.reference`,
              message: 'is given twice: each payment has a reference of its own',
            },
          ]
        : []),
    ];
  });
  return repayments.length > 0 && disbursement === undefined
    ? [...problems, { path: 'repayments', message: 'cannot be there before a disbursement' }]
    : problems;
}

function paymentProblems(payment: RepaymentInput | undefined, path: string, today: PlainDate): Problem[] {
  const problems: Problem[] = [];
  const { amount, date: day, reference } = (payment ?? {}) as Partial<RepaymentInput>;
  const date = parsePlainDate(day);
  if (!koboFromNaira(amount)) problems.push({ path: `${path}.amount`, message: tellAmount(amount) });
  if (!date) problems.push({ path: `${path}.date`, message: tellDay(day) });
  else if (date > today)
    problems.push({ path: `${path}.date`, message: `lies ahead: give the day of the payment, ${today} at the latest` });
  if (!isText(reference))
    problems.push({ path: `${path}.reference`, message: tellText(reference, 'give the payment’s own reference') });
  return problems;
}
