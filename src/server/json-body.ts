import buffer from 'node:buffer';
import { readJsonText } from '../wire/json-text.ts';
import { type Answer, refuse } from './answer.ts';
import type { ServerRequest } from './message.ts';

/** Reads a JSON body; what is none, nested too deep or no UTF-8 is refused without quoting it. */
export function readJsonBody(body: ServerRequest['body']): Answer<unknown> {
  const reading = readJsonText(body === undefined ? '' : asciiText(body));
  if (reading.ok) return { ok: true, data: reading.value };
  return refuse({
    status: 400,
    code: 'body_malformed',
    message: `${reading.problem.replace(/^t/, 'T')}: send a JSON object in UTF-8.`,
  });
}

/** How many bytes a body has. */
export function bodyLength(body: ServerRequest['body']): number {
  return typeof body === 'string' ? Buffer.byteLength(body) : (body?.byteLength ?? 0);
}

// Most bodies are plain ASCII, which is text in a fifth of the time.
function asciiText(body: Uint8Array | string): Uint8Array | string {
  return Buffer.isBuffer(body) && buffer.isAscii(body) ? body.toString('latin1') : body;
}
