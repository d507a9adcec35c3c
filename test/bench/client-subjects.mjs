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
export async function repaykit(url, { door, options = {} }) {
  const { RepayKit } = await import(pathToFileURL(door).href);
  const kit = new RepayKit({ baseUrl: url, ...appOptions, ...options });
  return { call: () => kit.mandates.get(mandateId), close: () => kit.close() };
}

/** The floor: undici on a pool, the answer parsed and not checked. */
export async function undici(url) {
  const { Pool } = await import('undici');
  const pool = new Pool(url, { connections: 64 });
  const headers = { accept: 'application/json', 'user-agent': 'repaykit', 'content-type': 'application/json', token: 'pk_test_bench' };
  const path = '/v1/mandates/consent/business/get-mandate';
  const call = async () => {
    const { body } = await pool.request({ path, method: 'POST', headers, body: JSON.stringify({ mandateId }) });
    return (await body.json()).data;
  };
  return { call, close: () => pool.close() };
}

/** A peer that merchants know. */
export async function stripe(url) {
  const { default: Stripe } = await import('stripe');
  const { hostname, port } = new URL(url);
  const client = new Stripe('sk_test_bench', { host: hostname, port, protocol: 'http', telemetry: false, maxNetworkRetries: 0 });
  return { call: () => client.customers.update('cus_bench', { name: 'Ada' }), close: async () => {} };
}

/** A client that many wrap by hand. */
export async function axios(url) {
  const [{ default: client }, { Agent }] = await Promise.all([import('axios'), import('node:http')]);
  const httpAgent = new Agent({ keepAlive: true, maxSockets: 64 });
  return { call: async () => (await client.post(`${url}/get-mandate`, { mandateId }, { httpAgent })).data, close: async () => httpAgent.destroy() };
}
