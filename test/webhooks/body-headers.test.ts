import { describe, expect, test } from 'vitest';
import {
  encodingRefusal,
  headerRefusal,
  type RefusalCode,
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

test('another method is answered with the one that is taken', () => {
  expect([refused('method_not_allowed').status, refused('method_not_allowed').headers.get('allow')]).toEqual([
    405,
    'POST',
  ]);
});
