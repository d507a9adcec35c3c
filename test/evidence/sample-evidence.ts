/** Evidence of invented loans, to be held against its checkpoints or tampered with. */
import { type KeyInput, readPublicKeys } from '../../src/evidence/checkpoint.ts';
import { type CheckpointRecords, type CheckpointsReport, readAnchors } from '../../src/evidence/checkpoint-check.ts';
import { memoryCheckpoints, type ReadableCheckpointSink } from '../../src/evidence/checkpoint-files.ts';
import { type ExportEvidenceInput, exportEvidence } from '../../src/evidence/evidence-export.ts';
import { type VerifyEvidenceOptions, verifyEvidence } from '../../src/evidence/evidence-verify.ts';
import { checkpoint, type Files, signer, storeOf, textOf, write } from '../loan-file/sealed-files.ts';

/** When the evidence was exported. */
export const exportClock = { now: () => Date.parse('2026-05-01T12:00:00Z') };

/** Files with the checkpoints that saw them. */
export interface SampleCase {
  readonly files: Files;
  readonly sink: ReadableCheckpointSink;
}

/** Two loans: `loan-a` with nine events, checkpoints at six and at nine; `loan-b` with three. */
export async function sampleCase(): Promise<SampleCase> {
  const [files, sink]: [Files, ReadableCheckpointSink] = [new Map(), memoryCheckpoints()];
  write(files, 'loan-a', 6);
  write(files, 'loan-b', 3);
  await checkpoint(files, sink, '2026-03-01T09:00:00Z');
  write(files, 'loan-a', 3);
  await checkpoint(files, sink, '2026-03-02T09:00:00Z');
  return { files, sink };
}

/** The evidence of `loan-a` as text, with its checkpoints unless other ones are named. */
export function exported({ files, sink }: SampleCase, more: Partial<ExportEvidenceInput> = {}): Promise<string> {
  return textOf(
    exportEvidence({
      store: storeOf(files),
      loanIds: ['loan-a'],
      clock: exportClock,
      checkpoints: sink.all(),
      ...more,
    }),
  );
}

/** What an audit finds out about a chain of checkpoints. */
export async function verifyCheckpoints(
  records: CheckpointRecords,
  publicKey: KeyInput | readonly KeyInput[],
): Promise<CheckpointsReport> {
  return (await readAnchors(records, readPublicKeys(publicKey))).report;
}

export const publicKey = signer.publicKey;

/** What is broken in the first loan of an evidence file. */
export async function brokenIn(text: string, options: VerifyEvidenceOptions = { publicKey }) {
  return (await verifyEvidence(text, options)).loans[0]?.broken;
}
