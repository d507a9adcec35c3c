// Keeps one request in flight on each of many connections for a while and counts the answers. Plain sockets: a client library would be the bottleneck.
import { connect } from 'node:net';

process.on('message', async ({ port, requests, bodyLength, connections, durationMs }) => {
  const state = { answers: 0, isOver: false, texts: requests.map((text) => Buffer.from(text)), next: 0 };
  const sockets = Array.from({ length: connections }, () => keepAsking({ port, bodyLength, state }));
  const start = performance.now();
  await new Promise((resolve) => setTimeout(resolve, durationMs));
  state.isOver = true;
  const elapsedMs = performance.now() - start;
  const { answers } = state;
  for (const socket of sockets) socket.destroy();
  process.send({ perSecond: (answers / elapsedMs) * 1000 });
});
process.once('disconnect', () => process.exit(0));

function keepAsking({ port, bodyLength, state }) {
  const ask = () => {
    socket.write(state.texts[state.next % state.texts.length]);
    state.next += 1;
  };
  const socket = connect(port, '127.0.0.1', ask);
  let rest = Buffer.alloc(0);
  socket.setNoDelay(true);
  socket.on('error', (error) => {
    throw error;
  });
  socket.on('data', (chunk) => {
    rest = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
    const head = rest.indexOf('\r\n\r\n');
    if (head < 0) return;
    // Peers write bodies of other lengths.
    const length = bodyLength ?? Number(/content-length: (\d+)/i.exec(rest.toString('latin1', 0, head))?.[1]);
    if (Number.isNaN(length)) throw new Error('answered without a length');
    if (rest.length < head + 4 + length) return;
    if (rest.toString('latin1', 9, 12) !== '200')
      throw new Error(`answered ${rest.toString('latin1', 9, 12)}: ${rest}`);
    rest = rest.subarray(head + 4 + length);
    state.answers += 1;
    if (!state.isOver) ask();
  });
  return socket;
}
