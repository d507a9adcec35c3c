// Sends collections over connections that are kept: as many as are answered (`closed`), or so many a second whatever comes back (`open`).
import { connect } from 'node:net';
import { pathToFileURL } from 'node:url';
import { benchBodies, liveSecret, numberPlace } from './webhooks-payloads.mjs';

// An open load that is not answered this long after its end is given up.
const TIMEOUT_MS = 15_000;

const loads = { closed, open };

process.on('message', async ({ load, entryPoint, ...task }) => {
  const { collection } = benchBodies(await import(pathToFileURL(entryPoint).href));
  process.send(await loads[load]({ ...task, body: collection }));
});
process.once('disconnect', () => process.exit(0));

/** One delivery in flight on each connection. */
async function closed({ port, body, first, connections, durationMs }) {
  const texts = deliveries(body, first);
  const start = performance.now();
  let answers = 0;
  const lines = await lineUp(port, connections);
  const over = lines.map(async (line) => {
    while (performance.now() - start < durationMs) {
      await line.send(texts());
      answers += 1;
    }
    line.close();
  });
  await Promise.all(over);
  return { perSecond: (answers * 1_000) / (performance.now() - start), answers };
}

/** Deliveries fall due at random times, as independent senders send; each is timed from when it fell due, also while it waits for a connection. */
async function open({ port, body, first, connections, durationMs, perSecond }) {
  const texts = deliveries(body, first);
  const free = await lineUp(port, connections);
  const chance = lottery(first);
  const waiting = [];
  const tookMs = [];
  let sent = 0;
  const start = performance.now();
  let dueAt = start - (Math.log(1 - chance()) * 1_000) / perSecond;

  const sendWaiting = () => {
    while (free.length > 0 && waiting.length > 0) {
      const line = free.shift();
      const since = waiting.shift();
      void line.send(texts()).then(() => {
        tookMs.push(performance.now() - since);
        free.push(line);
        sendWaiting();
      });
    }
  };

  while (dueAt - start < durationMs || tookMs.length < sent) {
    for (
      ;
      dueAt <= performance.now() && dueAt - start < durationMs;
      dueAt -= (Math.log(1 - chance()) * 1_000) / perSecond
    ) {
      sent += 1;
      waiting.push(dueAt);
    }
    sendWaiting();
    if (performance.now() - start > durationMs + TIMEOUT_MS)
      throw new Error(`${sent - tookMs.length} of ${sent} deliveries were not answered`);
    await new Promise((resolve) => setTimeout(resolve, 1));
  }
  for (const line of free) line.close();
  return { answers: tookMs.length, tookMs };
}

// The same times of arrival in every run.
function lottery(seed) {
  let state = (seed * 2_654_435_761 + 1) >>> 0;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

/** Deliveries that differ in their number. */
function deliveries(body, first) {
  const [before, after] = body.split(numberPlace);
  const length = Buffer.byteLength(body);
  const head = `POST /webhooks HTTP/1.1\r\nhost: 127.0.0.1\r\ncontent-type: application/json\r\nx-auth-signature: ${liveSecret}\r\ncontent-length: ${length}\r\n\r\n`;
  let number = first;
  return () => {
    number += 1;
    return `${head}${before}${String(number).padStart(numberPlace.length, '0')}${after}`;
  };
}

function lineUp(port, connections) {
  return Promise.all(Array.from({ length: connections }, () => lineTo(port)));
}

function lineTo(port) {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.setNoDelay(true);
    let answered;
    let rest = '';
    socket.on('error', (error) => {
      throw error;
    });
    socket.on('close', () => {
      if (answered) throw new Error('a connection was closed before the answer');
    });
    socket.on('data', (chunk) => {
      rest += chunk.toString('latin1');
      if (!isWhole(rest)) return;
      if (!rest.startsWith('HTTP/1.1 200')) throw new Error(`answered ${rest}`);
      rest = '';
      const done = answered;
      answered = undefined;
      done();
    });
    const send = (text) =>
      new Promise((done) => {
        answered = done;
        socket.write(text);
      });
    socket.on('connect', () => resolve({ send, close: () => socket.destroy() }));
  });
}

function isWhole(text) {
  const head = text.indexOf('\r\n\r\n');
  if (head < 0) return false;
  const length = /^content-length: (\d+)/im.exec(text.slice(0, head))?.[1];
  return length === undefined ? text.endsWith('\r\n0\r\n\r\n') : text.length >= head + 4 + Number(length);
}
