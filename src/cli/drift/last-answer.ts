import { lentTransport } from '../../http/lent-transport.ts';
import type { Transport, TransportResponse } from '../../http/transport.ts';

/** A transport, and the answer that it brought last. */
export interface LastAnswer {
  readonly transport: Transport;
  /** Undefined where none came to the last request. */
  readonly response: () => TransportResponse | undefined;
}

/** Keeps the last answer, because the client hands out no body that it cannot read; for a caller that asks one thing after another. */
export function keepLastAnswer(transport: Transport): LastAnswer {
  let last: TransportResponse | undefined;
  const keeping: Transport = {
    ...lentTransport(transport),
    async send(request) {
      last = undefined;
      last = await transport.send(request);
      return last;
    },
    close: () => transport.close(),
  };
  return { transport: keeping, response: () => last };
}
