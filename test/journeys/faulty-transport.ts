import type { Transport, TransportRequest, TransportResponse } from '../../src/http/transport.ts';

/** What goes wrong with one request: before anything left, or after the service did what it was asked. */
export type TransportFault = 'refused' | 'reset-after' | 'error-after' | 'cut-after' | 'silence-after' | AnsweredFault;

/** An answer that the service never gave; `body` as text is sent as it is. */
export interface AnsweredFault {
  readonly status: number;
  readonly body: object | string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** A transport on which things go wrong as `decide` says; it sees every request before it leaves, and counts from 1. */
export function faulty(
  transport: Transport,
  decide: (
    request: TransportRequest,
    count: number,
  ) => TransportFault | undefined | Promise<TransportFault | undefined>,
): Transport {
  let count = 0;
  return {
    reportsLeaving: true,
    close: () => transport.close(),
    async send(request) {
      count += 1;
      const fault = await decide(request, count);
      if (fault === 'refused') throw failure('ECONNREFUSED');
      if (typeof fault === 'object') {
        request.leaving();
        const body = typeof fault.body === 'string' ? fault.body : JSON.stringify(fault.body);
        return answer(fault.status, body, fault.headers);
      }
      const response = await transport.send(request);
      switch (fault) {
        case undefined:
          return response;
        case 'reset-after':
          throw failure('ECONNRESET');
        case 'error-after':
          return answer(500, '{"status":false,"error":true,"message":"Something went wrong","data":null}');
        case 'cut-after':
          return answer(200, '{"status":true,"error":false,"data":{"mandate');
        case 'silence-after':
          return new Promise(() => {});
      }
    },
  };
}

function failure(code: string): Error {
  return Object.assign(new Error(code), { code });
}

function answer(status: number, body: string, headers?: Readonly<Record<string, string>>): TransportResponse {
  return { status, headers: { 'content-type': 'application/json', ...headers }, body, bodyBytes: body.length };
}
