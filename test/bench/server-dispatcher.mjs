// `undici.request` onto the reference server's dispatcher, or onto one that answers the same bytes without a server; prints microseconds per call.
import { pathToFileURL } from 'node:url';
import { Dispatcher, request } from 'undici';

// Until the compiler has seen everything.
const WARM_UP_CALLS = 50_000;
const SLICES = 12;
const SLICE_MS = 50;
const ORIGIN = 'http://127.0.0.1:65535';

const { entryPoint, subject, headers, placements, read } = JSON.parse(process.argv[2]);
const { createReferenceServer } = await import(pathToFileURL(entryPoint));
const server = createReferenceServer();
for (const { path, input } of placements) await answerOf(path, input);
const call = { method: 'POST', headers, body: read.input };
const { rawHeaders, bytes } = await answerOf(read.path, read.input);

class EmptyDispatcher extends Dispatcher {
  dispatch(_options, handler) {
    queueMicrotask(() => {
      handler.onConnect(() => undefined, {});
      handler.onHeaders(200, rawHeaders, () => undefined, 'OK');
      handler.onData(bytes);
      handler.onComplete([]);
    });
    return true;
  }
}

const dispatcher = subject === 'empty' ? new EmptyDispatcher() : server.dispatcher;
await microsPerCall({ calls: WARM_UP_CALLS });
const slices = [];
for (let slice = 0; slice < SLICES; slice += 1) slices.push(await microsPerCall({ durationMs: SLICE_MS }));
const [median] = slices.sort((a, b) => a - b).slice(SLICES / 2);
process.stdout.write(JSON.stringify(median), () => process.exit(0));

async function answerOf(path, body) {
  const answer = await server.fetch(path, { method: 'POST', headers, body });
  if (answer.status !== 200) throw new Error(await answer.text());
  const rawHeaders = [...answer.headers].flat().map((text) => Buffer.from(text));
  return { rawHeaders, bytes: Buffer.from(await answer.arrayBuffer()) };
}

async function microsPerCall({ durationMs = 0, calls = 0 }) {
  const start = performance.now();
  let answers = 0;
  while (answers < calls || performance.now() - start < durationMs) {
    for (let each = 0; each < 50; each += 1) {
      const { body } = await request(ORIGIN + read.path, { ...call, dispatcher });
      await body.text();
    }
    answers += 50;
    // As in any program: without a turn of the event loop undici's streams are never released.
    await new Promise((resume) => setImmediate(resume));
  }
  return ((performance.now() - start) * 1_000) / answers;
}
