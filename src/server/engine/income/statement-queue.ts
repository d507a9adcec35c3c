import { type ReadingContext, type ReadingOutcome, readUpload } from './read-upload.ts';
import type { UploadedStatement } from './uploaded-statement.ts';

/** Limits of the statements that wait to be read, by number and by bytes. Above them, the caller must retry later. */
const MOST_WAITING = 100;
const MOST_WAITING_BYTES = 67_108_864;

export type StatementQueueState = ReturnType<StatementQueue['capture']>;

export interface QueueContext extends Omit<ReadingContext, 'signal'> {
  /** Receives the outcome of each upload, in the order of uploads. */
  readonly announce: (outcome: ReadingOutcome) => void;
}

/** Reads the statements of a world one by one, in the order of upload, and keeps their files. */
export class StatementQueue {
  readonly #context: QueueContext;
  readonly #stop = new AbortController();
  readonly #stopped: Promise<void>;
  readonly #files: FileStore;
  #waiting: UploadedStatement[] = [];
  #reading: Promise<void> | undefined;

  /** Starts empty, or from a captured state. Statements that waited at the capture are read again from the start. */
  constructor(context: QueueContext, { files, waiting }: StatementQueueState = { files: new Map(), waiting: [] }) {
    this.#context = context;
    this.#stopped = new Promise((resolve) =>
      this.#stop.signal.addEventListener('abort', () => resolve(), { once: true }),
    );
    this.#files = new FileStore(files);
    for (const upload of waiting) this.#enqueue(upload);
  }

  get isBusy(): boolean {
    return this.#waiting.length > 0;
  }

  hasRoomFor(bytes: Uint8Array): boolean {
    const waiting = this.#waiting.reduce((sum, upload) => sum + upload.bytes.byteLength, bytes.byteLength);
    return this.#waiting.length === 0 || (this.#waiting.length < MOST_WAITING && waiting <= MOST_WAITING_BYTES);
  }

  /** Keeps the file and reads it after the earlier ones. */
  take(upload: UploadedStatement): void {
    this.#files.add(upload.fileId, upload.bytes);
    this.#enqueue(upload);
  }

  /** An uploaded file. Undefined if the id is unknown or the file was dropped. */
  file(id: string): Uint8Array | undefined {
    return this.#files.find(id);
  }

  /** Resolves when every upload is read and announced, or the queue is closed. */
  async settled(): Promise<void> {
    while (this.isBusy) await Promise.race([this.#reading, this.#stopped]);
  }

  /** Copies the state. The queue continues. */
  capture() {
    const waiting: readonly UploadedStatement[] = [...this.#waiting];
    return { files: this.#files.list(), waiting };
  }

  /** Stops the current reading. Announces nothing more. */
  close(): void {
    this.#waiting = [];
    this.#stop.abort(new Error('the world was closed or begun again'));
  }

  #enqueue(upload: UploadedStatement): void {
    this.#waiting.push(upload);
    this.#reading ??= this.#readWaiting();
  }

  async #readWaiting(): Promise<void> {
    const { signal } = this.#stop;
    for (let upload = this.#waiting[0]; upload; upload = this.#waiting[0]) {
      const outcome = await readUpload(upload, { ...this.#context, signal });
      if (signal.aborted) return;
      this.#waiting.shift();
      this.#context.announce(outcome);
    }
    this.#reading = undefined;
  }
}

/** A world keeps the newest uploaded files, within these limits. The newest file stays whatever its size. */
const FILES_KEPT = 100;
const BYTES_KEPT = 33_554_432;

/** The uploaded statements of a world, by id. Bytes never change, so worlds may share them. */
export class FileStore {
  readonly #files: Map<string, Uint8Array>;
  #bytes = 0;

  constructor(files: ReadonlyMap<string, Uint8Array> = new Map()) {
    this.#files = new Map(files);
    for (const { byteLength } of files.values()) this.#bytes += byteLength;
  }

  /** Stores a file, and drops the oldest files above the limits. */
  add(id: string, bytes: Uint8Array): void {
    this.#files.set(id, bytes);
    this.#bytes += bytes.byteLength;
    for (const [oldest, { byteLength }] of this.#files) {
      if (oldest === id || (this.#files.size <= FILES_KEPT && this.#bytes <= BYTES_KEPT)) return;
      this.#files.delete(oldest);
      this.#bytes -= byteLength;
    }
  }

  find(id: string): Uint8Array | undefined {
    return this.#files.get(id);
  }

  list(): ReadonlyMap<string, Uint8Array> {
    return new Map(this.#files);
  }
}
