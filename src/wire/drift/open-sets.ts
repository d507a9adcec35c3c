/**
 * The words that are known of sets which may grow: another one is read, and is news all the same. By subject and path, because one name stands for many things.
 * Spec §2.2, §2.5 to §2.8, §2.11, §3 and §6.2.
 */
import { responseCategory } from '../../domain/response-codes.ts';

/** Is this word of the set known, and where does the set stand? */
export interface OpenSet {
  readonly spec: string;
  /** What it holds, for people. */
  readonly says: string;
  has(word: string): boolean;
}

function setOf(spec: string, ...words: readonly string[]): OpenSet {
  const known = new Set(words);
  return { spec, says: words.join(', '), has: (word) => known.has(word) };
}

const mandateStatus = setOf('§3.1', 'pending', 'active', 'failed', 'disputed', 'pending_timeout', 'expired');
const instalmentStatus = setOf('§3.2', 'success', 'overdue', 'failed', 'partially paid', 'processing');
const scheduledStatus = setOf('§3.2', 'success', 'overdue', 'failed', 'partially paid', 'processing', 'scheduled');
const collectionStatus = setOf('§3.3', 'successful', 'failed', 'pending');
const mode = setOf('§2.2', 'auto', 'manual');
const responseCode: OpenSet = { spec: '§7', says: 'a bank response code that repaykit lists', has: (code) => responseCategory(code) !== 'unlisted' };

const sets: Readonly<Record<string, OpenSet>> = {
  'createConsent data.status': mandateStatus,
  'createConsent data.collectionMode': mode,
  'createConsent data.repaymentDetails.breakdown[].status': scheduledStatus,
  'attachBySignature data.responseCode': responseCode,
  'getMandate data.status': mandateStatus,
  'getMandate data.collectionMode': mode,
  'getMandate data.repaymentDetails.breakdown[].status': scheduledStatus,
  'collectManually data.paymentStatus': collectionStatus,
  'collectionLog data.status': collectionStatus,
  'collectionLog data.collectionType': mode,
  'collectionAttempts data[].status': collectionStatus,
  'collectionAttempts data[].collectionType': mode,
  'collectionAttempts data[].responseCode': responseCode,
  'listCollections data[].status': collectionStatus,
  'listCollections data[].collectionType': mode,
  'createClaim data.claim.status': setOf('§2.8', 'pending', 'approved', 'processing', 'discharge_voucher', 'settled'),
  'collection instalmentStatus': instalmentStatus,
  'collection collectionType': mode,
  'collection status': setOf('§6.2', 'success'),
  'mandate.activated data.status': mandateStatus,
  'mandate.failed data.status': mandateStatus,
  'mandate.expired data.status': mandateStatus,
  'income_transaction data.trans[].type': setOf('§2.11', 'debit', 'credit'),
};

/** The set that a text at a path of a subject is of. */
export function openSetAt(subject: string, path: string): OpenSet | undefined {
  const key = `${subject} ${path}`;
  return Object.hasOwn(sets, key) ? sets[key] : undefined;
}
