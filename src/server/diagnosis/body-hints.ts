/** Bodies of another kind than the operation takes. */
import type { InputEncoding } from '../../wire/operations.ts';
import { bodyLength } from '../endpoints/json-body.ts';
import { headerOf, type RequestHeaders, type ServerRequest } from '../message.ts';
import type { Hint } from './near-miss.ts';

const HEAD_BYTES = 256;

/** What kind of body came where another was wanted, or what kept it from being read. */
export function hintBody({ headers, body }: ServerRequest, encoding: InputEncoding): readonly Hint[] {
  const wanted = encoding === 'multipart' ? 'multipart/form-data' : 'application/json';
  const looks = isCompressed(headers) ? 'compressed bytes' : looksLike(body);
  const declared = headerOf(headers, 'content-type') ? 'declared with a Content-Type' : 'without a Content-Type';
  const sent = `${looks}, ${declared}, ${bodyLength(body)} bytes`;
  return [{ kind: 'body', where: 'body', sent, expected: wanted, suggestion: mendBody(looks, encoding) }];
}

type Looks = 'nothing' | 'compressed bytes' | 'JSON' | 'a URL-encoded form' | 'a multipart form' | 'text';

function isCompressed(headers: RequestHeaders): boolean {
  return !['', 'identity'].includes(headerOf(headers, 'content-encoding')?.toLowerCase() ?? '');
}

function looksLike(body: ServerRequest['body']): Looks {
  if (!body || body.length === 0) return 'nothing';
  const start =
    typeof body === 'string' ? body.slice(0, HEAD_BYTES) : Buffer.from(body.subarray(0, HEAD_BYTES)).toString('latin1');
  const head = start.trimStart();
  if (head.startsWith('--')) return 'a multipart form';
  if (/^[{["]/.test(head)) return 'JSON';
  return /^[\w.[\]%-]+=/.test(head) ? 'a URL-encoded form' : 'text';
}

function mendBody(looks: Looks, encoding: InputEncoding): string | null {
  if (looks === 'compressed bytes') return 'Send it without Content-Encoding.';
  if (encoding === 'multipart')
    return 'Send a multipart form with the fields and the file, and let the library set the boundary.';
  if (looks === 'JSON')
    return 'It looks like JSON that is cut off, badly quoted, or declared as something else: send a JSON object as application/json.';
  if (looks === 'nothing') return 'Send a JSON object in UTF-8.';
  return `It looks like ${looks}: send a JSON object as application/json.`;
}
