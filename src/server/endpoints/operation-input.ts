import type { InputEncoding } from '../../wire/operations.ts';
import { readQuery } from '../../wire/request-target.ts';
import { type Answer, refuse } from '../answer.ts';
import { readMultipartForm } from '../engine/income/multipart-form.ts';
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
  return refuse({
    status: 413,
    code: 'body_too_large',
    message: `The body is larger than ${bodyLimit} bytes: send a smaller one, or raise the server's bodyLimit.`,
  });
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
  return (contentType.split(';', 1)[0] as string).trim().toLowerCase();
}

function unsupported(message: string): Answer<never> {
  return refuse({ status: 415, code: 'media_type_unsupported', message });
}
