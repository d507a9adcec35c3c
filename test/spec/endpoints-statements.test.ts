/** Spec §4.14 and §4.15 on the server: the form, its checks, the acknowledgement. */
import { describe, expect, test } from 'vitest';
import { readReply, serverWithCaller } from '../server/merchant.ts';

const FIELDS = {
  bvn: '22200000001',
  accountName: 'ADA OBIORA',
  accountNumber: '0100000011',
  accountType: 'savings',
  bankName: 'Guaranty Trust Bank',
  bankCode: '058',
};
const PDF = new Blob(['%PDF-1.7\n…'], { type: 'application/pdf' });

function form(fields: Record<string, string>, statement: Blob | undefined = PDF): FormData {
  const data = new FormData();
  for (const [name, value] of Object.entries(fields)) data.set(name, value);
  if (statement) data.set('statement', statement, 'statement.pdf');
  return data;
}

const PATHS = ['/v1/income/api/pdf-parser', '/v1/income/api/process-income'];
const headers = { token: 'pk_test_repaykit' };

describe.each(PATHS)('%s', (path) => {
  test('acknowledges a PDF with data null', async () => {
    const { server } = serverWithCaller();
    const { status, json } = await readReply(
      await server.fetch(path, { method: 'POST', headers, body: form({ ...FIELDS, password: 's3cret' }) }),
    );
    expect([status, json]).toEqual([200, { status: true, error: false, message: expect.any(String), data: null }]);
  });

  test('journals the upload without its content, its password or its person', async () => {
    const { server, send } = serverWithCaller();
    await server.fetch(path, { method: 'POST', headers, body: form({ ...FIELDS, password: 's3cret' }) });
    const { json, text } = await send('GET /_control/requests');
    expect(json.items[0]).toMatchObject({ status: 200, input: { bankCode: '058', statementBytes: PDF.size } });
    expect(text).not.toMatch(/s3cret|ADA OBIORA|22200000001|%PDF/);
  });

  test.each(Object.keys(FIELDS))('refuses a form without %s', async (missing) => {
    const { server } = serverWithCaller();
    const { [missing]: _left, ...rest } = FIELDS as Record<string, string>;
    const { status, json } = await readReply(await server.fetch(path, { method: 'POST', headers, body: form(rest) }));
    expect([status, json.data.fields]).toEqual([400, [{ path: missing, message: 'is missing' }]]);
  });

  test('refuses a form without the file, and a file that is no PDF', async () => {
    const { server } = serverWithCaller();
    const post = async (body: FormData) => readReply(await server.fetch(path, { method: 'POST', headers, body }));
    const without = form(FIELDS);
    without.delete('statement');
    expect((await post(without)).json.data.fields).toEqual([{ path: 'statement', message: 'must be given' }]);
    expect((await post(form(FIELDS, new Blob(['a,b\n1,2'], { type: 'text/csv' })))).json.data.code).toBe('not_a_pdf');
    expect((await post(form(FIELDS, new Blob([])))).json.data.code).toBe('not_a_pdf');
    expect((await post(form(FIELDS, new Blob([`${' '.repeat(1_000)}%PDF-1.4`])))).status).toBe(200);
    expect((await post(form(FIELDS, new Blob([`${' '.repeat(1_024)}%PDF-1.4`])))).json.data.code).toBe('not_a_pdf');
  });

  test('refuses a statement that was sent as text', async () => {
    const { server } = serverWithCaller();
    const body = form(FIELDS);
    body.set('statement', '%PDF-1.7');
    expect((await readReply(await server.fetch(path, { method: 'POST', headers, body }))).json.data.code).toBe(
      'not_a_pdf',
    );
  });

  test('refuses JSON, a form that is cut off, and one without a boundary', async () => {
    const { server } = serverWithCaller();
    const post = async (type: string, body: string) =>
      (await server.fetch(path, { method: 'POST', headers: { ...headers, 'content-type': type }, body })).status;
    const part =
      '--x\r\ncontent-disposition: form-data; name="statement"; filename="a.pdf"\r\ncontent-type: application/pdf\r\n\r\n%PDF-1.7 and then';
    expect(await post('application/json', '{}')).toBe(415);
    expect(await post('multipart/form-data; boundary=x', part)).toBe(400);
    expect(await post('multipart/form-data', part)).toBe(400);
    expect(await post('multipart/form-data; boundary=x', `${part}\r\n--x--\r\n`)).toBe(400);
  });

  test('takes a form over a port', async () => {
    const { server } = serverWithCaller();
    const { url } = await server.listen();
    expect((await fetch(`${url}${path}`, { method: 'POST', headers, body: form(FIELDS) })).status).toBe(200);
    expect((await fetch(`${url}${path}`, { method: 'POST', body: form(FIELDS) })).status).toBe(401);
    await server.close();
  });
});
