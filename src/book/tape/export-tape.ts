import type { FileHandle } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { builtins } from '../../builtins.ts';
import { type Clock, systemClock } from '../../clock/clock.ts';
import { quietly } from '../../clock/mutex.ts';
import { formatInstant, type PlainDate } from '../../domain/calendar.ts';
import { csvText } from '../../domain/csv-text.ts';
import { day } from '../../domain/values.ts';
import { ConfigurationError, EvidenceError, InputError, requireOptions } from '../../errors.ts';
import {
  type Checkpoint,
  type CheckpointRecord,
  type KeyInput,
  keyIdOf,
  makeCheckpoint,
  readSigningKey,
} from '../../evidence/checkpoint.ts';
import type { CheckpointSink } from '../../evidence/checkpoint-files.ts';
import { exportEvidence } from '../../evidence/evidence-export.ts';
import { type FileHead, type LoanFile, type LoanStore, NO_HASH } from '../../loan-file/store.ts';
import { flag, func, optional, present, signal, text, withMethods } from '../../validation/checks.ts';
import { record } from '../../validation/record.ts';
import { definitionsText, manifestText, rowHash, signManifest, type TapeFacts, tapeFiles } from './manifest.ts';
import { tapeColumns, tapeRow } from './tape-columns.ts';

/** Options of `exportTape`. */
export interface ExportTapeOptions {
  /** The store with the loan files. */
  readonly store: Pick<LoanStore, 'list' | 'load'>;
  /** The chain of checkpoints, and the private Ed25519 key that signs it. The tape adds a checkpoint and is signed by the same key. */
  readonly checkpoints: { readonly key: KeyInput; readonly sink: Pick<CheckpointSink, 'put' | 'latest'> };
  /** The directory to write. It must not exist, because a tape is evidence. */
  readonly directory: string;
  /** The last day that counts, `YYYY-MM-DD`. Default: today. */
  readonly asOf?: string;
  /** Adds the events behind the rows, so that every cell can be recomputed. Default: false. */
  readonly withEvidence?: boolean;
  /** Default: the system's clock. */
  readonly clock?: Clock;
  /** Ends the work, without a directory. The checkpoint stays. The call rejects with its reason. */
  readonly signal?: AbortSignal;
  /** Called after each row. Errors it throws are ignored. */
  readonly onProgress?: (progress: { readonly rows: number; readonly total: number }) => void;
}

/** What was written. */
export interface ExportedTape {
  /** The last day that counts. */
  readonly asOf: string;
  /** Number of rows: one for each loan file. */
  readonly rows: number;
  /** Number of the checkpoint. */
  readonly checkpoint: number;
}

const exportOptions = record<ExportTapeOptions>({
  store: withMethods(['list', 'load'], 'the store with the loan files'),
  checkpoints: record<ExportTapeOptions['checkpoints']>({
    key: present('the private Ed25519 key of your checkpoints'),
    sink: withMethods(['put', 'latest'], 'where checkpoints are kept, such as fileCheckpoints(…)'),
  }),
  directory: text('the directory of the tape, which must not exist'),
  asOf: optional(day),
  withEvidence: optional(flag),
  clock: optional(withMethods(['now', 'today', 'sleep'], 'a clock')),
  signal: optional(signal),
  onProgress: optional(func),
});

export async function exportTape(options: ExportTapeOptions): Promise<ExportedTape> {
  const { store, checkpoints, clock = systemClock, ...asked } = requireOptions('exportTape', exportOptions, options);
  const asOf = (asked.asOf ?? clock.today()) as PlainDate;
  if (asOf > clock.today())
    throw new InputError('The tape', [{ path: 'asOf', message: `lies ahead: today is ${clock.today()}` }]);
  const { sink } = checkpoints;
  const key = readSigningKey(checkpoints.key);
  const previous = await sink.latest();
  if (previous && previous.keyId !== keyIdOf(key)) throw otherKey(previous);
  // A directory may be written with a slash at its end.
  const directory = resolve(asked.directory);
  const draft = await newDirectory(directory);
  try {
    const taken = await makeCheckpoint({ store, key, clock, previous });
    await sink.put(taken.checkpoint, taken.leaves);
    const written = await new TapeWriter({ ...asked, store, clock, draft, asOf }).write(taken);
    const facts = { asOf, createdAt: formatInstant(clock.now()), checkpoint: taken.checkpoint, ...written };
    const manifest = await HashedFile.create(draft, tapeFiles.manifest);
    await manifest.write(manifestText(signManifest(facts, key)));
    await manifest.end();
    await builtins.files.rename(draft, directory).catch((cause) => {
      throw refusedDirectory(EXISTS, cause);
    });
    return { asOf, rows: taken.leaves.length, checkpoint: taken.checkpoint.number };
  } catch (error) {
    await builtins.files.rm(draft, { recursive: true, force: true });
    throw error;
  }
}

// Beside the directory, so that one rename completes it.
async function newDirectory(directory: string): Promise<string> {
  const { mkdir, lstat } = builtins.files;
  const isThere = await lstat(directory).then(
    () => true,
    () => false,
  );
  if (isThere) throw refusedDirectory(EXISTS);
  const draft = `${directory}.${builtins.crypto.randomUUID()}.draft`;
  await mkdir(draft, { mode: 0o700 }).catch((cause) => {
    throw refusedDirectory('cannot be made: name a directory in one that exists', cause);
  });
  return draft;
}

const EXISTS = 'exists already: name a new one';

function refusedDirectory(message: string, cause?: unknown): ConfigurationError {
  return new ConfigurationError('exportTape', [{ path: 'directory', message }], { cause });
}

// Checkpoints of a stranger in the chain would make honest tapes look false.
function otherKey({ number }: Checkpoint): ConfigurationError {
  const message = `is not the key of checkpoint ${number}, the latest one: a new key begins with kit.checkpoint()`;
  return new ConfigurationError('exportTape', [{ path: 'checkpoints.key', message }]);
}

interface WriterInput extends Pick<ExportTapeOptions, 'store' | 'withEvidence' | 'signal' | 'onProgress'> {
  readonly clock: Clock;
  readonly draft: string;
  readonly asOf: PlainDate;
}

// The proofs of so many loans are in memory at a time.
const LOANS_PER_PART = 2_000;
const SALT_BYTES = 16;

class TapeWriter {
  readonly #input: WriterInput;
  readonly #commitments: string[] = [];
  #total = 0;

  constructor(input: WriterInput) {
    this.#input = input;
  }

  async write(taken: CheckpointRecord): Promise<Pick<TapeFacts, 'commitments' | 'files'>> {
    const { draft, withEvidence } = this.#input;
    this.#total = taken.leaves.length;
    const [definitions, rows] = [
      await HashedFile.create(draft, tapeFiles.definitions),
      await HashedFile.create(draft, tapeFiles.rows),
    ];
    await definitions.write(definitionsText);
    await rows.write(csvText([tapeColumns.map(([name]) => name)]));
    // No loan, no evidence: an empty file is none.
    const evidence = withEvidence && this.#total > 0 ? await HashedFile.create(draft, tapeFiles.evidence) : undefined;
    try {
      if (evidence) await this.#writeWithEvidence(taken, rows, evidence);
      else for (const leaf of taken.leaves) await rows.write(this.#row(await this.#load(leaf)));
    } finally {
      for (const file of [definitions, rows, evidence]) await file?.end();
    }
    const files = [definitions, rows, ...(evidence ? [evidence] : [])].map(({ name, hash }) => [name, hash] as const);
    return { commitments: this.#commitments, files: Object.fromEntries(files) };
  }

  async #writeWithEvidence(taken: CheckpointRecord, rows: HashedFile, evidence: HashedFile): Promise<void> {
    const { clock } = this.#input;
    for (let from = 0; from < taken.leaves.length; from += LOANS_PER_PART) {
      const part = new Map(taken.leaves.slice(from, from + LOANS_PER_PART).map((leaf) => [leaf.loanId, leaf]));
      const load = async (loanId: string) => {
        const leaf = part.get(loanId);
        const file = leaf && (await this.#load(leaf));
        if (file) await rows.write(this.#row(file));
        return file;
      };
      const lines = exportEvidence({ store: { load }, loanIds: [...part.keys()], clock, checkpoints: [taken] });
      for await (const line of lines) await evidence.write(line);
    }
  }

  /** The file as the checkpoint saw it, without personal parts. */
  async #load({ loanId, version, head }: FileHead): Promise<LoanFile> {
    this.#input.signal?.throwIfAborted();
    const file = await this.#input.store.load(loanId);
    const events = (file?.events ?? []).slice(0, version).map(({ seq, body, hash }) => ({ seq, body, hash }));
    if (events.length === version && (events.at(-1)?.hash ?? NO_HASH) === head) return { loanId, version, events };
    throw new EvidenceError(
      `The file '${loanId}' changed below the checkpoint that was just taken: audit the store before you make a tape`,
    );
  }

  #row(file: LoanFile): string {
    const salt = builtins.crypto.randomBytes(SALT_BYTES).toString('hex');
    const cells = [...tapeRow(file, this.#input.asOf), salt];
    const rows = this.#commitments.push(rowHash(cells));
    quietly(() => this.#input.onProgress?.({ rows, total: this.#total }));
    return csvText([cells]);
  }
}

const BUFFER_LENGTH = 256 * 1_024;

/** A new file, written in large pieces and hashed on the way. */
class HashedFile {
  readonly name: string;
  hash = '';
  readonly #file: FileHandle;
  readonly #digest = builtins.crypto.createHash('sha256');
  #text = '';

  private constructor(name: string, file: FileHandle) {
    this.name = name;
    this.#file = file;
  }

  static async create(directory: string, name: string): Promise<HashedFile> {
    return new HashedFile(name, await builtins.files.open(join(directory, name), 'wx', 0o600));
  }

  async write(text: string): Promise<void> {
    this.#text += text;
    if (this.#text.length > BUFFER_LENGTH) await this.#flush();
  }

  /** Durable when it resolves. */
  async end(): Promise<void> {
    await this.#flush();
    this.hash = this.#digest.digest('hex');
    await this.#file.sync();
    await this.#file.close();
  }

  async #flush(): Promise<void> {
    const bytes = Buffer.from(this.#text);
    this.#text = '';
    this.#digest.update(bytes);
    await this.#file.appendFile(bytes);
  }
}
