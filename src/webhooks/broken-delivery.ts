/** Breaks a good delivery in one way: its bytes, its headers, its proof, or what it says. Pure: nothing is sent. */
import { gzipSync } from 'node:zlib';
import { InputError } from '../errors.ts';
import type { BrokenKind, HmacBrokenKind } from './broken-kinds.ts';
import { breakPayload, type DeliveryDraft, isPayloadFault, type PayloadFault } from './broken-payload.ts';
import type { CredentialFault } from './test-credential.ts';

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

type ByteFault = Exclude<BrokenKind, PayloadFault | CredentialFault>;

const breakages: { readonly [Kind in ByteFault]: (body: Buffer, kind: string) => Partial<BrokenTestDelivery> } = {
  truncated: (body) => ({ body: body.subarray(0, Math.ceil(body.length / 2)) }),
  'not-json': (_body, kind) => ({
    body: Buffer.from(new URLSearchParams({ event: kind, status: 'success' }).toString()),
  }),
  'wrong-content-type': () => ({ headers: { 'content-type': 'text/plain' } }),
  'empty-body': () => ({ body: Buffer.alloc(0) }),
  oversized: (body) => ({ body: Buffer.concat([body, Buffer.alloc(Math.max(0, OVERSIZE_BYTES - body.length), ' ')]) }),
  utf16: (body) => ({ body: Buffer.from(`\uFEFF${body}`, 'utf16le') }),
  'gzip-encoded': (body) => ({ headers: { 'content-encoding': 'gzip' }, body: gzipSync(body) }),
  duplicate: () => ({ times: 2 }),
  bom: (body) => ({ body: Buffer.from(`\uFEFF${body}`) }),
  'proto-pollution': (body) => ({
    body: Buffer.from(
      `{"__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":true}},${body.toString().slice(1)}`,
    ),
  }),
};

const credentialFaults: Readonly<Record<CredentialFault, true>> = {
  'wrong-secret': true,
  'missing-secret': true,
  'replayed-old': true,
  'wrong-signature': true,
  'stale-timestamp': true,
  'future-timestamp': true,
  'refreshed-timestamp': true,
  'several-signatures': true,
};

/** Breaks a draft. @throws InputError when an event has nothing that could be wrong in this way, or only a signed one could. */
export function breakDelivery(draft: DeliveryDraft, broken: BrokenKind | HmacBrokenKind): BrokenTestDelivery {
  if (!isPayloadFault(broken) && !isByteFault(broken) && !isCredentialFault(broken)) {
    throw new InputError('createTestDelivery', [
      { path: 'broken', message: 'is not known: take one of brokenKinds or hmacBrokenKinds' },
    ]);
  }
  const good = bytesOf(draft.payload);
  const said = isPayloadFault(broken) ? bytesOf(breakPayload(draft, broken)) : good;
  const { headers, body = said, times = 1 } = isByteFault(broken) ? breakages[broken](good, draft.kind) : {};
  // An amount is tampered with on the way, after it was signed. Everything else is signed as it is sent, so that the signature is not what is wrong about it.
  const signed = broken === 'tampered-amount' ? good : body;
  const proof = draft.prove(signed, isCredentialFault(broken) ? broken : undefined);
  return { headers: { 'content-type': 'application/json', ...proof, ...headers }, body, times };
}

function bytesOf(payload: DeliveryDraft['payload']): Buffer {
  return Buffer.from(JSON.stringify(payload));
}

function isByteFault(broken: string): broken is ByteFault {
  return Object.hasOwn(breakages, broken);
}

function isCredentialFault(broken: string): broken is CredentialFault {
  return Object.hasOwn(credentialFaults, broken);
}
