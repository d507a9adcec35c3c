import { ConfigurationError, requireInput } from '../../../errors.ts';
import type { Checkpoint, CheckpointChain } from '../../../evidence/checkpoint.ts';
import { flag, optional } from '../../../validation/checks.ts';
import { given, record } from '../../../validation/record.ts';
import type { LoanContext } from '../loan-context.ts';

/** Options of evidence. */
export interface EvidenceOptions {
  /** Includes personal data of the payer, if the key still exists. Default: false. */
  readonly showPersonal?: boolean;
}

const evidenceOptions = record<EvidenceOptions>({ showPersonal: optional(flag) });

/** The evidence of a loan, with the checkpoints that confirm it if the client keeps any. */
export async function evidenceOf(context: LoanContext, loanId: string, options: EvidenceOptions = {}): Promise<string> {
  const { showPersonal = false } = requireInput('The options of the evidence', evidenceOptions, options);
  const { checkpoints, clock } = context.engine.settings;
  const { store, keys } = context.files;
  const { exportEvidence } = await import('../../../evidence/evidence-export.ts');
  const kept = given({ keys, checkpoints: checkpoints?.sink.all?.() });
  const lines = exportEvidence({ store, clock, loanIds: [loanId], showPersonal, ...kept });
  let text = '';
  for await (const line of lines) text += line;
  return text;
}

/** Signs the last hash of every file for the sink, after its latest checkpoint or the one that was seen as such. */
export async function checkpointNow(
  { engine, files }: LoanContext,
  place?: { readonly after: Checkpoint | undefined },
): Promise<Checkpoint> {
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
