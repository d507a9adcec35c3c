import type { LoanApprovedContent, LoanClosedContent, LoanDisbursedContent, LoanRestructuredContent } from '../../domain/bureau.ts';
import { parsePlainDate } from '../../domain/calendar.ts';
import type { Problem } from '../../domain/decision.ts';
import type { LoanState } from '../../domain/loan/state.ts';
import { type Kobo, koboFromNaira, nairaFromKobo } from '../../domain/money.ts';
import { scheduleOf } from '../../domain/terms.ts';
import { requireNoProblems } from './refusals.ts';

/** Fields that your bureau wants beyond those of spec §6.3; they go beside the content's own. */
export interface ExtraContent {
  readonly extra?: Readonly<Record<string, unknown>>;
}

/** The credit decision. What is left out is taken from the loan's terms. */
export interface ApprovalInput extends Partial<LoanApprovedContent>, ExtraContent {}

/** The disbursement: what was really sent, when, and under which reference. */
export interface DisbursementInput extends LoanDisbursedContent, ExtraContent {}

/** New terms. */
export interface RestructuringInput extends LoanRestructuredContent, ExtraContent {}

/** The end of a loan. */
export interface ClosureInput extends LoanClosedContent, ExtraContent {}

/** @throws InputError */
export function approvalContent(state: LoanState, given?: ApprovalInput): LoanApprovedContent {
  const { terms } = state;
  const input = given ?? {};
  const approvedAmount = input.approvedAmount ?? nairaFromKobo(terms.approvedAmount);
  if (koboFromNaira(approvedAmount) !== terms.approvedAmount) {
    requireNoProblems('The approval does not fit the loan', [
      { path: 'approvedAmount', message: 'must equal the approvedAmount of the loan’s terms; leave it out to take it from there' },
    ]);
  }
  const { startDate, endDate, period } = terms;
  const instalments = scheduleOf(terms).length;
  const offered = { totalAmountDue: nairaFromKobo(terms.totalAmountDue), startDate, endDate, frequency: period, instalments };
  const tenure = `${instalments} ${period} instalments from ${startDate} to ${endDate}`;
  return { ...input.extra, offerTerms: input.offerTerms ?? offered, approvedAmount, tenure: input.tenure ?? tenure };
}

/** @throws InputError */
export function disbursementContent(input: DisbursementInput): { readonly content: LoanDisbursedContent; readonly amount: Kobo } {
  const amount = koboFromNaira(input?.amount);
  const problems: Problem[] = [];
  if (!amount) problems.push({ path: 'amount', message: 'must be naira above zero with at most two decimals' });
  if (!parsePlainDate(input?.date)) problems.push({ path: 'date', message: 'must be a real date, YYYY-MM-DD' });
  if (!isText(input?.reference)) problems.push({ path: 'reference', message: 'give the reference of the transfer' });
  requireNoProblems('The disbursement is incomplete', problems);
  return { amount: amount as Kobo, content: { ...input.extra, amount: input.amount, date: input.date, reference: input.reference } };
}

/** @throws InputError */
export function restructuringContent(input: RestructuringInput): LoanRestructuredContent {
  const problems: Problem[] = isText(input?.reason) ? [] : [{ path: 'reason', message: 'say why the terms change' }];
  if (!Array.isArray(input?.schedule) || input.schedule.length === 0)
    problems.push({ path: 'schedule', message: 'list the new instalments as { dueDate, amount }' });
  else problems.push(...input.schedule.flatMap(lineProblems));
  requireNoProblems('The restructuring is incomplete', problems);
  return { ...input.extra, schedule: input.schedule, reason: input.reason };
}

function lineProblems(line: { readonly dueDate: string; readonly amount: number }, index: number): readonly Problem[] {
  const problems: Problem[] = [];
  if (!parsePlainDate(line?.dueDate)) problems.push({ path: `schedule.${index}.dueDate`, message: 'must be a real date, YYYY-MM-DD' });
  if (!koboFromNaira(line?.amount)) problems.push({ path: `schedule.${index}.amount`, message: 'must be naira above zero with at most two decimals' });
  return problems;
}

/** @throws InputError */
export function closureContent(input: ClosureInput): LoanClosedContent {
  const problems: Problem[] = isText(input?.finalStatus)
    ? []
    : [{ path: 'finalStatus', message: "say how the loan ended: 'repaid', 'written_off' or the bureau's word" }];
  if (!parsePlainDate(input?.closeDate)) problems.push({ path: 'closeDate', message: 'must be a real date, YYYY-MM-DD' });
  requireNoProblems('The closure is incomplete', problems);
  return { ...input.extra, finalStatus: input.finalStatus, closeDate: input.closeDate };
}

function isText(value: unknown): boolean {
  return typeof value === 'string' && value.trim() !== '';
}
