import { type PlainDate, parsePlainDate } from '../../../domain/calendar.ts';
import type { Problem } from '../../../domain/decision.ts';
import { isObjectId, isText } from '../../../domain/identifiers.ts';
import type { LoanAdoption } from '../../../domain/loan/events/events.ts';
import { koboFromNaira } from '../../../domain/money.ts';
import { type AccountSelection, selectionProblems } from '../../../domain/selection.ts';
import type { LoanContext } from '../loan-context.ts';
import type { OpenLoanInput } from '../onboarding/open-loan.ts';
import type { RepaymentInput } from '../payer/recorded-facts.ts';

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

const SHA256 = /^[0-9a-f]{64}$/i;

/** What is wrong with an adoption, beyond what is checked of every opening. */
export function adoptionProblems({ engine }: LoanContext, input: AdoptLoanInput): readonly Problem[] {
  const { clock, bankCodes } = engine.settings;
  const problems: Problem[] = [...selectionProblems(input, bankCodes)];
  if (!isObjectId(input?.mandateId)) problems.push({ path: 'mandateId', message: 'give the mandate at the service, 24 hexadecimal characters' });
  if (!isText(input?.adoptedBy)) problems.push({ path: 'adoptedBy', message: 'say who takes the loan over' });
  if (!isText(input?.reason)) problems.push({ path: 'reason', message: 'say why the loan did not begin here' });
  if (!Array.isArray(input?.evidence)) problems.push({ path: 'evidence', message: 'list the documents as { name, sha256 }, or [] for none' });
  else problems.push(...input.evidence.flatMap(evidenceProblems));
  if (input?.disbursement !== undefined) problems.push(...disbursementProblems(input.disbursement, clock.today()));
  return [...problems, ...repaymentsProblems(input, clock.today())];
}

function evidenceProblems(document: LoanAdoption['evidence'][number], index: number): readonly Problem[] {
  const problems: Problem[] = [];
  if (!isText(document?.name)) problems.push({ path: `evidence.${index}.name`, message: "name the document, such as 'consent.pdf'" });
  if (typeof document?.sha256 !== 'string' || !SHA256.test(document.sha256))
    problems.push({ path: `evidence.${index}.sha256`, message: 'give the SHA-256 of its bytes in hex' });
  return problems;
}

function disbursementProblems(disbursement: AdoptLoanInput['disbursement'], today: PlainDate): readonly Problem[] {
  const problems = [...paymentProblems(disbursement, 'disbursement', today)];
  if (typeof disbursement?.reported !== 'boolean')
    problems.push({ path: 'disbursement.reported', message: 'say whether the bureau has acknowledged it: true or false' });
  return problems;
}

function repaymentsProblems({ repayments, disbursement }: AdoptLoanInput, today: PlainDate): readonly Problem[] {
  if (repayments === undefined) return [];
  if (!Array.isArray(repayments)) return [{ path: 'repayments', message: 'must be a list of { amount, date, reference }' }];
  const problems = repayments.flatMap((repayment, index) => {
    const isTwice = repayments.findIndex((other) => other?.reference === repayment?.reference) < index;
    return [
      ...paymentProblems(repayment, `repayments.${index}`, today),
      ...(isTwice ? [{ path: `repayments.${index}.reference`, message: 'is given twice: each payment has a reference of its own' }] : []),
    ];
  });
  return repayments.length > 0 && disbursement === undefined
    ? [...problems, { path: 'repayments', message: 'cannot be there before a disbursement' }]
    : problems;
}

function paymentProblems(payment: RepaymentInput | undefined, path: string, today: PlainDate): Problem[] {
  const problems: Problem[] = [];
  const date = parsePlainDate(payment?.date);
  if (!koboFromNaira(payment?.amount)) problems.push({ path: `${path}.amount`, message: 'must be naira above zero with at most two decimals' });
  if (!date || date > today) problems.push({ path: `${path}.date`, message: `must be a real date, YYYY-MM-DD, ${today} at the latest` });
  if (!isText(payment?.reference)) problems.push({ path: `${path}.reference`, message: 'give the payment’s own reference' });
  return problems;
}
