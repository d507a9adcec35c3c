// In a process of its own: loads a client, constructs it, makes the first call; prints the milliseconds of both.
import { createRequire } from 'node:module';

const { url, client, format } = JSON.parse(process.argv[2]);
const require = createRequire(import.meta.url);
const app = {
  baseUrl: url,
  appId: '650000000000000000000001',
  businessId: '650000000000000000000002',
  publicKey: 'pk_test_bench',
  secretKey: 'sk_test_bench',
  segments: { mandate: 'mandates', discovery: 'discovery' },
};
const headers = { token: 'pk_test_bench' };

// By name for all: finding a package is part of loading it.
const load = async (name) => (format === 'cjs' ? require(name) : import(name));

const ways = {
  async repaykit() {
    const { RepayKit } = await load('repaykit');
    const kit = new RepayKit(app);
    return () => kit.mandates.get('a0b1c2d3e4f5a0b1c2d3e4f5');
  },
  async stripe() {
    const loaded = await load('stripe');
    const { hostname, port } = new URL(url);
    const stripe = new (loaded.default ?? loaded)('sk_test_bench', {
      host: hostname,
      port,
      protocol: 'http',
      telemetry: false,
      maxNetworkRetries: 0,
    });
    return () => stripe.customers.update('cus_bench', { name: 'Ada' });
  },
  async axios() {
    const loaded = await load('axios');
    const axios = (loaded.default ?? loaded).create({ baseURL: url, timeout: 15_000, headers });
    return () => axios.post('/get-mandate', { mandateId: 'a0b1c2d3e4f5a0b1c2d3e4f5' });
  },
};

const start = performance.now();
const call = await ways[client]();
const constructed = performance.now();
await call();
const answered = performance.now();
process.stdout.write(JSON.stringify({ loadMs: constructed - start, firstCallMs: answered - constructed }), () =>
  process.exit(0),
);
