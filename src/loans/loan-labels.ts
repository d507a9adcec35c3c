import { createHmac } from 'node:crypto';
import type { LoanOpened } from '../domain/loan/events/events.ts';
import type { KeyProvider } from './keys/key-provider.ts';

/** Every loan's file is found under this name, and no other kind of file is. */
export const ALL_LOANS = 'loan';

/** The name under which the loan of a mandate is found. Services differ in the case of their hexadecimal letters. */
export function mandateLabel(mandateId: string): string {
  return `mandate:${mandateId.toLowerCase()}`;
}

/** The name under which the loans of a payer are found, by the merchant's own id of the payer. */
export function payerLabel(payerId: string): string {
  return `payer:${payerId}`;
}

/**
 * The name under which the loans of a BVN are found: a keyed hash, because a plain one of eleven digits is undone within hours. Undefined where no keys
 * are kept.
 */
export async function bvnLabel(bvn: string, keys: KeyProvider | undefined): Promise<string | undefined> {
  if (!keys) return undefined;
  return `bvn:${createHmac('sha256', await keys.indexKey())
    .update(bvn)
    .digest('hex')}`;
}

/** All names of a loan that begins. */
export async function labelsOf({ mandateId, payerId, personal }: LoanOpened, keys: KeyProvider | undefined): Promise<readonly string[]> {
  const bvn = personal && (await bvnLabel(personal.payer.bvn, keys));
  return [ALL_LOANS, mandateLabel(mandateId), payerLabel(payerId), ...(bvn ? [bvn] : [])];
}
