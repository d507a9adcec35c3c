/** A raw HTTP server for uploads: it decides while the body still arrives, where the loopback service waits for its end. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';

/** What reached the sink. */
export interface UploadSink {
  readonly url: string;
  /** Requests whose head arrived. */
  readonly requests: () => number;
  /** Bytes of bodies that arrived. */
  readonly bytes: () => number;
}

/** Starts a sink that ends with the test. `onRequest` reads the body, or does not. */
export async function uploadSink(
  onRequest: (request: IncomingMessage, response: ServerResponse) => void,
): Promise<UploadSink> {
  let [requests, bytes] = [0, 0];
  const server = createServer((request, response) => {
    requests += 1;
    request.on('error', () => {});
    onRequest(request, response);
    request.on('data', (chunk: Buffer) => (bytes += chunk.byteLength));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    return new Promise<void>((resolve) => server.close(() => resolve()));
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests: () => requests,
    bytes: () => bytes,
  };
}

/** Takes the whole body, then answers with success. */
export function swallow(request: IncomingMessage, response: ServerResponse): void {
  request.on('end', () =>
    response
      .writeHead(200, { 'content-type': 'application/json' })
      .end('{"status":true,"message":null,"error":false,"data":null}'),
  );
}

/** Reads a little, then does something. */
export function afterTheFirstBytes(
  act: (request: IncomingMessage, response: ServerResponse) => void,
): (request: IncomingMessage, response: ServerResponse) => void {
  return (request, response) => void request.once('data', () => act(request, response));
}
