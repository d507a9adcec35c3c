// The calls that are compared. Each makes one request of the same kind: JSON up, some 700 bytes of JSON down; or a PDF up, if `bytes` gives its length.
import { pathToFileURL } from 'node:url';

const mandateId = 'a0b1c2d3e4f5a0b1c2d3e4f5';
const appOptions = {
  appId: '650000000000000000000001',
  businessId: '650000000000000000000002',
  publicKey: 'pk_test_bench',
  secretKey: 'sk_test_bench',
  segments: { mandate: 'mandates', discovery: 'discovery' },
};
const statement = {
  bvn: '22200000001',
  accountName: 'ADA OBI',
  accountNumber: '0123456789',
  accountType: 'savings',
  bankName: 'Sample Bank',
  bankCode: '058',
};
const path = '/v1/mandates/consent/business/get-mandate';
const uploadPath = '/v1/income/api/pdf-parser';
const headers = { accept: 'application/json', 'user-agent': 'repaykit', token: 'pk_test_bench' };
const jsonHeaders = { ...headers, 'content-type': 'application/json' };
const pdfOf = (bytes) => Buffer.alloc(bytes, '%PDF-1.7\n');

/** repaykit: checked input and answer, one deadline. */
export async function repaykit({ url, entryPoint, bytes, options = {} }) {
  const { RepayKit } = await import(pathToFileURL(entryPoint).href);
  const kit = new RepayKit({ baseUrl: url, ...appOptions, ...options });
  const pdf = bytes && pdfOf(bytes);
  const call = pdf
    ? () => kit.income.uploadStatement({ ...statement, statement: pdf })
    : () => kit.mandates.get(mandateId);
  return { call, close: () => kit.close() };
}

/** The floor: a handler of our own on undici's pool, with no stream for the answer; parsed and not checked. */
export async function dispatch({ url }) {
  const { Pool } = await import('undici');
  const pool = new Pool(url, { connections: 64 });
  const call = () =>
    new Promise((resolve, reject) => {
      const chunks = [];
      const handler = {
        onRequestStart: () => undefined,
        onResponseStart: () => undefined,
        onResponseData: (_controller, chunk) => chunks.push(chunk),
        onResponseEnd: () => resolve(JSON.parse(Buffer.concat(chunks).toString()).data),
        onResponseError: (_controller, error) => reject(error),
      };
      const body = JSON.stringify({ mandateId });
      pool.dispatch({ path, method: 'POST', headers: jsonHeaders, body }, handler);
    });
  return { call, close: () => pool.close() };
}

/** undici as it is used: `request` on a pool, the answer parsed and not checked. */
export async function undici({ url, bytes }) {
  const { FormData, Pool } = await import('undici');
  const pool = new Pool(url, { connections: 64 });
  const pdf = bytes && pdfOf(bytes);
  const request = () => {
    if (!pdf) return { path, method: 'POST', headers: jsonHeaders, body: JSON.stringify({ mandateId }) };
    return { path: uploadPath, method: 'POST', headers, body: formOf(new FormData(), pdf) };
  };
  const call = async () => {
    const { body } = await pool.request(request());
    return (await body.json()).data;
  };
  return { call, close: () => pool.close() };
}

/** A peer that lenders know. */
export async function stripe({ url, bytes }) {
  const { default: Stripe } = await import('stripe');
  const { hostname, port } = new URL(url);
  const options = { host: hostname, port, protocol: 'http', telemetry: false, maxNetworkRetries: 0 };
  const client = new Stripe('sk_test_bench', options);
  const pdf = bytes && pdfOf(bytes);
  const file = { data: pdf, name: 'statement.pdf', type: 'application/pdf' };
  const call = pdf
    ? () => client.files.create({ purpose: 'dispute_evidence', file })
    : () => client.customers.update('cus_bench', { name: 'Ada' });
  return { call, close: async () => {} };
}

/** A client that many wrap by hand, as they do: kept connections, a time-out, the same headers. */
export async function axios({ url, bytes }) {
  const [{ default: client }, { Agent }] = await Promise.all([import('axios'), import('node:http')]);
  const httpAgent = new Agent({ keepAlive: true, maxSockets: 64 });
  const instance = client.create({ baseURL: url, httpAgent, headers, timeout: 15_000 });
  const pdf = bytes && pdfOf(bytes);
  const call = pdf
    ? async () => (await instance.post(uploadPath, formOf(new FormData(), pdf))).data.data
    : async () => (await instance.post(path, { mandateId })).data.data;
  return { call, close: async () => httpAgent.destroy() };
}

function formOf(form, pdf) {
  for (const [name, value] of Object.entries(statement)) form.append(name, value);
  form.append('statement', new Blob([pdf], { type: 'application/pdf' }), 'statement.pdf');
  return form;
}
