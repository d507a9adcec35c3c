import type { LoanState } from '../../../domain/loan/state.ts';
import { koboFromAnswer, NO_MONEY, sumKobo } from '../../../domain/money.ts';
import type { FieldIssue } from '../../../errors.ts';
import type { CollectionAttempt } from '../../../wire/collection-types.ts';
import type { Mandate } from '../../../wire/mandate-types.ts';
import type { CallOptions } from '../../call-options.ts';
import type { LoanContext } from '../loan-context.ts';
import { openTexts } from '../payer/erase-payer.ts';
import { aboutLoan } from '../payer/payer-of.ts';
import { mostCollectable, openInstalmentReference } from './ask-mandate.ts';
import { idIssues, refuseContradiction } from './contradicting-answer.ts';
import type { ListedInstalment } from './listed-instalments.ts';

/** Whose attempts are read. */
export interface AttemptsOf {
  readonly state: LoanState;
  readonly mandate: Mandate;
  readonly listed: ListedInstalment;
}

/** Reads the attempts on an instalment and makes sure that they can be this loan's: their sum stays on its file. Spec §4.9. @throws AnswerError */
export async function askAttempts(
  { engine }: LoanContext,
  { state, mandate, listed }: AttemptsOf,
  options?: CallOptions,
): Promise<readonly CollectionAttempt[]> {
  const { mandateId } = state;
  const result = await engine
    .call('collectionAttempts', { mandateId, breakdownId: listed.item._id }, aboutLoan(state, options))
    .withResponse();
  const most = mostCollectable(mandate, state);
  const taken = sumKobo(
    result.data.map(({ status, amount }) =>
      status === 'successful' ? (koboFromAnswer(amount) ?? NO_MONEY) : NO_MONEY,
    ),
  );
  const issues: FieldIssue[] = result.data.flatMap((attempt, index) => [
    ...idIssues(`data.${index}.mandateId`, attempt.mandateId ?? mandateId, mandateId),
    ...(attempt.amount < 0 ? [{ path: `data.${index}.amount`, message: 'is below zero' }] : []),
  ]);
  if (most !== undefined && taken > most)
    issues.push({ path: 'data', message: 'takes more than everything that is due' });
  refuseContradiction(result, {
    operation: 'collectionAttempts',
    outcome: 'none',
    issues,
    hint: 'nothing was written down, ask again or ask the service',
  });
  const texts = openTexts(state);
  return result.data.map((attempt) => ({
    ...attempt,
    instalmentReference: openInstalmentReference(attempt.instalmentReference ?? '', listed.item._id, texts),
    ...(attempt.responseCode === undefined ? {} : { responseCode: texts.status(attempt.responseCode) }),
  }));
}
