import type { Transport } from './transport.ts';

/** A transport for a second client to use: closing that client leaves the connections to the one who lent them. */
export function lentTransport(transport: Transport): Transport {
  return {
    ...(transport.reportsLeaving === undefined ? {} : { reportsLeaving: transport.reportsLeaving }),
    provesUnsent: (error) => transport.provesUnsent?.(error) ?? false,
    send: (request) => transport.send(request),
    close: async () => {},
  };
}
