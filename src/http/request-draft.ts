import { redactUrl } from '../redact/redact.ts';
import type { WireRow } from '../wire/operations.ts';
import { operationPath, type PathSegments, queryString } from '../wire/request-target.ts';
import type { BodyFacts } from './call-observer.ts';
import type { UploadBody } from './upload-body.ts';

/** Where requests go and what each carries. */
export interface Destination {
  readonly origin: string;
  readonly basePath: string;
  readonly segments: PathSegments;
  /** The headers of an operation, credential included; names in lower case. */
  headersOf(row: WireRow): Readonly<Record<string, string>>;
}

/** What a request is made of. */
export interface DraftedCall {
  readonly row: WireRow;
  readonly input: object;
  readonly destination: Destination;
  readonly upload?: UploadBody | undefined;
}

/** A request as it will be sent, once or several times. */
export class RequestDraft {
  readonly method: 'GET' | 'POST' | 'PUT';
  readonly origin: string;
  readonly path: string;
  readonly #headers: Readonly<Record<string, string>>;
  readonly #json: string | undefined;
  /** Set where a form with a file goes out. */
  readonly upload: UploadBody | undefined;

  constructor({ row, input, destination, upload }: DraftedCall) {
    const path = destination.basePath + operationPath(row, destination.segments);
    this.method = row.method;
    this.origin = destination.origin;
    this.path = row.encoding === 'query' ? path + queryString(input) : path;
    this.#headers = destination.headersOf(row);
    this.#json = row.encoding === 'json' ? JSON.stringify(input) : undefined;
    this.upload = upload;
  }

  /** Holds credentials: never print it. */
  get headers(): Readonly<Record<string, string>> {
    return this.upload ? { ...this.#headers, ...this.upload.headers } : this.#headers;
  }

  /** The body of one attempt; a stream is opened anew. */
  openBody(): string | AsyncIterable<Uint8Array> | undefined {
    return this.upload ? this.upload.open() : this.#json;
  }

  /** The body's type and length, never its content. */
  bodyFacts(): BodyFacts | undefined {
    if (this.upload) return { type: 'multipart/form-data', length: this.upload.totalBytes };
    return this.#json === undefined ? undefined : { type: 'application/json', length: Buffer.byteLength(this.#json) };
  }

  /** The address without query values. */
  maskedUrl(): string {
    return redactUrl(this.origin + this.path);
  }
}
