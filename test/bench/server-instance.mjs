// What a test pays for a server of its own: creates, asks once and closes one after another; or asks a new world of one server; or a new hono app. Prints the median microseconds.
import { pathToFileURL } from 'node:url';
import { Hono } from 'hono';

const { entryPoint, subject, count } = JSON.parse(process.argv[2]);
const { createReferenceServer } = await import(pathToFileURL(entryPoint).href);

const path = '/v1/mandates/consent/business/get-mandate';
const call = (token) => ({
  method: 'POST',
  headers: { token, 'content-type': 'application/json' },
  body: '{"mandateId":"aaaaaaaaaaaaaaaaaaaaaaaa"}',
});
const shared = createReferenceServer();

const subjects = {
  instance: async () => {
    const server = createReferenceServer();
    await answered(await server.fetch(path, call('pk_test_mine')));
    await server.close();
  },
  world: async (index) => answered(await shared.fetch(path, call(`pk_test_w${index}`))),
  hono: async () => {
    const app = new Hono().post(path, async (context) => {
      await context.req.json();
      return context.json({ status: false }, 404);
    });
    await answered(await app.request(path, call('pk_test_mine')));
  },
};

async function answered(answer) {
  if (answer.status !== 404) throw new Error(`answered ${answer.status}`);
  await answer.arrayBuffer();
}

const micros = [];
for (let index = 0; index < count; index += 1) {
  const start = performance.now();
  await subjects[subject](index);
  micros.push((performance.now() - start) * 1_000);
}
process.stdout.write(JSON.stringify(micros.sort((a, b) => a - b)[count >> 1]), () => process.exit(0));
