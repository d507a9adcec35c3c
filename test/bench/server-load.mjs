// Keeps one request in flight on each of many connections for a while and counts the answers. Plain sockets: a client library would be the bottleneck.
import { connect } from 'node:net';

process.on('message', async ({ port, request, bodyLength, connections, durationMs }) => {
  const state = { answers: 0, isOver: false };
  const sockets = Array.from({ length: connections }, () => keepAsking({ port, request: Buffer.from(request), bodyLength, state }));
  const start = performance.now();
  await new Promise((resolve) => setTimeout(resolve, durationMs));
  state.isOver = true;
  const elapsedMs = performance.now() - start;
  const { answers } = state;
  for (const socket of sockets) socket.destroy();
  process.send({ perSecond: (answers / elapsedMs) * 1000 });
});
process.once('disconnect', () => process.exit(0));

function keepAsking({ port, request, bodyLength, state }) {
  const socket = connect(port, '127.0.0.1', () => socket.write(request));
  let rest = Buffer.alloc(0);
  socket.setNoDelay(true);
  socket.on('error', (error) => {
    throw error;
  });
  socket.on('data', (chunk) => {
    rest = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
    const head = rest.indexOf('\r\n\r\n');
    if (head < 0 || rest.length < head + 4 + bodyLength) return;
    if (rest.toString('latin1', 9, 12) !== '200') throw new Error(`answered ${rest.toString('latin1', 9, 12)}`);
    rest = rest.subarray(head + 4 + bodyLength);
    state.answers += 1;
    if (!state.isOver) socket.write(request);
  });
  return socket;
}
