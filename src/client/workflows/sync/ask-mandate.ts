import type { LoanState } from '../../../domain/loan/state.ts';
import { type Kobo, koboFromAnswer, NO_MONEY, sumKobo } from '../../../domain/money.ts';
import type { FieldIssue } from '../../../errors.ts';
import type { BreakdownItem, Consent, Mandate } from '../../../wire/mandate-types.ts';
import type { CallOptions } from '../../call-options.ts';
import type { LoanContext } from '../loan-context.ts';
import { type OpenTexts, openTexts } from '../payer/erase-payer.ts';
import { aboutLoan } from '../payer/payer-of.ts';
import { idIssues, refuseContradiction } from './contradicting-answer.ts';
import { ownStatusOf } from './mandate-reading.ts';

/**
 * Reads the mandate of a loan and makes sure that the answer can be about it. What was collected only ever grows on a loan's file, so that one impossible
 * amount would stay for good. The same holds for its texts: what does not fit its purpose, or says something of the payer, is taken out. Spec §4.6.
 * @throws AnswerError
 */
export async function askMandate({ engine }: LoanContext, state: LoanState, options?: CallOptions): Promise<Mandate> {
  const { mandateId } = state;
  const result = await engine.call('getMandate', { mandateId }, aboutLoan(state, options)).withResponse();
  const texts = openTexts(state);
  const issues = [
    ...idIssues('data._id', result.data._id, mandateId),
    ...amountIssues(result.data, state),
    ...namingIssues(result.data, texts),
  ];
  refuseContradiction(result, {
    operation: 'getMandate',
    outcome: 'none',
    issues,
    hint: 'nothing was written down, ask again or ask the service',
  });
  return withOpenTexts(result.data, texts);
}

function withOpenTexts(mandate: Mandate, texts: OpenTexts): Mandate {
  const { repaymentDetails: details } = mandate;
  return {
    ...mandate,
    status: texts.status(mandate.status),
    consents: mandate.consents.map((consent) => withOpenStatus(consent, texts)),
    ...(details && {
      repaymentDetails: { ...details, breakdown: details.breakdown.map((item) => openInstalment(item, texts)) },
    }),
  };
}

function withOpenStatus(consent: Consent, texts: OpenTexts): Consent {
  const status = ownStatusOf(consent);
  return status === undefined ? consent : ({ ...consent, status: texts.status(status) } as Consent);
}

function openInstalment(
  { dueDate, status, instalmentReference, ...item }: BreakdownItem,
  texts: OpenTexts,
): BreakdownItem {
  const day = texts.day(dueDate);
  return {
    ...item,
    ...(instalmentReference && { instalmentReference: openInstalmentReference(instalmentReference, item._id, texts) }),
    ...(day && { dueDate: day }),
    ...(status && { status: texts.status(status) as BreakdownItem['status'] }),
  } as BreakdownItem;
}

/** The reference of an instalment as it may stand on file: the service's own, or one made of the instalment's id, so that its money counts all the same. */
export function openInstalmentReference(reference: string, breakdownId: string, texts: OpenTexts): string {
  return texts.isReference(reference) ? reference : `instalment ${breakdownId}`;
}

// Ids are asked for later, so that no other text can stand for them.
function namingIssues({ consents, repaymentDetails }: Mandate, texts: OpenTexts): readonly FieldIssue[] {
  const named = [
    ...consents.map(({ _id }, index) => [`data.consents.${index}._id`, _id] as const),
    ...(repaymentDetails?.breakdown ?? []).map(
      ({ _id }, index) => [`data.repaymentDetails.breakdown.${index}._id`, _id] as const,
    ),
  ];
  return named.flatMap(([path, id]) => (texts.isReference(id) ? [] : [{ path, message: 'is no id that can be kept' }]));
}

/** The most that can have been collected: what is due. Undefined where the service got another total: it may have collected more than we know of. */
export function mostCollectable({ totalAmountDue }: Mandate, { terms }: LoanState): Kobo | undefined {
  return koboFromAnswer(totalAmountDue) === terms.totalAmountDue ? terms.totalAmountDue : undefined;
}

function amountIssues(mandate: Mandate, state: LoanState): readonly FieldIssue[] {
  const most = mostCollectable(mandate, state);
  const items = mandate.repaymentDetails?.breakdown ?? [];
  const total = sumKobo(items.map(({ amountCollected }) => koboFromAnswer(amountCollected) ?? NO_MONEY));
  const each = [
    ...collectedIssues('data.collectedAmount', koboFromAnswer(mandate.collectedAmount), most),
    ...items.flatMap(({ amount, amountCollected }, index) =>
      collectedIssues(
        `data.repaymentDetails.breakdown.${index}.amountCollected`,
        koboFromAnswer(amountCollected),
        lesser(koboFromAnswer(amount), most),
      ),
    ),
  ];
  return each.length > 0 ? each : collectedIssues('data.repaymentDetails.breakdown', total, most);
}

// An instalment takes what is due on it, where the service shows that, and never more than everything.
function lesser(due: Kobo | undefined, most: Kobo | undefined): Kobo | undefined {
  if (due === undefined || most === undefined) return due ?? most;
  return due < most ? due : most;
}

function collectedIssues(path: string, collected: Kobo | undefined, most: Kobo | undefined): readonly FieldIssue[] {
  if (collected === undefined) return [];
  if (collected < 0) return [{ path, message: 'is below zero' }];
  return most !== undefined && collected > most ? [{ path, message: 'is more than what is due' }] : [];
}
