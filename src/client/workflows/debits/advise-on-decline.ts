import {
  adviceProblems,
  adviseOnDecline as advise,
  type DeclineAdvice,
  type DeclineCircumstances,
  type EarlierAnswer,
} from '../../../domain/decline-advice.ts';
import { requireNoProblems } from '../refusals.ts';

/**
 * Advises on a declined debit, as a table over its code and what came before on the same account. It knows no money and no gate: whether a debit may be sent
 * is for the guards of `collections.collect`.
 * @param history earlier answers on the same account, in any order, without this one
 * @throws InputError for what is no code, or no list of answers, such as a promise of one
 */
export function adviseOnDecline(
  code: string,
  history: readonly EarlierAnswer[] = [],
  circumstances: DeclineCircumstances = {},
): DeclineAdvice {
  requireNoProblems('No advice can be given', adviceProblems(code, history, circumstances));
  return advise(code, history, circumstances);
}
