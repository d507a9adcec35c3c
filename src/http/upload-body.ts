import { quietly } from '../clock/mutex.ts';
import { type CheckedSource, checkUploadSource, UploadSourceError } from './upload-source.ts';

/** The progress of an upload, in bytes of the request body. */
export interface UploadProgress {
  /** Bytes handed to the connection so far. */
  readonly sentBytes: number;
  /** Total bytes. Undefined if the length of the source is unknown. */
  readonly totalBytes: number | undefined;
}

export interface UploadParts {
  readonly fields: Readonly<Record<string, unknown>>;
  readonly fileField: string;
  readonly source: unknown;
  readonly maxBytes: number;
  readonly onProgress: ((progress: UploadProgress) => void) | undefined;
}

/** A streamed multipart body. The PDF is never in memory as a whole, and is not read before it is needed. */
export class UploadBody {
  readonly #parts: UploadParts;
  #source: CheckedSource | undefined;
  #frame: Frame | undefined;
  #isBegun = false;
  #isReleased = false;
  #stop: (() => void) | undefined;
  #closeSource: (() => void) | undefined;

  constructor(parts: UploadParts) {
    this.#parts = parts;
  }

  async prepare(): Promise<void> {
    const source = await checkUploadSource(this.#parts.source, this.#parts.maxBytes, (close) => this.#own(close));
    this.#frame = await frameOf(this.#parts);
    this.#source = source;
  }

  get totalBytes(): number | undefined {
    const { head, tail } = this.#frame ?? noFrame;
    return this.#source?.totalBytes === undefined ? undefined : head.length + this.#source.totalBytes + tail.length;
  }

  get headers(): Readonly<Record<string, string>> {
    const length = this.totalBytes === undefined ? {} : { 'content-length': String(this.totalBytes) };
    return { 'content-type': `multipart/form-data; boundary=${this.#frame?.boundary}`, ...length };
  }

  /** Opens the body. Throws if it has already begun to leave. */
  open(): AsyncIterable<Uint8Array> {
    if (this.#isBegun || !this.#source)
      throw new UploadSourceError('has begun to leave and is never sent a second time');
    return this.#stream(this.#source);
  }

  close(): void {
    this.#stop?.();
  }

  /** Ends the call: closes a stream that was taken, however far it was read. */
  release(): void {
    this.#isReleased = true;
    this.close();
    this.#closeSource?.();
  }

  // Inspection runs in parallel with the deadline, so a source may be taken only after the call has ended.
  #own(close: () => void): void {
    if (this.#isReleased) close();
    else this.#closeSource = close;
  }

  async *#stream(source: CheckedSource): AsyncGenerator<Uint8Array> {
    this.#isBegun = true;
    const { head, tail } = this.#frame ?? noFrame;
    const pieces = source.read()[Symbol.asyncIterator]();
    const next = this.#stoppable(pieces);
    const { totalBytes } = this;
    let sentBytes = 0;
    // Head and tail leave with the first and the last piece: one write less each.
    let before: readonly Uint8Array[] = [head];
    try {
      for (let read = await next(); !read.done; read = await next()) {
        for (const bytes of slices(read.value)) {
          const soFar = sentBytes + length([...before, bytes]);
          const after = soFar + tail.length === totalBytes ? [tail] : [];
          const piece = joined([...before, bytes, ...after]);
          before = [];
          yield piece;
          sentBytes += piece.length;
          this.#report(sentBytes);
        }
      }
      if (sentBytes === totalBytes) return;
      const rest = joined([...before, tail]);
      yield rest;
      this.#report(sentBytes + rest.length);
    } catch (error) {
      throw asSourceError(error);
    } finally {
      this.#stop = undefined;
      void pieces.return?.()?.catch(() => {});
    }
  }

  #report(sentBytes: number): void {
    const progress = { sentBytes, totalBytes: this.totalBytes };
    quietly(() => this.#parts.onProgress?.(progress));
  }

  /** Reads on until the upload is stopped. A read that waits then fails at once. */
  #stoppable(pieces: AsyncIterator<Uint8Array>): () => Promise<IteratorResult<Uint8Array>> {
    let isStopped = false;
    let fail: ((reason: Error) => void) | undefined;
    const stopped = () => new UploadSourceError('was stopped');
    this.#stop = () => {
      isStopped = true;
      fail?.(stopped());
      // For a source that no one asks for more.
      void pieces.return?.()?.catch(() => {});
    };
    return () =>
      new Promise((resolve, reject) => {
        if (isStopped) return reject(stopped());
        fail = reject;
        pieces.next().then(resolve, reject);
      });
  }
}

/** What stands before and after the file in the body. */
interface Frame {
  readonly head: Uint8Array;
  readonly tail: Uint8Array;
  readonly boundary: string;
}

const noFrame: Frame = { head: new Uint8Array(), tail: new Uint8Array(), boundary: '' };

// Laid out with an empty file, which comes last.
async function frameOf({ fields, fileField }: UploadParts): Promise<Frame> {
  const { default: Form } = await import('form-data');
  const form = new Form();
  for (const [name, value] of Object.entries(fields)) if (value !== undefined) form.append(name, String(value));
  // Always the same name: the file's real name may contain the payer's.
  form.append(fileField, Buffer.alloc(0), { filename: 'statement.pdf', contentType: 'application/pdf' });
  const boundary = form.getBoundary();
  const whole = form.getBuffer();
  const tail = Buffer.from(`\r\n--${boundary}--\r\n`);
  return { head: whole.subarray(0, whole.length - tail.length), tail, boundary };
}

// Progress is reported after each.
const PIECE_BYTES = 64 * 1_024;

function* slices(bytes: Uint8Array): Generator<Uint8Array> {
  for (let start = 0; start < bytes.length; start += PIECE_BYTES) yield bytes.subarray(start, start + PIECE_BYTES);
}

const length = (pieces: readonly Uint8Array[]) => pieces.reduce((sum, piece) => sum + piece.length, 0);

function joined(pieces: readonly Uint8Array[]): Uint8Array {
  const [only = noFrame.head] = pieces;
  return pieces.length === 1 ? only : Buffer.concat(pieces);
}

function asSourceError(error: unknown): Error {
  return error instanceof UploadSourceError ? error : new UploadSourceError('could not be read to its end');
}
