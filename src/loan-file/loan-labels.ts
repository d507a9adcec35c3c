import { createHmac } from 'node:crypto';
import type { LoanOpened } from '../domain/loan/events/events.ts';
import type { LoanState } from '../domain/loan/state.ts';
import type { KeyProvider } from './keys.ts';

/** The label of every loan's file. No other kind of file has it. */
export const ALL_LOANS = 'loan';

/** The label of a mandate's loan. Services differ in the case of hexadecimal letters. */
export function mandateLabel(mandateId: string): string {
  return `mandate:${mandateId.toLowerCase()}`;
}

export function payerLabel(payerId: string): string {
  return `payer:${payerId}`;
}

/** The label of an instalment's loan, by the service's reference of the instalment. */
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

// The service's references are as long as a UUID. A longer value could not be a label in every store, so it is not one.
const LONGEST_REFERENCE = 128;

function referencesOf({ instalments, collections }: LoanState): readonly string[] {
  const references = [...instalments, ...collections].flatMap(({ instalmentReference: name }) => name ?? []);
  return [...new Set(references)].filter(
    (name) => name !== '' && name.length <= LONGEST_REFERENCE && !/\0|\p{Cs}/u.test(name),
  );
}

/** A keyed hash of the BVN, because a plain hash can be reversed within hours. Undefined without keys. */
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
