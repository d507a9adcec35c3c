import type FormData from 'form-data';
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

type MultipartForm = InstanceType<typeof FormData>;

/** A streamed multipart body. The PDF is never in memory as a whole, and is not read before it is needed. */
export class UploadBody {
  readonly #parts: UploadParts;
  #source: CheckedSource | undefined;
  #boundary = '';
  #totalBytes: number | undefined;
  #isBegun = false;
  #isReleased = false;
  #stop: (() => void) | undefined;
  #closeSource: (() => void) | undefined;

  constructor(parts: UploadParts) {
    this.#parts = parts;
  }

  async prepare(): Promise<void> {
    const source = await checkUploadSource(this.#parts.source, this.#parts.maxBytes, (close) => this.#own(close));
    // Measured with a separate form: a form with the source would start to read it.
    const form = await this.#layOut('', source.totalBytes);
    this.#source = source;
    this.#boundary = form.getBoundary();
    this.#totalBytes = source.totalBytes === undefined ? undefined : form.getLengthSync();
  }

  get totalBytes(): number | undefined {
    return this.#totalBytes;
  }

  get headers(): Readonly<Record<string, string>> {
    const length = this.#totalBytes === undefined ? {} : { 'content-length': String(this.#totalBytes) };
    return { 'content-type': `multipart/form-data; boundary=${this.#boundary}`, ...length };
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
    const { PassThrough, Readable } = await import('node:stream');
    const file = Readable.from(source.read(), { objectMode: false });
    const form = await this.#layOut(file, source.totalBytes, this.#boundary);
    const out = new PassThrough();
    form.on('error', (error) => out.destroy(asSourceError(error)));
    // Both, because no reader may ask for more bytes.
    this.#stop = () => {
      out.destroy(new UploadSourceError('was stopped'));
      file.destroy();
    };
    form.pipe(out);
    try {
      yield* this.#counted(out);
    } finally {
      file.destroy();
    }
  }

  async *#counted(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    let sentBytes = 0;
    for await (const chunk of chunks) {
      yield chunk;
      sentBytes += chunk.byteLength;
      const progress = { sentBytes, totalBytes: this.#totalBytes };
      quietly(() => this.#parts.onProgress?.(progress));
    }
  }

  async #layOut(file: unknown, fileBytes: number | undefined, boundary?: string): Promise<MultipartForm> {
    const { default: Form } = await import('form-data');
    const form = new Form();
    if (boundary !== undefined) form.setBoundary(boundary);
    for (const [name, value] of Object.entries(this.#parts.fields))
      if (value !== undefined) form.append(name, String(value));
    // Always the same name: the file's real name may contain the payer's.
    const known = fileBytes === undefined ? {} : { knownLength: fileBytes };
    form.append(this.#parts.fileField, file, { filename: 'statement.pdf', contentType: 'application/pdf', ...known });
    return form;
  }
}

function asSourceError(error: unknown): Error {
  return error instanceof UploadSourceError ? error : new UploadSourceError('could not be read to its end');
}
