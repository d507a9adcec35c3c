import type { KeyObject } from 'node:crypto';
import { join } from 'node:path';
import { builtins } from '../../builtins.ts';
import { EvidenceError, requireOptions } from '../../errors.ts';
import {
  type Checkpoint,
  type CheckpointRecord,
  checkpointHash,
  type KeyInput,
  readPublicKeys,
} from '../../evidence/checkpoint.ts';
import {
  type Anchors,
  type CheckpointRecords,
  checkpointRecords,
  readAnchors,
  signatureProblem,
} from '../../evidence/checkpoint-check.ts';
import { anything, func, optional, signal, text, wholeNumber } from '../../validation/checks.ts';
import { given, record } from '../../validation/record.ts';
import { CellCheck, type EvidenceFile, type TapeDifference } from './cell-check.ts';
import { isSignedBy, readManifest, type TapeManifest, tapeFiles } from './manifest.ts';
import { type Confidence, confidenceOf, sampleOf, type TapeSample } from './sample.ts';
import { type ReadTape, readTape } from './tape-rows.ts';

/** Options of {@link verifyTape}. */
export interface VerifyTapeOptions {
  /** The directory of the tape. */
  readonly directory: string;
  /** The public half of the lender's checkpoint key, or several. Without it, the whole tape may be made up. */
  readonly publicKey?: KeyInput | readonly KeyInput[];
  /** Checkpoints that you kept, oldest first: they reveal loans that were rewritten or left out. Require the public key. */
  readonly checkpoints?: CheckpointRecords;
  /** An evidence file to recompute the rows from, instead of the tape's own. */
  readonly evidence?: string;
  /** Recompute only so many rows. Choose the seed after you got the tape. */
  readonly sample?: TapeSample;
  /** Ends the work. The call rejects with its reason. */
  readonly signal?: AbortSignal;
  /** Called occasionally. Errors it throws are ignored. */
  readonly onProgress?: (progress: { readonly rows: number; readonly total: number }) => void;
}

/** The result of checking a tape. */
export interface TapeReport {
  /** Whether everything that could be checked is true. */
  readonly ok: boolean;
  /** Whether a public key was given. Without one, the whole tape may be made up. */
  readonly isSigned: boolean;
  /** The last day that counts. */
  readonly asOf: string;
  /** Number of rows. */
  readonly rows: number;
  /** Number of rows that were recomputed from evidence. 0 without evidence: the cells are only the lender's word. */
  readonly recomputed: number;
  /** Every cell that the evidence contradicts. */
  readonly differences: readonly TapeDifference[];
  /** Everything else that is wrong. */
  readonly problems: readonly string[];
  /** What a sample without a difference shows about all rows. */
  readonly confidence?: Confidence;
}

const verifyOptions = record<VerifyTapeOptions>(
  {
    directory: text('the directory of the tape'),
    publicKey: anything,
    checkpoints: optional(checkpointRecords),
    evidence: optional(text('the path of an evidence file')),
    sample: optional(
      record<TapeSample>({ size: wholeNumber({ min: 1 }), seed: text('any text, chosen after you got the tape') }),
    ),
    signal: optional(signal),
    onProgress: optional(func),
  },
  {
    rules: ({ publicKey, checkpoints }, all) => {
      if (publicKey !== undefined) return [];
      if (checkpoints) return [{ path: 'publicKey', message: 'is missing: give the public key of the checkpoints' }];
      return 'publicKey' in all ? [{ path: 'publicKey', message: 'is undefined: leave it out, or give the key' }] : [];
    },
  },
);

/**
 * Checks a loan tape offline: its signature, that no loan of the checkpoint is missing, and every cell against the
 * evidence.
 * @throws ConfigurationError for an invalid option; EvidenceError if a file is missing or cannot be read at all, or the
 * tape was signed by another key
 */
export async function verifyTape(options: VerifyTapeOptions): Promise<TapeReport> {
  const { directory, publicKey, ...asked } = requireOptions('verifyTape', verifyOptions, options);
  const keys = publicKey === undefined ? undefined : readPublicKeys(publicKey);
  const manifest = await readManifest(directory);
  const signature = keys ? signatureProblems(manifest, keys) : [];
  const tape = await readTape(directory, manifest);
  const { checkpoint } = manifest;
  const anchors = asked.checkpoints && keys && (await readAnchors(upTo(asked.checkpoints, checkpoint.number), keys));
  const check = new CellCheck(tape, asked.evidence === undefined);
  const wanted = asked.sample && sampleOf(tape.rows.keys(), asked.sample);
  const evidence = await evidenceOf(directory, manifest, asked);
  if (evidence) await check.read({ ...given({ keys, anchors, wanted }), ...asked, ...evidence });
  else check.miss(wanted ?? []);
  const problems = [...signature, ...tape.problems, ...keptProblems(tape, checkpoint, anchors), ...check.problems];
  const ok = problems.length === 0 && check.differences.length === 0;
  return {
    ok,
    isSigned: keys !== undefined,
    asOf: tape.asOf,
    rows: tape.rows.size,
    recomputed: check.recomputed,
    differences: check.differences,
    problems,
    ...(wanted && ok && { confidence: confidenceOf(check.recomputed, tape.rows.size) }),
  };
}

function signatureProblems(manifest: TapeManifest, keys: ReadonlyMap<string, KeyObject>): readonly string[] {
  const key = keys.get(manifest.checkpoint.keyId);
  if (!key)
    throw new EvidenceError(
      'The tape was signed by another key than the public key that was given: ask the lender for its public key',
    );
  const problem = signatureProblem(manifest.checkpoint, keys);
  return [
    ...(isSignedBy(manifest, key) ? [] : [`${tapeFiles.manifest} is not what was signed: its signature is wrong`]),
    ...(problem === undefined ? [] : [`the checkpoint of the tape: ${problem}`]),
  ];
}

async function* upTo(records: CheckpointRecords, number: number): AsyncGenerator<CheckpointRecord> {
  for await (const record of records) {
    if (record.checkpoint.number > number) return;
    yield record;
  }
}

/** What the checkpoints that were kept say against the tape. */
function keptProblems({ rows }: ReadTape, checkpoint: Checkpoint, anchors: Anchors | undefined): readonly string[] {
  if (!anchors) return [];
  const { broken, latest } = anchors.report;
  const problems: string[] = [];
  if (broken) problems.push(`checkpoint ${broken.number} of those that were kept: ${broken.reason}`);
  if (latest?.number === checkpoint.number && checkpointHash(latest) !== checkpointHash(checkpoint))
    problems.push(`checkpoint ${checkpoint.number} of those that were kept is another one than that of the tape`);
  for (const [loanId, seen] of anchors.byLoan) {
    const row = rows.get(loanId);
    const other = seen.find(
      ({ version, head }) => !row || version > row.version || (version === row.version && head !== row.head),
    );
    if (other)
      problems.push(`checkpoint ${other.number} of ${other.at} saw loan '${loanId}' otherwise, or the tape lacks it`);
  }
  return problems;
}

async function evidenceOf(
  directory: string,
  { files }: TapeManifest,
  { evidence }: Pick<VerifyTapeOptions, 'evidence'>,
): Promise<EvidenceFile | undefined> {
  const signed = files[tapeFiles.evidence];
  if (evidence === undefined && signed === undefined) return undefined;
  const path = evidence ?? join(directory, tapeFiles.evidence);
  await builtins.files.access(path).catch((cause) => {
    const name = evidence === undefined ? tapeFiles.evidence : 'evidence file';
    throw new EvidenceError(`The tape has no ${name}, or it cannot be read: ask for the whole directory`, { cause });
  });
  return { path, ...(evidence === undefined && signed !== undefined && { signed }) };
}
