import { splitContent } from '../../../domain/loan/report-content.ts';
import type { FiledReport, LoanState } from '../../../domain/loan/state.ts';
import { RepayKitError } from '../../../errors.ts';
import { withoutPersonal } from '../payer/without-personal.ts';

/** Can it not help to submit the report again as it is? Whatever else a reporter throws may pass. */
export function isPermanent(error: unknown): boolean {
  if ((error as { readonly permanent?: unknown } | undefined | null)?.permanent === true) return true;
  if (!(error instanceof RepayKitError) || error.retryable) return false;
  return (
    error.code === 'service_refused' ||
    error.code === 'input_invalid' ||
    error.code === 'config_invalid' ||
    error.code === 'rule_refused'
  );
}

/** How long the bureau asked to wait, in milliseconds; 0 where it did not. */
export function askedPauseMs(error: unknown): number {
  const asked = (error as { readonly retryAfterMs?: unknown } | undefined | null)?.retryAfterMs;
  return typeof asked === 'number' && asked > 0 && asked <= LONGEST_ASKED_MS ? Math.ceil(asked) : 0;
}

// Beyond a week it is a mistake rather than a wish.
const LONGEST_ASKED_MS = 7 * 24 * 3_600_000;

/**
 * What an error says, fit to be kept: a reporter is the merchant's own, and bureaus repeat what they refuse, so whatever is known of the payer is taken out of it.
 */
export function reasonOf(error: unknown, state: LoanState, { report }: FiledReport): string {
  return withoutPersonal(textOf(error), state, splitContent(report.event, report.content).extra);
}

// Anything may be thrown, also what cannot be turned into text.
function textOf(error: unknown): string {
  if (!(error instanceof Error)) return 'the reporter failed with something that is no error';
  try {
    return `${error.name}: ${error.message}`;
  } catch {
    return 'the reporter failed with an error without a text';
  }
}
