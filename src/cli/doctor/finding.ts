import { keyMask } from '../../client/engine-keys.ts';
import type { LoanContext } from '../../client/workflows/loan-context.ts';
import { RepayKitError } from '../../errors.ts';
import { redactText } from '../../redact/redact.ts';
import type { PartProblem } from '../../validation/self-check.ts';
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

export const ok = (message: string): Finding => ({ result: 'ok', message });

export const warning = (message: string, fix: string): Finding => ({ result: 'warning', message, fix });

export const problem = (message: string, fix: string): Finding => ({ result: 'problem', message, fix });

/** Problems if there are any, otherwise the one good finding. */
export function orElse(problems: readonly PartProblem[], good: Finding): readonly Finding[] {
  return problems.length > 0 ? problems.map(({ message, fix }) => problem(message, fix)) : [good];
}

/** The message of an error without keys and personal data. */
export function messageOf(error: unknown, { engine }: LoanContext): string {
  if (error instanceof RepayKitError) return error.message;
  const text = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
  return keyMask(engine.settings.revealKeys)(redactText(text));
}
