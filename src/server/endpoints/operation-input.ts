import type { BusboyInstance } from '@fastify/busboy';
import type { InputEncoding } from '../../wire/operations.ts';
import { readQuery } from '../../wire/request-target.ts';
import { type Answer, refuse } from '../answer.ts';
import { readJsonBody } from '../json-body.ts';
import { headerOf, type ServerRequest } from '../message.ts';

/** Refuses a body of another kind than the operation takes (415) or one that was over the limit (413). */
export function checkBody(
  encoding: InputEncoding,
  { headers, isTooLarge }: ServerRequest,
  bodyLimit: number,
): Answer<null> {
  if (encoding === 'json' || encoding === 'multipart') {
    const wanted = encoding === 'json' ? 'application/json' : 'multipart/form-data';
    const sent = mediaTypeOf(headerOf(headers, 'content-type'));
    // A JSON body without a type is what it looks like; a form cannot be read without its boundary.
    const fits = sent === wanted || (encoding === 'json' && (sent === '' || sent.endsWith('+json')));
    if (!fits) return unsupported(`This operation takes ${wanted}; ${sent || 'nothing'} was declared as Content-Type.`);
    if ((headerOf(headers, 'content-encoding') ?? 'identity') !== 'identity')
      return unsupported('The body is compressed: send it without Content-Encoding.');
  }
  if (!isTooLarge) return { ok: true, data: null };
  const message = `The body is larger than ${bodyLimit} bytes: send a smaller one, or raise the server's bodyLimit.`;
  return refuse({ status: 413, code: 'body_too_large', message });
}

/** Reads the input where the operation has it: a JSON object, a query, a form, or nothing. Only forms take time. */
export function readInput(encoding: InputEncoding, request: ServerRequest): Answer<unknown> | Promise<Answer<unknown>> {
  switch (encoding) {
    case 'json':
      return readJsonBody(request.body);
    case 'query':
      return { ok: true, data: givenFields(readQuery(request.query)) };
    case 'multipart':
      return readForm(request);
    case 'none':
      return { ok: true, data: {} };
  }
}

// `status=` in a query means: no status.
function givenFields(fields: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== ''));
}

async function readForm({ headers, body }: ServerRequest): Promise<Answer<unknown>> {
  const form = await readMultipartForm(
    headerOf(headers, 'content-type') ?? '',
    typeof body === 'string' ? Buffer.from(body) : (body ?? new Uint8Array()),
  );
  return form.ok ? { ok: true, data: { ...form.data.fields, ...form.data.files } } : form;
}

function mediaTypeOf(contentType = ''): string {
  // What nearly every request says.
  if (contentType === 'application/json') return contentType;
  return contentType.replace(/;.*$/s, '').trim().toLowerCase();
}

function unsupported(message: string): Answer<never> {
  return refuse({ status: 415, code: 'media_type_unsupported', message });
}

/** A form as it was sent: text fields by name, and files by the name of their field. */
interface MultipartForm {
  readonly fields: Readonly<Record<string, string>>;
  readonly files: Readonly<Record<string, Uint8Array>>;
}

// Twice and more what the form of spec §4.14 needs; the body's own limit bounds the file.
const limits = { fields: 40, files: 4, parts: 44, fieldSize: 65_536, headerPairs: 64 };

/** Reads a multipart form that is in memory already; a form that is cut off or has too many parts is refused. */
async function readMultipartForm(contentType: string, body: Uint8Array): Promise<Answer<MultipartForm>> {
  const { Busboy } = await import('@fastify/busboy');
  try {
    // A part with a type that is no text is a file, also without a file name (a Blob).
    const isPartAFile = (_field?: string, type?: string, fileName?: string) =>
      fileName !== undefined || (type !== undefined && !type.startsWith('text/'));
    const parser = new Busboy({ headers: { 'content-type': contentType }, limits, isPartAFile });
    return { ok: true, data: await parse(parser, body) };
  } catch {
    const message = 'The multipart form cannot be read: check its boundary and that it was sent whole.';
    return refuse({ status: 400, code: 'body_malformed', message });
  }
}

function parse(parser: BusboyInstance, body: Uint8Array): Promise<MultipartForm> {
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
      // Without a listener a form that is cut off in a file would end the process.
      stream.on('error', reject);
      stream.on('data', (chunk: Uint8Array) => chunks.push(chunk));
      stream.on('end', () => {
        files[name] = Buffer.concat(chunks);
      });
    });
    for (const limit of ['partsLimit', 'filesLimit', 'fieldsLimit'] as const) parser.on(limit, tooMuch);
    parser.on('error', reject);
    parser.on('finish', () => resolve({ fields, files }));
    parser.end(body);
  });
}
