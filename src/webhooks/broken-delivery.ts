/** Breaks a good delivery in one way: its bytes, its headers, or what it says. Pure: nothing is sent. */
import { gzipSync } from 'node:zlib';
import type { BrokenKind } from './broken-kinds.ts';
import { breakPayload, type DeliveryDraft, isPayloadFault, type PayloadFault } from './broken-payload.ts';

/** A delivery that is not what it should be, ready to be sent. */
export interface BrokenTestDelivery {
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  /** Byte for byte: it may be no text at all. */
  readonly body: Uint8Array;
  /** How often it is to be sent: twice where repetition is what is wrong. */
  readonly times: 1 | 2;
}

// What a receiver of megabytes would still be wrong to take.
const OVERSIZE_BYTES = 1_048_577;

const breakages: { readonly [Kind in Exclude<BrokenKind, PayloadFault>]: (sent: Sent) => Partial<BrokenTestDelivery> } = {
  'wrong-secret': ({ headers, secretHeader }) => ({ headers: { ...headers, [secretHeader]: otherSecret(headers[secretHeader] ?? '') } }),
  'missing-secret': ({ headers, secretHeader }) => ({ headers: Object.fromEntries(Object.entries(headers).filter(([name]) => name !== secretHeader)) }),
  truncated: ({ body }) => ({ body: body.subarray(0, Math.ceil(body.length / 2)) }),
  'not-json': ({ kind }) => ({ body: Buffer.from(new URLSearchParams({ event: kind, status: 'success' }).toString()) }),
  'wrong-content-type': ({ headers }) => ({ headers: { ...headers, 'content-type': 'text/plain' } }),
  'empty-body': () => ({ body: Buffer.alloc(0) }),
  oversized: ({ body }) => ({ body: Buffer.concat([body, Buffer.alloc(Math.max(0, OVERSIZE_BYTES - body.length), ' ')]) }),
  utf16: ({ body }) => ({ body: Buffer.from(`\uFEFF${body}`, 'utf16le') }),
  'gzip-encoded': ({ headers, body }) => ({ headers: { ...headers, 'content-encoding': 'gzip' }, body: gzipSync(body) }),
  duplicate: () => ({ times: 2 }),
  bom: ({ body }) => ({ body: Buffer.from(`\uFEFF${body}`) }),
  'proto-pollution': ({ body }) => ({
    body: Buffer.from(`{"__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":true}},${body.toString().slice(1)}`),
  }),
};

interface Sent extends DeliveryDraft {
  readonly body: Buffer;
}

/** Breaks a draft. @throws InputError when an event has nothing that could be wrong in this way. */
export function breakDelivery(draft: DeliveryDraft, broken: BrokenKind): BrokenTestDelivery {
  const payload = isPayloadFault(broken) ? breakPayload(draft, broken) : draft.payload;
  const good = { headers: draft.headers, body: Buffer.from(JSON.stringify(payload)), times: 1 } as const;
  return isPayloadFault(broken) ? good : { ...good, ...breakages[broken]({ ...draft, ...good }) };
}

// Of the same length, so that a comparison that stops early or looks at lengths is found out.
function otherSecret(secret: string): string {
  return secret.slice(0, -1) + (secret.endsWith('x') ? 'y' : 'x');
}
