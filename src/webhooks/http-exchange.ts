/** What HTTP decides about a delivery: its headers, the length of its body, and the answer. Senders ignore bodies, so answers say little and repeat nothing. */
import { ConfigurationError } from '../errors.ts';

const statuses = {
  method_not_allowed: 405,
  body_too_large: 413,
  not_json: 415,
  charset_not_utf8: 415,
  body_encoded: 415,
  webhook_unverified: 401,
  webhook_malformed: 400,
  not_stored: 500,
  body_already_read: 500,
} as const;

/** Why a delivery was not taken. */
export type RefusalCode = keyof typeof statuses;

export function received(): Response {
  return json(200, { received: true });
}

// What would have been taken, for the refusals of which HTTP has a header to say so.
const offers: { readonly [Code in RefusalCode]?: Readonly<Record<string, string>> } = {
  method_not_allowed: { allow: 'POST' },
  body_encoded: { 'accept-encoding': 'identity' },
};

export function refused(code: RefusalCode): Response {
  return json(statuses[code], { received: false, code }, offers[code]);
}

function json(status: number, body: object, headers: Readonly<Record<string, string>> = {}): Response {
  return new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json', ...headers } });
}

/** Why a body with these headers is not read; undefined when it may be. */
export function headerRefusal(headers: Pick<Headers, 'get'>): RefusalCode | undefined {
  return encodingRefusal(headers.get('content-encoding')) ?? typeRefusal(headers.get('content-type'));
}

/** Refuses compressed bodies: they are not the bytes that were signed, and a few bytes can decompress to millions. */
export function encodingRefusal(contentEncoding: string | null): RefusalCode | undefined {
  const codings = contentEncoding?.split(',').map((coding) => coding.trim().toLowerCase()) ?? [];
  return codings.every((coding) => coding === '' || coding === 'identity') ? undefined : 'body_encoded';
}

/** Refuses what is announced as anything but JSON in UTF-8. A sender that names no type may go on. */
export function typeRefusal(contentType: string | null): RefusalCode | undefined {
  if (contentType === null) return undefined;
  if (!/^application\/([\w.+-]+\+)?json\s*(;|$)/i.test(contentType)) return 'not_json';
  const [, ...parameters] = contentType.split(';');
  return parameters.every(mayBeUtf8) ? undefined : 'charset_not_utf8';
}

// JSON has no charset but this one (RFC 8259); other parameters mean nothing.
function mayBeUtf8(parameter: string): boolean {
  const [name = '', value = ''] = parameter.split('=', 2);
  return name.trim().toLowerCase() !== 'charset' || /^\s*("?)utf-?8\1\s*$/i.test(value);
}

/** The bytes of a body, or that there are too many. */
type CappedBody =
  | { readonly kind: 'bytes'; readonly bytes: Uint8Array }
  | { readonly kind: 'too-large' }
  | { readonly kind: 'broken' };

/** Reads a body and stops as soon as it is too long, whatever the request says about its length. */
export async function readCappedBody(
  request: Pick<Request, 'headers' | 'body'>,
  maxBytes: number,
): Promise<CappedBody> {
  if (Number(request.headers.get('content-length')) > maxBytes) return { kind: 'too-large' };
  if (!request.body) return { kind: 'bytes', bytes: new Uint8Array() };
  const reader = request.body.getReader();
  const chunks: Uint8Array[] = [];
  let length = 0;
  try {
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      length += part.value.byteLength;
      if (length > maxBytes) {
        await reader.cancel();
        return { kind: 'too-large' };
      }
      chunks.push(part.value);
    }
  } catch {
    // The sender went away.
    return { kind: 'broken' };
  }
  return { kind: 'bytes', bytes: Buffer.concat(chunks, length) };
}

/**
 * Answers 500 to what was thrown. A receiver answers its own failures, so this is for what a lender wrapped around one, and for requests that a host could not
 * complete. The warning has only the error's name: its text may repeat a header.
 */
export async function answerOr500(ask: () => Promise<Response>): Promise<Response> {
  try {
    return await ask();
  } catch (error) {
    process.emitWarning(
      `repaykit: a webhook was answered 500, because handing it to the receiver threw ${error instanceof Error ? error.name : typeof error}`,
    );
    return refused('not_stored');
  }
}

/** Which adapter got a body that was read before, and how to fix that. */
export interface Fix {
  readonly adapter: string;
  /** What to write instead, with code. */
  readonly advice: string;
}

/** Answers 500 to a delivery whose bytes are gone, and warns the process. A parsed body is never serialised again: it need not be what was signed. */
export function refuseEatenBody({ adapter, advice }: Fix): Response {
  const message = `the body was read before the receiver could verify its bytes: ${advice}`;
  process.emitWarning(new ConfigurationError(adapter, [{ path: '', message }]));
  return refused('body_already_read');
}
