import { describe, expect, test } from 'vitest';
import {
  encodingRefusal,
  headerRefusal,
  type RefusalCode,
  readCappedBody,
  received,
  refused,
  typeRefusal,
} from '../../src/webhooks/http-exchange.ts';

describe('a body announced as JSON may be read', () => {
  test.each([
    null,
    'application/json',
    'APPLICATION/JSON',
    'application/json;',
    'application/json ; charset=utf-8',
    'application/json;charset=UTF-8',
    'application/json; charset="utf-8"',
    'application/json; Charset = utf8 ; version=1',
    'application/vnd.repay.v1+json',
    'application/json; utf-16',
    'application/json; version="charset"',
  ])('%j', (type) => {
    expect(typeRefusal(type)).toBeUndefined();
  });
});

describe('a body announced as something else is not read', () => {
  test.each([
    '',
    ' ',
    'json',
    'text/json',
    'text/plain',
    'application/jsonp',
    'application/json-seq',
    'application/ndjson',
    'xapplication/json',
    'application/json, application/json',
    'application/json charset=utf-8',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=json',
    'application/++++x',
  ])('of type %j', (type) => {
    expect(typeRefusal(type)).toBe('not_json');
  });

  test.each([
    'utf-16',
    'iso-8859-1',
    'us-ascii',
    '',
    '"utf-8',
    'utf-8"',
    'utf-8, utf-16',
    'utf-8; charset=utf-16',
    'utf-16; charset=utf-8',
    '=utf-8',
  ])('with the charset %j', (charset) => {
    expect(typeRefusal(`application/json; charset=${charset}`)).toBe('charset_not_utf8');
  });
});

describe('the coding of a body', () => {
  test.each([null, '', 'identity', ' Identity ', 'identity, identity', ','])('%j is none', (coding) => {
    expect(encodingRefusal(coding)).toBeUndefined();
  });

  test.each([
    'gzip',
    'br',
    'deflate',
    'zstd',
    'x-gzip',
    'identity, gzip',
    'gzip, identity',
    'identity;q=1',
    'identityx',
    '*',
    '\u0000',
  ])('%j is refused', (coding) => {
    expect(encodingRefusal(coding)).toBe('body_encoded');
  });
});

test('headers are judged together, the coding first', () => {
  const judged = (headers: Record<string, string>) => headerRefusal(new Headers(headers));
  expect(judged({})).toBeUndefined();
  expect(judged({ 'Content-Type': 'application/json', 'Content-Encoding': 'identity' })).toBeUndefined();
  expect(judged({ 'content-encoding': 'gzip', 'content-type': 'text/plain' })).toBe('body_encoded');
  expect(judged({ 'content-type': 'text/plain' })).toBe('not_json');
  expect(judged({ 'content-type': 'application/json; charset=utf-16' })).toBe('charset_not_utf8');
});

test.each<[RefusalCode, string, string | null]>([
  ['body_encoded', 'accept-encoding', 'identity'],
  ['charset_not_utf8', 'accept-encoding', null],
  ['not_json', 'allow', null],
])('%s is answered 415, with %s: %s', async (code, header, value) => {
  const response = refused(code);
  expect([response.status, response.headers.get(header), await response.json()]).toEqual([
    415,
    value,
    { received: false, code },
  ]);
});

test.each<[number, () => Response, object]>([
  [200, received, { received: true }],
  [401, () => refused('webhook_unverified'), { received: false, code: 'webhook_unverified' }],
])('an answer of %i is JSON', async (status, answer, said) => {
  const response = answer();
  expect([response.status, response.headers.get('content-type'), await response.text()]).toEqual([
    status,
    'application/json',
    JSON.stringify(said),
  ]);
});

test('another method is answered with the one that is taken', () => {
  expect([refused('method_not_allowed').status, refused('method_not_allowed').headers.get('allow')]).toEqual([
    405,
    'POST',
  ]);
});

describe('a body is read up to its limit', () => {
  /** A body that comes in these parts, and how many of them were asked for. */
  function inParts(parts: readonly string[], headers: Record<string, string> = {}) {
    const asked = { parts: 0, isCancelled: false };
    const body = new ReadableStream<Uint8Array>(
      {
        pull(controller) {
          const part = parts[asked.parts];
          asked.parts += 1;
          if (part === undefined) controller.close();
          else controller.enqueue(new TextEncoder().encode(part));
        },
        cancel: () => void Object.assign(asked, { isCancelled: true }),
      },
      { highWaterMark: 0 },
    );
    return { request: { headers: new Headers(headers), body }, asked };
  }

  test('whole, however it is divided', async () => {
    const { request } = inParts(['{"a"', ':', '1}']);
    const bytes = Buffer.from('{"a":1}');
    expect(await readCappedBody(request, 7)).toEqual({ kind: 'bytes', bytes });
  });

  test('and no further', async () => {
    const { request, asked } = inParts(['abc', 'def', 'ghi', 'jkl']);
    expect(await readCappedBody(request, 5)).toEqual({ kind: 'too-large' });
    expect(asked).toEqual({ parts: 2, isCancelled: true });
  });

  test.each([
    ['5', { kind: 'bytes', bytes: Buffer.from('abcde') }, 2],
    ['6', { kind: 'too-large' }, 0],
    ['x', { kind: 'bytes', bytes: Buffer.from('abcde') }, 2],
  ])('of 5 bytes, where its length is announced as %s', async (length, read, parts) => {
    const { request, asked } = inParts(['abcde'], { 'content-length': length });
    expect(await readCappedBody(request, 5)).toEqual(read);
    expect(asked.parts).toBe(parts);
  });

  test('also where there is none', async () => {
    const none = { headers: new Headers(), body: null };
    expect(await readCappedBody(none, 5)).toEqual({ kind: 'bytes', bytes: new Uint8Array() });
  });

  test('and is broken where its sender is gone', async () => {
    const body = new ReadableStream<Uint8Array>({ pull: (controller) => controller.error(new Error('reset')) });
    expect(await readCappedBody({ headers: new Headers(), body }, 5)).toEqual({ kind: 'broken' });
  });
});
