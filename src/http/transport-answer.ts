/** An answer whose body is longer than what is accepted. */
export class BodyTooLongError extends Error {
  override readonly name = 'BodyTooLongError';
  /** The answer's HTTP status. */
  readonly status: number;
  /** The limit in bytes. */
  readonly maxBytes: number;

  constructor(status: number, maxBytes: number) {
    super(`The answer is longer than ${maxBytes} bytes.`);
    this.status = status;
    this.maxBytes = maxBytes;
  }
}

/** Header values as one text each; a header that came several times is joined as HTTP allows. */
export function flatHeaders(
  headers: Readonly<Record<string, string | readonly string[] | undefined>>,
): Record<string, string> {
  const flat: Record<string, string> = {};
  for (const name in headers) {
    const value = headers[name];
    if (value !== undefined) flat[name] = typeof value === 'string' ? value : value.join(', ');
  }
  return flat;
}

/** The id that the service gave its answer, under one of its usual names. */
export function requestIdOf(headers: Readonly<Record<string, string>>): string | undefined {
  return headers['x-request-id'] ?? headers['request-id'] ?? headers['x-correlation-id'];
}

/** The media type without its parameters; `unknown` where none came. */
export function mediaTypeOf(headers: Readonly<Record<string, string>>): string {
  return headers['content-type']?.split(';', 1)[0]?.trim().toLowerCase() || 'unknown';
}

/** How the body is said to be compressed; undefined where it is not. */
export function contentCodingOf(headers: Readonly<Record<string, string>>): string | undefined {
  const coding = headers['content-encoding']?.trim().toLowerCase();
  return coding && coding !== 'identity' ? coding : undefined;
}

const BYTE_ORDER_MARK = 0xfeff;

/**
 * The value of a body of JSON text; some services begin it with a byte order mark.
 * @throws SyntaxError when it is none.
 */
export function parseBody(body: string): unknown {
  return JSON.parse(body.charCodeAt(0) === BYTE_ORDER_MARK ? body.slice(1) : body);
}
