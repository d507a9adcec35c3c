import { describe, expect, test } from 'vitest';
import { MANDATE_ID, place, serverWithCaller } from '../merchant.ts';

const TARGET = 'POST /v1/mandates/consent/business/get-mandate';

describe('hostile JSON', () => {
  test.each([
    ['arrays', '['.repeat(100_000)],
    ['objects', '{"a":'.repeat(100_000)],
    ['closed arrays', `${'['.repeat(200)}${']'.repeat(200)}`],
    ['arrays beside strings full of quotes', `{"a":"\\"[\\\\","b":${'['.repeat(5_000)}`],
  ])('nested too deep (%s) is refused as malformed', async (_name, raw) => {
    const { send } = serverWithCaller();
    expect(await send(TARGET, { raw })).toMatchObject({ status: 400, json: { data: { code: 'body_malformed' } } });
  });

  test('brackets inside of strings are no nesting', async () => {
    const { send } = serverWithCaller();
    await place(send);
    expect((await send(TARGET, { body: { mandateId: MANDATE_ID, note: `"\\${'[{'.repeat(1_000)}` } })).status).toBe(
      200,
    );
  });

  test.each([
    `{"mandateId":"${MANDATE_ID}","__proto__":{"polluted":true}}`,
    `{"mandateId":"${MANDATE_ID}","\\u005f_proto__":{"polluted":true}}`,
    `{"mandateId":"${MANDATE_ID}","constructor":{"prototype":{"polluted":true}}}`,
  ])('%s changes no prototype and counts as the request without it', async (raw) => {
    const { send, server } = serverWithCaller();
    await place(send);
    expect((await send(TARGET, { raw })).status).toBe(200);
    expect(({} as { polluted?: true }).polluted).toBeUndefined();
    const { items } = await server.controls.requests();
    expect(items.at(-1)?.input).not.toHaveProperty('polluted');
  });

  test.each([
    ['null'],
    ['[]'],
    ['7'],
    ['"text"'],
    ['{"mandateId":{"$ne":""}}'],
    ['{"mandateId":null}'],
    [`{"mandateId":["${MANDATE_ID}"]}`],
  ])('%s does not have the shape', async (raw) => {
    const { send } = serverWithCaller();
    expect(await send(TARGET, { raw })).toMatchObject({ status: 400, json: { data: { code: 'input_invalid' } } });
  });

  test('bytes that are no UTF-8 are refused', async () => {
    const { send } = serverWithCaller();
    expect((await send(TARGET, { raw: Uint8Array.of(0x7b, 0x22, 0xff, 0x22, 0x7d) })).json.data.code).toBe(
      'body_malformed',
    );
  });

  test.each([
    '/v1/%E0%A4%A',
    '/_control/mandates/%E0%A4%A',
    '/_files/%00',
    '/v1//',
    '/../etc',
    '/_control/accounts/058/%2e%2e',
  ])('the path %s is an unknown one', async (path) => {
    const { send } = serverWithCaller();
    expect((await send(`GET ${path}`)).status).toBe(404);
  });

  test('control calls refuse unknown fields, operations overlook them', async () => {
    const { send } = serverWithCaller();
    await place(send);
    expect((await send(TARGET, { body: { mandateId: MANDATE_ID, extra: 1 } })).status).toBe(200);
    expect(
      (await send('PATCH /_control/merchant', { body: { status: 'approved', extra: 1 } })).json.data.fields,
    ).toMatchObject([{ path: 'extra' }]);
  });
});
