import { ConfigurationError, requireInput } from '../../../errors.ts';
import type { Checkpoint, CheckpointChain } from '../../../evidence/checkpoint.ts';
import { flag, optional } from '../../../validation/checks.ts';
import { record } from '../../../validation/record.ts';
import type { LoanContext } from '../loan-context.ts';

/** What evidence shows. */
export interface EvidenceOptions {
  /** Shows what is about the payer too, as far as the key still exists. Default: false. */
  readonly showPersonal?: boolean;
}

const evidenceOptions = record<EvidenceOptions>({ showPersonal: optional(flag) });

/** The evidence of a loan, with the checkpoints that vouch for it where the client keeps some. */
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

interface CheckpointPlace {
  /** The latest checkpoint, as it was when it was decided that the next one is due; undefined: there was none. */
  readonly after: Checkpoint | undefined;
}

/** Signs how all loan files end now and hands that to the place that keeps checkpoints. */
export async function checkpointNow({ engine, files }: LoanContext, place?: CheckpointPlace): Promise<Checkpoint> {
  const { checkpoints, clock } = engine.settings;
  if (!checkpoints)
    throw new ConfigurationError('No checkpoint can be taken', [
      { path: 'checkpoints', message: 'is needed: { key, sink }, with a private Ed25519 key' },
    ]);
  const { takeCheckpoint } = await import('../../../evidence/checkpoint.ts');
  const { key, sink } = checkpoints;
  const chain: CheckpointChain = place
    ? { put: (checkpoint, leaves) => sink.put(checkpoint, leaves), latest: async () => place.after }
    : sink;
  return takeCheckpoint({ store: files.store, key, sink: chain, clock });
}
