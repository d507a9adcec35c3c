import { type ReadingContext, type ReadingOutcome, readUpload } from './read-upload.ts';
import type { UploadedStatement } from './uploaded-statement.ts';

/** So many statements may wait to be read, and so many bytes of them: a caller who uploads faster than they are read is asked to wait. */
const MOST_WAITING = 100;
const MOST_WAITING_BYTES = 67_108_864;

export interface StatementQueueState {
  readonly files: ReadonlyMap<string, Uint8Array>;
  /** What is not read yet, in the order of upload. */
  readonly waiting: readonly UploadedStatement[];
}

export interface QueueContext extends Omit<ReadingContext, 'signal'> {
  /** Takes the outcome of an upload, in the order of uploads. */
  readonly announce: (outcome: ReadingOutcome) => void;
}

/** Where the statements of a world are read, one after the other in the order of upload, and their files kept. */
export class StatementQueue {
  readonly #context: QueueContext;
  readonly #stop = new AbortController();
  readonly #stopped: Promise<void>;
  readonly #files: FileStore;
  #waiting: UploadedStatement[] = [];
  #reading: Promise<void> | undefined;

  /** Begins empty, or where a queue stood when it was captured: what waited then is read again from its beginning. */
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

  /** May a file of this size be taken now? */
  hasRoomFor(bytes: Uint8Array): boolean {
    const waiting = this.#waiting.reduce((sum, upload) => sum + upload.bytes.byteLength, bytes.byteLength);
    return this.#waiting.length === 0 || (this.#waiting.length < MOST_WAITING && waiting <= MOST_WAITING_BYTES);
  }

  /** Keeps the file and reads it after those before it. */
  take(upload: UploadedStatement): void {
    this.#files.add(upload.fileId, upload.bytes);
    this.#enqueue(upload);
  }

  /** An uploaded file; undefined for one that is not known, or not any more. */
  file(id: string): Uint8Array | undefined {
    return this.#files.find(id);
  }

  /** Resolves once every upload is read and announced, or the queue is closed. */
  async settled(): Promise<void> {
    while (this.isBusy) await Promise.race([this.#reading, this.#stopped]);
  }

  /** A copy of everything it holds; it goes on. */
  capture(): StatementQueueState {
    return { files: this.#files.list(), waiting: [...this.#waiting] };
  }

  /** Ends what is being read. Nothing more is announced. */
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

/** A world keeps the newest of the files that were uploaded to it, so many and so many bytes; the newest one stays whatever its size. */
const FILES_KEPT = 100;
const BYTES_KEPT = 33_554_432;

/** The statements that were uploaded to a world, by the id that their addresses end with. Bytes are never changed, so that worlds may share them. */
export class FileStore {
  readonly #files: Map<string, Uint8Array>;
  #bytes = 0;

  constructor(files: ReadonlyMap<string, Uint8Array> = new Map()) {
    this.#files = new Map(files);
    for (const { byteLength } of files.values()) this.#bytes += byteLength;
  }

  /** Stores a file; old ones make room. */
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
