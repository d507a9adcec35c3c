import { ConfigurationError } from '../../../errors.ts';
import type { Checkpoint } from '../../../loans/checkpoints/checkpoint.ts';
import type { LoanContext } from '../loan-context.ts';

/** What evidence shows. */
export interface EvidenceOptions {
  /** Shows what is about the payer too, as far as the key still exists. Default: false, and the evidence holds nothing personal. */
  readonly showPersonal?: boolean;
}

/** The evidence of a loan, with the checkpoints that vouch for it where the client keeps some. @throws InputError if it is unknown; EvidenceError */
export async function evidenceOf(context: LoanContext, loanId: string, { showPersonal = false }: EvidenceOptions = {}): Promise<string> {
  const { checkpoints, clock } = context.engine.settings;
  const { store, keys } = context.files;
  const { exportEvidence } = await import('../../../loans/evidence/evidence-export.ts');
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

/** Signs how all loan files end now and hands that to the place that keeps checkpoints. @throws ConfigurationError without the option; ConflictError */
export async function checkpointNow({ engine, files }: LoanContext): Promise<Checkpoint> {
  const { checkpoints, clock } = engine.settings;
  if (!checkpoints)
    throw new ConfigurationError('No checkpoint can be taken', [{ path: 'checkpoints', message: 'is needed: { key, sink }, with a private Ed25519 key' }]);
  const { takeCheckpoint } = await import('../../../loans/checkpoints/checkpoint.ts');
  return takeCheckpoint({ store: files.store, key: checkpoints.key, sink: checkpoints.sink, clock });
}
