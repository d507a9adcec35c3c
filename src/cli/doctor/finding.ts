import type { LoanContext } from '../../client/workflows/loan-context.ts';
import { selfProblems } from '../../validation/self-check.ts';
import type { WorkerConfig } from '../worker/worker-config.ts';

/** What a check found: one sentence and, unless all is well, what to do. */
export interface Finding {
  readonly result: 'ok' | 'warning' | 'problem';
  readonly message: string;
  readonly fix?: string;
}

/** What a check looks at. */
export interface Examination {
  readonly config: WorkerConfig;
  readonly context: LoanContext;
  /** The public address of the receiver, if the user gave it. */
  readonly webhook: string | undefined;
  /** Ends the check: it takes too long, or the user stopped the command. */
  readonly signal: AbortSignal;
}

export type DoctorCheck = (examination: Examination) => Promise<readonly Finding[]>;

export const ok = (message: string): Finding => ({ result: 'ok', message });

export const warning = (message: string, fix: string): Finding => ({ result: 'warning', message, fix });

export const problem = (message: string, fix: string): Finding => ({ result: 'problem', message, fix });

/** The findings that are not `false`. If there are none, all is well. */
export function findingsOr(good: string, found: readonly (Finding | false)[]): readonly Finding[] {
  const real = found.filter((finding) => finding !== false);
  return real.length > 0 ? real : [ok(good)];
}

/** A check that begins with what the part says of itself, and ends there if the part has a problem. */
export function partCheck(partOf: (examination: Examination) => unknown, check: DoctorCheck): DoctorCheck {
  return async (examination) => {
    const own = await selfProblems(partOf(examination));
    return own.length > 0 ? own.map(({ message, fix }) => problem(message, fix)) : check(examination);
  };
}
