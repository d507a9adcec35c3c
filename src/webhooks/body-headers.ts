/** What a request's headers say about its body, judged before the body is read. */
import type { RefusalCode } from './reply.ts';

/** Headers by name in any case; one that came several times is one text with commas. */
export type BodyHeaders = Pick<Headers, 'get'>;

/** Why a body that is announced so is not read; undefined when it may be. */
export function headerRefusal(headers: BodyHeaders): RefusalCode | undefined {
  return encodingRefusal(headers.get('content-encoding')) ?? typeRefusal(headers.get('content-type'));
}

/** Refuses compressed bodies: they are not the bytes that were signed, and a few of them can be made into millions. */
export function encodingRefusal(contentEncoding: string | null): RefusalCode | undefined {
  const codings = contentEncoding?.split(',').map((coding) => coding.trim().toLowerCase()) ?? [];
  return codings.every((coding) => coding === '' || coding === 'identity') ? undefined : 'body_encoded';
}

/** Refuses what is announced as something else than JSON in UTF-8. A sender that names no type is believed to send what it must. */
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
