import type { IncomingMessage } from 'node:http';

/** Can the bytes still be read from the socket, all of them? */
export function isUnread(incoming: IncomingMessage): boolean {
  // Compared with false: what hosts pass off as a request may have no stream at all.
  return incoming.readableDidRead === false && !incoming.readableEnded;
}

/** The body as a stream that, unlike `Readable.toWeb`, leaves the connection alive when the reader gives up, so that 413 can still be answered. */
export function bodyStream(incoming: IncomingMessage): ReadableStream<Uint8Array> {
  let isOver = false;
  return new ReadableStream<Uint8Array>({
    start(controller) {
      const end = (how: () => void) => {
        if (!isOver) how();
        isOver = true;
      };
      // A sender that is gone already says so no more.
      if (incoming.destroyed) return end(() => controller.error(new Error('the sender went away')));
      incoming.pause();
      incoming.on('data', (chunk: Uint8Array) => {
        if (isOver) return;
        controller.enqueue(chunk);
        incoming.pause();
      });
      incoming.on('end', () => end(() => controller.close()));
      incoming.on('error', (error) => end(() => controller.error(error)));
      incoming.on('close', () => end(() => controller.error(new Error('the sender went away'))));
    },
    pull() {
      incoming.resume();
    },
    cancel() {
      isOver = true;
      incoming.resume();
    },
  });
}
