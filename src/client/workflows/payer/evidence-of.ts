import { requireInput } from '../../../errors.ts';
import { flag, optional } from '../../../validation/checks.ts';
import { record } from '../../../validation/record.ts';
import type { LoanContext } from '../loan-context.ts';

/** What evidence shows. */
export interface EvidenceOptions {
  /** Shows what is about the payer too, as far as the key still exists. Default: false, and the evidence holds nothing personal. */
  readonly showPersonal?: boolean;
}

const evidenceOptions = record<EvidenceOptions>({ showPersonal: optional(flag) });

/** The evidence of a loan, with the checkpoints that vouch for it where the client keeps some. @throws InputError if it is unknown; EvidenceError */
export async function evidenceOf(context: LoanContext, loanId: string, options: EvidenceOptions = {}): Promise<string> {
  const { showPersonal = false } = requireInput('The options of the evidence', evidenceOptions, options);
  const { checkpoints, clock } = context.engine.settings;
  const { store, keys } = context.files;
  const { exportEvidence } = await import('../../../evidence/evidence-export.ts');
  const lines = exportEvidence({
    store,
    clock,
    loanIds: [loanId],
    showPersonal,
    ...(keys ? { keys } : {}),
    ...(checkpoints?.sink.all ? { checkpoints: checkpoints.sink.all() } : {}),
  });
  let text = '';
  for await (const line of lines) text += line;
  return text;
}
