import { createHmac } from 'node:crypto';
import type { LoanOpened } from '../domain/loan/events/events.ts';
import type { LoanState } from '../domain/loan/state.ts';
import type { KeyProvider } from './keys.ts';

/** Every loan's file is found under this name, and no other kind of file is. */
export const ALL_LOANS = 'loan';

/** The name under which the loan of a mandate is found. Services differ in the case of their hexadecimal letters. */
export function mandateLabel(mandateId: string): string {
  return `mandate:${mandateId.toLowerCase()}`;
}

export function payerLabel(payerId: string): string {
  return `payer:${payerId}`;
}

/** The name under which the loan of an instalment is found, by the service's own reference of it. */
export function instalmentLabel(reference: string): string {
  return `instalment:${reference}`;
}

export function newInstalmentLabels(before: LoanState | undefined, after: LoanState): readonly string[] {
  if (before?.instalments === after.instalments && before.collections === after.collections) return [];
  const known = new Set(before ? referencesOf(before) : []);
  return referencesOf(after)
    .filter((reference) => !known.has(reference))
    .map(instalmentLabel);
}

// The service's own are as long as a UUID; what no store could keep as a name is not one.
const LONGEST_REFERENCE = 128;

function referencesOf({ instalments, collections }: LoanState): readonly string[] {
  const references = [...instalments, ...collections].flatMap(({ instalmentReference: name }) => name ?? []);
  return [...new Set(references)].filter(
    (name) => name !== '' && name.length <= LONGEST_REFERENCE && !/\0|\p{Cs}/u.test(name),
  );
}

/** The name under which the loans of a BVN are found: a keyed hash, because a plain one is undone within hours. Undefined without keys. */
export async function bvnLabel(bvn: string, keys: KeyProvider | undefined): Promise<string | undefined> {
  if (!keys) return undefined;
  const hash = createHmac('sha256', await keys.indexKey()).update(bvn);
  return `bvn:${hash.digest('hex')}`;
}

export async function labelsOf(
  { mandateId, payerId, personal }: LoanOpened,
  keys: KeyProvider | undefined,
): Promise<readonly string[]> {
  const bvn = personal && (await bvnLabel(personal.payer.bvn, keys));
  return [ALL_LOANS, mandateLabel(mandateId), payerLabel(payerId), ...(bvn ? [bvn] : [])];
}
