import buffer from 'node:buffer';
import { readJsonText } from '../wire/json-text.ts';
import { type Answer, refuse } from './answer.ts';
import type { ServerRequest } from './message.ts';

/** Reads a JSON body. Invalid JSON, invalid UTF-8 and deep nesting are refused, without quoting the body. */
export function readJsonBody(body: ServerRequest['body']): Answer<unknown> {
  const reading = readJsonText(body === undefined ? '' : asciiText(body));
  if (reading.ok) return { ok: true, data: reading.value };
  return refuse({
    status: 400,
    code: 'body_malformed',
    message: `${reading.problem.replace(/^t/, 'T')}: send a JSON object in UTF-8.`,
  });
}

export function bodyLength(body: ServerRequest['body']): number {
  return typeof body === 'string' ? Buffer.byteLength(body) : (body?.byteLength ?? 0);
}

// Most bodies are plain ASCII, which decodes five times as fast.
function asciiText(body: Uint8Array | string): Uint8Array | string {
  return Buffer.isBuffer(body) && buffer.isAscii(body) ? body.toString('latin1') : body;
}
