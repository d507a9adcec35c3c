import type { BusboyInstance } from '@fastify/busboy';
import type { InputEncoding } from '../../wire/operations.ts';
import { readQuery } from '../../wire/request-target.ts';
import { type Answer, answer, refuse } from '../answer.ts';
import { headerOf, readJsonBody, type ServerRequest } from '../message.ts';

/** Refuses a body with the wrong media type (415) or over the size limit (413). */
export function checkBody(
  encoding: InputEncoding,
  { headers, isTooLarge }: ServerRequest,
  bodyLimit: number,
): Answer<null> {
  if (encoding === 'json' || encoding === 'multipart') {
    const wanted = encoding === 'json' ? 'application/json' : 'multipart/form-data';
    const sent = mediaTypeOf(headerOf(headers, 'content-type'));
    // A JSON body needs no media type. A form cannot be read without its boundary.
    const fits = sent === wanted || (encoding === 'json' && (sent === '' || sent.endsWith('+json')));
    if (!fits) return unsupported(`This operation takes ${wanted}; ${sent || 'nothing'} was declared as Content-Type.`);
    if ((headerOf(headers, 'content-encoding') ?? 'identity') !== 'identity')
      return unsupported('The body is compressed: send it without Content-Encoding.');
  }
  if (!isTooLarge) return { ok: true, data: null };
  const message = `The body is larger than ${bodyLimit} bytes: send a smaller one, or raise the server's bodyLimit.`;
  return refuse({ status: 413, code: 'body_too_large', message });
}

/** Reads the input of an operation: a JSON object, a query, a form, or nothing. Only forms are asynchronous. */
export function readInput(encoding: InputEncoding, request: ServerRequest): Answer<unknown> | Promise<Answer<unknown>> {
  switch (encoding) {
    case 'json':
      return readJsonBody(request.body);
    case 'query':
      // An empty value, such as `status=`, means that the field is absent.
      return answer(Object.fromEntries(Object.entries(readQuery(request.query)).filter(([, value]) => value !== '')));
    case 'multipart':
      return readForm(request);
    case 'none':
      return { ok: true, data: {} };
  }
}

function mediaTypeOf(contentType = ''): string {
  // Fast path for almost every request.
  if (contentType === 'application/json') return contentType;
  return contentType.replace(/;.*$/s, '').trim().toLowerCase();
}

function unsupported(message: string): Answer<never> {
  return refuse({ status: 415, code: 'media_type_unsupported', message });
}

// At least twice the needs of the form in spec §4.14. The body limit bounds the file.
const limits = { fields: 40, files: 4, parts: 44, fieldSize: 65_536, headerPairs: 64 };

/** Reads a multipart form in memory. A truncated form, or one with too many parts, is refused. */
async function readForm({ headers, body = '' }: ServerRequest): Promise<Answer<unknown>> {
  const { Busboy } = await import('@fastify/busboy');
  try {
    // A part with a non-text type is a file, even without a file name (a Blob).
    const isPartAFile = (_field?: string, type?: string, fileName?: string) =>
      fileName !== undefined || (type !== undefined && !type.startsWith('text/'));
    const contentType = headerOf(headers, 'content-type') ?? '';
    const parser = new Busboy({ headers: { 'content-type': contentType }, limits, isPartAFile });
    return { ok: true, data: await parse(parser, body) };
  } catch {
    const message = 'The multipart form cannot be read: check its boundary and that it was sent whole.';
    return refuse({ status: 400, code: 'body_malformed', message });
  }
}

// Text fields and files by their names.
function parse(parser: BusboyInstance, body: Uint8Array | string): Promise<object> {
  const fields: Record<string, string> = Object.create(null);
  const files: Record<string, Uint8Array> = Object.create(null);
  return new Promise((resolve, reject) => {
    const tooMuch = () => reject(new Error('the form has too many parts'));
    // biome-ignore lint/complexity/useMaxParams: the signature of busboy
    parser.on('field', (name, value, _nameCut, isCut) => {
      if (isCut) tooMuch();
      else fields[name] = value;
    });
    parser.on('file', (name, stream) => {
      const chunks: Uint8Array[] = [];
      // Without a listener, a form that is truncated inside a file would crash the process.
      stream.on('error', reject);
      stream.on('data', (chunk: Uint8Array) => chunks.push(chunk));
      stream.on('end', () => {
        files[name] = Buffer.concat(chunks);
      });
    });
    for (const limit of ['partsLimit', 'filesLimit', 'fieldsLimit'] as const) parser.on(limit, tooMuch);
    parser.on('error', reject);
    parser.on('finish', () => resolve({ ...fields, ...files }));
    parser.end(body);
  });
}
