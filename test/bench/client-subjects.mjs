// The calls that are compared. Each makes one request of the same kind: JSON up, some 700 bytes of JSON down.
import { pathToFileURL } from 'node:url';

const mandateId = 'a0b1c2d3e4f5a0b1c2d3e4f5';
const appOptions = {
  appId: '650000000000000000000001',
  businessId: '650000000000000000000002',
  publicKey: 'pk_test_bench',
  secretKey: 'sk_test_bench',
  segments: { mandate: 'mandates', discovery: 'discovery' },
};

/** repaykit: checked input and answer, one deadline. */
export async function repaykit(url, { entryPoint, options = {} }) {
  const { RepayKit } = await import(pathToFileURL(entryPoint).href);
  const kit = new RepayKit({ baseUrl: url, ...appOptions, ...options });
  return { call: () => kit.mandates.get(mandateId), close: () => kit.close() };
}

const path = '/v1/mandates/consent/business/get-mandate';
const headers = {
  accept: 'application/json',
  'user-agent': 'repaykit',
  'content-type': 'application/json',
  token: 'pk_test_bench',
};

/** The floor: a handler of our own on undici's pool, with no stream for the answer; parsed and not checked. */
export async function dispatch(url) {
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
      pool.dispatch({ path, method: 'POST', headers, body: JSON.stringify({ mandateId }) }, handler);
    });
  return { call, close: () => pool.close() };
}

/** undici as it is used: `request` on a pool, the answer parsed and not checked. */
export async function undici(url) {
  const { Pool } = await import('undici');
  const pool = new Pool(url, { connections: 64 });
  const call = async () => {
    const { body } = await pool.request({ path, method: 'POST', headers, body: JSON.stringify({ mandateId }) });
    return (await body.json()).data;
  };
  return { call, close: () => pool.close() };
}

/** A peer that lenders know. */
export async function stripe(url) {
  const { default: Stripe } = await import('stripe');
  const { hostname, port } = new URL(url);
  const client = new Stripe('sk_test_bench', {
    host: hostname,
    port,
    protocol: 'http',
    telemetry: false,
    maxNetworkRetries: 0,
  });
  return { call: () => client.customers.update('cus_bench', { name: 'Ada' }), close: async () => {} };
}

/** A client that many wrap by hand, as they do: kept connections, a time-out, the same headers. */
export async function axios(url) {
  const [{ default: client }, { Agent }] = await Promise.all([import('axios'), import('node:http')]);
  const httpAgent = new Agent({ keepAlive: true, maxSockets: 64 });
  const instance = client.create({ baseURL: url, httpAgent, headers, timeout: 15_000 });
  const call = async () => (await instance.post(path, { mandateId })).data.data;
  return { call, close: async () => httpAgent.destroy() };
}
