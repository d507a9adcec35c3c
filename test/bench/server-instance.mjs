// In a process of its own: makes reference servers one after another, has each answer once, and then opens worlds in one; prints median milliseconds.
import { pathToFileURL } from 'node:url';

const { entryPoint, count } = JSON.parse(process.argv[2]);
const { createReferenceServer } = await import(pathToFileURL(entryPoint).href);

const headers = { token: 'pk_test_repaykit', 'content-type': 'application/json' };
const ask = (server, token) =>
  server.fetch('/v1/mandates/consent/business/get-mandate', {
    method: 'POST',
    headers: { ...headers, ...(token && { token }) },
    body: '{"mandateId":"aaaaaaaaaaaaaaaaaaaaaaaa"}',
  });

const millis = { made: [], answered: [], world: [] };
const shared = createReferenceServer();
for (let round = 0; round < count; round += 1) {
  const start = performance.now();
  const server = createReferenceServer();
  millis.made.push(performance.now() - start);
  await ask(server);
  millis.answered.push(performance.now() - start);
  await server.close();
  const opening = performance.now();
  await ask(shared, `pk_test_w${round}`);
  millis.world.push(performance.now() - opening);
}
await shared.close();
const median = (values) => values.sort((a, b) => a - b)[values.length >> 1];
process.stdout.write(
  JSON.stringify({ made: median(millis.made), answered: median(millis.answered), world: median(millis.world) }),
);
