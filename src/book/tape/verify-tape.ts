import type { KeyObject } from 'node:crypto';
import { join } from 'node:path';
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
import { isSignedBy, readManifest, requireFile, type TapeManifest, tapeFiles } from './manifest.ts';
import { type Confidence, confidenceOf, sampleOf, type TapeSample } from './sample.ts';
import { type ReadTape, readTape } from './tape-rows.ts';

/** Options of `verifyTape`. */
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
  /** The time of the latest checkpoint that you kept, if it is not later than the tape's: earlier events are as they were. */
  readonly keptUntil?: string;
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
      if (Array.isArray(publicKey) && publicKey.length === 0)
        return [{ path: 'publicKey', message: 'is empty: give a key, or leave it out' }];
      if (publicKey !== undefined) return [];
      if (checkpoints) return [{ path: 'publicKey', message: 'is missing: give the public key of the checkpoints' }];
      return 'publicKey' in all ? [{ path: 'publicKey', message: 'is undefined: leave it out, or give the key' }] : [];
    },
  },
);

export async function verifyTape(options: VerifyTapeOptions): Promise<TapeReport> {
  const { directory, publicKey, ...asked } = requireOptions('verifyTape', verifyOptions, options);
  const keys = publicKey === undefined ? undefined : readPublicKeys(publicKey);
  const manifest = await readManifest(directory);
  const signature = keys ? signatureProblems(manifest, keys) : [];
  const tape = await readTape(directory, manifest);
  const { checkpoint } = manifest;
  const kept = asked.checkpoints && keys && (await readKept(asked.checkpoints, checkpoint.number, keys));
  const check = new CellCheck(tape, asked.evidence === undefined);
  const wanted = asked.sample && sampleOf(tape.rows.keys(), asked.sample);
  const evidence = await evidenceOf(directory, manifest, asked);
  if (evidence) await check.read({ ...given({ keys, wanted, anchors: kept?.anchors }), ...asked, ...evidence });
  else check.miss(wanted ?? []);
  const problems = [
    ...signature,
    ...tape.problems,
    ...(kept ? keptProblems(tape, checkpoint, kept) : []),
    ...check.problems,
  ];
  const ok = problems.length === 0 && check.differences.length === 0;
  return {
    ok,
    isSigned: keys !== undefined,
    ...given({ keptUntil: kept?.anchors.report.latest?.at }),
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

interface Kept {
  readonly anchors: Anchors;
  /** Whether there are later ones than that of the tape. */
  readonly hasLater: boolean;
}

/** The checkpoints that were kept, up to that of the tape: a later one has seen more events than the tape shows. */
async function readKept(
  records: CheckpointRecords,
  number: number,
  keys: ReadonlyMap<string, KeyObject>,
): Promise<Kept> {
  let hasLater = false;
  async function* upTo(): AsyncGenerator<CheckpointRecord> {
    for await (const record of records) {
      hasLater = record.checkpoint.number > number;
      if (hasLater) return;
      yield record;
    }
  }
  const anchors = await readAnchors(upTo(), keys);
  return { anchors, hasLater };
}

/** What the checkpoints that were kept say against the tape. */
function keptProblems({ rows }: ReadTape, checkpoint: Checkpoint, { anchors, hasLater }: Kept): readonly string[] {
  const { broken, latest } = anchors.report;
  const problems: string[] = [];
  if (broken) problems.push(`checkpoint ${broken.number} of those that were kept: ${broken.reason}`);
  else if (!latest)
    problems.push('no checkpoint that was kept is as old as that of the tape: they show nothing about it');
  else if (latest.number === checkpoint.number ? !isSame(latest, checkpoint) : hasLater)
    problems.push(`checkpoint ${checkpoint.number} of the tape is not among those that were kept`);
  else if (latest.number === checkpoint.number - 1 && checkpoint.previous !== checkpointHash(latest))
    problems.push(
      `checkpoint ${checkpoint.number} of the tape does not follow checkpoint ${latest.number} that was kept`,
    );
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

function isSame(one: Checkpoint, other: Checkpoint): boolean {
  return checkpointHash(one) === checkpointHash(other);
}

async function evidenceOf(
  directory: string,
  { files }: TapeManifest,
  { evidence }: Pick<VerifyTapeOptions, 'evidence'>,
): Promise<EvidenceFile | undefined> {
  const signed = files[tapeFiles.evidence];
  if (evidence === undefined && signed === undefined) return undefined;
  const path = evidence ?? join(directory, tapeFiles.evidence);
  await requireFile(path, evidence === undefined ? tapeFiles.evidence : 'file with evidence');
  return { path, ...(evidence === undefined && signed !== undefined && { signed }) };
}
