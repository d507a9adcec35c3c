import { createReadStream } from 'node:fs';
import { join } from 'node:path';
import { builtins } from '../builtins.ts';
import { canonicalJson } from '../domain/canonical-json.ts';
import { ConfigurationError, ConflictError, EvidenceError, requireOptions } from '../errors.ts';
import { createExclusively } from '../loan-file/exclusive-file.ts';
import type { FileHead } from '../loan-file/store.ts';
import { func, isRecord, optional, text } from '../validation/checks.ts';
import { record } from '../validation/record.ts';
import { inMemoryOnly } from '../validation/self-check.ts';
import { type Checkpoint, type CheckpointChain, type CheckpointRecord, hasOnly, isAllSigned } from './checkpoint.ts';
import { linesOf } from './evidence-lines.ts';

/** Options of {@link fileCheckpoints}. */
export interface FileCheckpointsOptions {
  /** A separate directory, created on first use. Use write-once storage or another account, if you can. */
  readonly directory: string;
}

const fileOptions = record<FileCheckpointsOptions>({ directory: text('the directory that keeps the checkpoints') });

type Line = { readonly checkpoint: Checkpoint } | { readonly gone: string } | FileHead;

/**
 * Keeps each checkpoint in its own file: `checkpoint-000000001.jsonl` and so on. Files never change. A file has the
 * checkpoint, then the heads that changed since the previous one. Several processes may share the directory.
 */
export function fileCheckpoints(options: FileCheckpointsOptions): ReadableCheckpointSink {
  const { directory } = requireOptions('fileCheckpoints', fileOptions, options);
  let last: CheckpointRecord | undefined;

  async function latest(): Promise<Checkpoint | undefined> {
    const name = (await fileNames(directory)).at(-1);
    return name === undefined ? undefined : firstLine(join(directory, name));
  }

  async function* all(): AsyncGenerator<CheckpointRecord> {
    let leaves: readonly FileHead[] = [];
    for (const name of await fileNames(directory)) {
      const record = await readRecord(join(directory, name), leaves);
      leaves = record.leaves;
      yield record;
    }
  }

  async function recordBefore(number: number): Promise<CheckpointRecord | undefined> {
    if (last?.checkpoint.number === number - 1) return last;
    let before: CheckpointRecord | undefined;
    for await (const record of all()) before = record;
    return before;
  }

  return {
    latest,
    all,
    async put(checkpoint, leaves) {
      refuseUnlessNext(checkpoint, await latest());
      const before = await recordBefore(checkpoint.number);
      const { number } = checkpoint;
      const lines = linesToWrite({ checkpoint, leaves }, before?.leaves ?? []);
      if (!(await createExclusively(join(directory, nameOf(number)), lines)))
        throw new ConflictError(`Another process took checkpoint ${number} first: make it again after that one`);
      last = { checkpoint, leaves };
    },
  };
}

function nameOf(number: number): string {
  return `checkpoint-${String(number).padStart(9, '0')}.jsonl`;
}

async function fileNames(directory: string): Promise<readonly string[]> {
  const names = await builtins.files.readdir(directory).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  return names.filter((name) => /^checkpoint-\d{9,}\.jsonl$/.test(name)).sort();
}

function* linesToWrite({ checkpoint, leaves }: CheckpointRecord, before: readonly FileHead[]): Generator<string> {
  const known = new Map(before.map((leaf) => [leaf.loanId, leaf]));
  yield line({ checkpoint });
  for (const leaf of leaves) {
    const old = known.get(leaf.loanId);
    known.delete(leaf.loanId);
    if (old?.version !== leaf.version || old.head !== leaf.head)
      yield line({ loanId: leaf.loanId, version: leaf.version, head: leaf.head });
  }
  for (const gone of known.keys()) yield line({ gone });
}

function line(content: Line): string {
  return `${canonicalJson(content)}\n`;
}

async function readRecord(path: string, before: readonly FileHead[]): Promise<CheckpointRecord> {
  const leaves = new Map(before.map((leaf) => [leaf.loanId, leaf]));
  const changed = new Set<string>();
  let [checkpoint, isFirst]: [Checkpoint | undefined, boolean] = [undefined, true];
  for await (const batch of linesOf(createReadStream(path))) {
    for (const { text, isText } of batch) {
      const content = parseLine(text, path);
      if (!isText || 'checkpoint' in content !== isFirst) throw damaged(path);
      isFirst = false;
      if ('checkpoint' in content) checkpoint = content.checkpoint;
      else {
        // No root covers a line that changes nothing, so it could say anything.
        const loanId = 'gone' in content ? content.gone : content.loanId;
        const [known, isNew] = [leaves.get(loanId), !changed.has(loanId)];
        changed.add(loanId);
        if (!isNew || ('gone' in content ? !known : known && line(known) === line(content))) throw damaged(path);
        if ('gone' in content) leaves.delete(loanId);
        else leaves.set(loanId, content);
      }
    }
  }
  if (!checkpoint) throw damaged(path);
  return { checkpoint, leaves: [...leaves.values()].sort((a, b) => (a.loanId < b.loanId ? -1 : 1)) };
}

// A checkpoint is shorter than this, so the latest one is read without its heads.
const FIRST_LINE_BYTES = 4_096;

async function firstLine(path: string): Promise<Checkpoint> {
  const file = await builtins.files.open(path, 'r');
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(FIRST_LINE_BYTES), 0, FIRST_LINE_BYTES, 0);
    const content = parseLine(buffer.toString('utf8', 0, bytesRead).split('\n', 1).join(), path);
    if ('checkpoint' in content) return content.checkpoint;
    throw damaged(path);
  } finally {
    await file.close();
  }
}

function parseLine(text: string, path: string): Line {
  let content: unknown;
  try {
    content = JSON.parse(text);
  } catch (cause) {
    throw damaged(path, cause);
  }
  // Only the canonical form is accepted. A duplicate or extra member would not be covered by the signature.
  if (isLine(content) && line(content) === `${text}\n`) return content;
  throw damaged(path);
}

function isLine(content: unknown): content is Line {
  if (!isRecord(content)) return false;
  const { checkpoint, gone, loanId } = content;
  if (checkpoint !== undefined)
    return hasOnly(content, ['checkpoint']) && isRecord(checkpoint) && isAllSigned(checkpoint);
  return typeof gone === 'string'
    ? hasOnly(content, ['gone'])
    : typeof loanId === 'string' && hasOnly(content, ['head', 'loanId', 'version']);
}

function damaged(path: string, cause?: unknown): EvidenceError {
  return new EvidenceError(`The checkpoint file ${path} is damaged: restore it from a copy`, { cause });
}

/** Storage for checkpoints that writers to the store cannot change. */
export interface CheckpointSink extends CheckpointChain {
  /** All checkpoints with their heads, oldest first. If present, evidence includes those that confirm its loan. */
  all?(): AsyncIterable<CheckpointRecord>;
}

/** A sink that can be read again, as an audit requires. */
export type ReadableCheckpointSink = Required<CheckpointSink>;

/** Keeps checkpoints in this process, for tests and demos. Nothing survives a restart. */
export function memoryCheckpoints(): ReadableCheckpointSink {
  const records: CheckpointRecord[] = [];
  const sink: ReadableCheckpointSink = {
    async put(checkpoint, leaves) {
      refuseUnlessNext(checkpoint, records.at(-1)?.checkpoint);
      records.push({ checkpoint, leaves });
    },
    async latest() {
      return records.at(-1)?.checkpoint;
    },
    async *all() {
      yield* records;
    },
  };
  return inMemoryOnly(sink, 'checkpoints are kept', 'keep them outside the database, as fileCheckpoints(…) does');
}

/** Options of {@link callbackCheckpoints}, to read the published checkpoints again. */
export interface CallbackCheckpointsOptions {
  /** The last published checkpoint. Default: the last one of this process, so that each process starts a chain. */
  readonly latest?: () => Promise<Checkpoint | undefined>;
  /** Everything published, oldest first. Without it, evidence has no checkpoints, and an audit gets them elsewhere. */
  readonly all?: () => AsyncIterable<CheckpointRecord>;
}

const callbackOptions = record<CallbackCheckpointsOptions>({ latest: optional(func), all: optional(func) });

/** Passes each checkpoint to your function, for example to publish it or to mail it to the auditor. */
export function callbackCheckpoints(
  publish: (record: CheckpointRecord) => Promise<void> | void,
  options: CallbackCheckpointsOptions = {},
): CheckpointSink {
  if (typeof publish !== 'function')
    throw new ConfigurationError('callbackCheckpoints', [{ path: 'publish', message: 'give a function' }]);
  requireOptions('callbackCheckpoints', callbackOptions, options);
  let last: Checkpoint | undefined;
  const latest = options.latest ?? (async () => last);
  return {
    async put(checkpoint, leaves) {
      refuseUnlessNext(checkpoint, await latest());
      await publish({ checkpoint, leaves });
      last = checkpoint;
    },
    latest,
    ...(options.all ? { all: options.all } : {}),
  };
}

function refuseUnlessNext(checkpoint: Checkpoint, latest: Checkpoint | undefined): void {
  const next = (latest?.number ?? 0) + 1;
  if (checkpoint.number !== next)
    throw new ConflictError(
      `The next checkpoint is number ${next}, not ${checkpoint.number}: make it again after the latest one`,
    );
}
