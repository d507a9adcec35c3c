import { AnswerError, type FieldIssue, type Outcome } from '../../../errors.ts';
import type { CallResult } from '../../call-promise.ts';

/** A call whose answer fits the interface, and yet cannot be about the loan that was asked about. */
export interface ContradictedCall {
  readonly operation: string;
  /** May the call have taken effect all the same? */
  readonly outcome: Outcome;
  /** What cannot be; the call stands when there is nothing. */
  readonly issues: readonly FieldIssue[];
  /** What follows from it, or what to do next. */
  readonly hint: string;
}

/** Refuses an answer that contradicts what was asked, before anything of it is written down. @throws AnswerError */
export function refuseContradiction(
  { response }: CallResult<unknown>,
  { operation, outcome, issues, hint }: ContradictedCall,
): void {
  if (issues.length === 0) return;
  const { status, requestId, attempts, elapsedMs } = response;
  const what = issues.map(({ path, message }) => `${path} ${message}`).join('; ');
  const facts = { operation, outcome, attempts, elapsedMs, ...(requestId === undefined ? {} : { requestId }) };
  throw new AnswerError(
    `The answer of ${operation} contradicts what was asked: ${what}; ${hint}`,
    { status, issues },
    facts,
  );
}

/** Do both name the same mandate? Services differ in the case of their hexadecimal letters. */
export function isSameId(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase();
}

/** Is this the mandate that was asked about? */
export function idIssues(path: string, answered: string, asked: string): readonly FieldIssue[] {
  return isSameId(answered, asked) ? [] : [{ path, message: 'is not the mandate that was asked about' }];
}
