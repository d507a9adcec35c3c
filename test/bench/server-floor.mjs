// Servers that answer with fixed bytes: a bare, handwritten node:http handler that reads the body, and fastify, which checks it with a schema.
import { createServer } from 'node:http';
import fastify from 'fastify';

const contentType = 'application/json; charset=utf-8';

const start = {
  'node:http': (body) => {
    const bytes = Buffer.from(body);
    const server = createServer((request, response) => {
      const chunks = [];
      request.on('data', (chunk) => chunks.push(chunk));
      request.on('end', () => {
        Buffer.concat(chunks);
        response.writeHead(200, { 'content-type': contentType, 'content-length': bytes.length });
        response.end(bytes);
      });
    });
    return new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(server.address().port)));
  },
  fastify: async (body, path) => {
    const mandateId = { type: 'string', pattern: '^[0-9a-fA-F]{24}$' };
    const schema = { body: { type: 'object', required: ['mandateId'], properties: { mandateId } } };
    const app = fastify();
    app.post(path, { schema }, (_request, reply) => reply.type(contentType).send(body));
    await app.listen({ port: 0, host: '127.0.0.1' });
    return app.server.address().port;
  },
};

process.once('message', async ({ subject, body, path }) => process.send(await start[subject](body, path)));
