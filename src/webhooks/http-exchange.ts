/** Checks a delivery's headers and length, and builds the answers. Senders ignore their body, so they say little. */
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

export type RefusalCode = keyof typeof statuses;

export function received(): Response {
  return json(200, { received: true });
}

// Headers that tell the sender what would be accepted, where HTTP has one.
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

/** Why a body with these headers is not read, or undefined if it is. */
export function headerRefusal(headers: Pick<Headers, 'get'>): RefusalCode | undefined {
  return encodingRefusal(headers.get('content-encoding')) ?? typeRefusal(headers.get('content-type'));
}

/** Refuses compressed bodies. They are not the bytes that were signed, and a few bytes can expand to millions. */
export function encodingRefusal(contentEncoding: string | null): RefusalCode | undefined {
  const codings = contentEncoding?.split(',').map((coding) => coding.trim().toLowerCase()) ?? [];
  return codings.every((coding) => coding === '' || coding === 'identity') ? undefined : 'body_encoded';
}

/** Refuses content types other than JSON in UTF-8. A missing content type is accepted. */
export function typeRefusal(contentType: string | null): RefusalCode | undefined {
  if (contentType === null) return undefined;
  if (!/^application\/([\w.+-]+\+)?json\s*(;|$)/i.test(contentType)) return 'not_json';
  const [, ...parameters] = contentType.split(';');
  return parameters.every(mayBeUtf8) ? undefined : 'charset_not_utf8';
}

// JSON is always UTF-8 (RFC 8259). Other parameters mean nothing.
function mayBeUtf8(parameter: string): boolean {
  const [name = '', value = ''] = parameter.split('=', 2);
  return name.trim().toLowerCase() !== 'charset' || /^\s*("?)utf-?8\1\s*$/i.test(value);
}

type Capped =
  | { readonly kind: 'bytes'; readonly bytes: Uint8Array }
  | { readonly kind: 'too-large' }
  | { readonly kind: 'broken' };

/** Reads a body and stops as soon as it exceeds the limit, whatever `content-length` says. */
export async function readCappedBody(request: Pick<Request, 'headers' | 'body'>, maxBytes: number): Promise<Capped> {
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
    // The sender disconnected.
    return { kind: 'broken' };
  }
  return { kind: 'bytes', bytes: Buffer.concat(chunks, length) };
}

/**
 * Answers 500 if `ask` throws: code around a receiver, or a request that the host could not complete. The warning holds
 * only the error's name, because the message may repeat a header.
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

/** Names an adapter whose body was already read, and the fix. */
export interface Fix {
  readonly adapter: string;
  /** What to write instead, with code. */
  readonly advice: string;
}

/**
 * Answers 500, with a process warning, to a delivery whose raw bytes are gone. A parsed body is never serialised again,
 * because the result may differ from what was signed.
 */
export function refuseEatenBody({ adapter, advice }: Fix): Response {
  const message = `the body was read before the receiver could verify its bytes: ${advice}`;
  process.emitWarning(new ConfigurationError(adapter, [{ path: '', message }]));
  return refused('body_already_read');
}
