import type { LoanState } from '../../../domain/loan/state.ts';
import { type Kobo, koboFromAnswer, NO_MONEY, sumKobo } from '../../../domain/money.ts';
import type { FieldIssue } from '../../../errors.ts';
import type { Mandate } from '../../../wire/mandate-types.ts';
import type { CallOptions } from '../../engine/call-options.ts';
import type { LoanContext } from '../loan-context.ts';
import { aboutLoan } from '../payer/known-payer.ts';
import { idIssues, refuseContradiction } from './contradicting-answer.ts';

/**
 * Reads the mandate of a loan and makes sure that the answer can be about it. What was collected only ever grows on a loan's file, so that one impossible
 * amount would stay for good. Spec §4.6.
 * @throws AnswerError
 */
export async function askMandate({ engine }: LoanContext, state: LoanState, options?: CallOptions): Promise<Mandate> {
  const { mandateId } = state;
  const result = await engine.call('getMandate', { mandateId }, aboutLoan(state, options)).withResponse();
  const issues = [...idIssues('data._id', result.data._id, mandateId), ...amountIssues(result.data, state)];
  refuseContradiction(result, { operation: 'getMandate', outcome: 'none', issues, hint: 'nothing was written down, ask again or ask the service' });
  return result.data;
}

/** The most that can have been collected: what is due. Undefined where the service was told another total: it may have collected more than we know of. */
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
      collectedIssues(`data.repaymentDetails.breakdown.${index}.amountCollected`, koboFromAnswer(amountCollected), lesser(koboFromAnswer(amount), most)),
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
