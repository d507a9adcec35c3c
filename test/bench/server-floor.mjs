// A bare node:http handler, hand-written: reads the body, answers with fixed bytes. The floor under every server of this kind.
import { createServer } from 'node:http';

process.once('message', ({ body }) => {
  const bytes = Buffer.from(body);
  const server = createServer((request, response) => {
    const chunks = [];
    request.on('data', (chunk) => chunks.push(chunk));
    request.on('end', () => {
      Buffer.concat(chunks);
      response.writeHead(200, { 'content-type': 'application/json; charset=utf-8', 'content-length': bytes.length });
      response.end(bytes);
    });
  });
  server.listen(0, '127.0.0.1', () => process.send({ port: server.address().port }));
});
process.once('disconnect', () => process.exit(0));
