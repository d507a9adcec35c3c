import type { Transport } from '../../src/http/transport.ts';

type Data = Record<string, unknown>;

/** A service that answers the requests of a path differently: `change` is given the payload of each answer and returns another. */
export function altered(transport: Transport, path: string, change: (data: never) => unknown): Transport {
  return {
    reportsLeaving: true,
    close: async () => {},
    async send(request) {
      const response = await transport.send(request);
      if (!request.path.split('?')[0]?.endsWith(path) || response.status !== 200) return response;
      const envelope = JSON.parse(response.body) as Data;
      const body = JSON.stringify({ ...envelope, data: change(envelope.data as never) });
      return { ...response, body, bodyBytes: Buffer.byteLength(body) };
    },
  };
}

/** A service that shows no more of its instalments than these fields. Spec §2.2 promises `_id` alone. */
export function showingOnly(fields: readonly string[], transport: Transport): Transport {
  return altered(
    transport,
    '/get-mandate',
    ({ repaymentDetails, ...data }: { repaymentDetails: { breakdown: Data[] } }) => ({
      ...data,
      repaymentDetails: {
        breakdown: repaymentDetails.breakdown.map((item) =>
          Object.fromEntries(fields.map((field) => [field, item[field]])),
        ),
      },
    }),
  );
}
