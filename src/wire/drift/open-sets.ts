/**
 * The words that are known of sets which may grow: another one is read, and is news all the same. By subject and path, because one name stands for many things.
 * Spec §2.2, §2.5 to §2.8, §2.11, §3 and §6.2.
 */
import { responseCategory } from '../../domain/response-codes.ts';
import { fieldNote } from '../openapi/interface-notes.ts';

/** Is this word of the set known, and where does the set stand? */
export interface OpenSet {
  readonly spec: string;
  /** What it holds, for people. */
  readonly says: string;
  has(word: string): boolean;
}

function setOf(spec: string, ...words: readonly string[]): OpenSet {
  const known = new Set(words);
  return { spec, says: [...known].join(', '), has: (word) => known.has(word) };
}

// The words that the field's own type lists; what stands beside them is written here because no type lists it.
function wordsOf(interfaceName: string, field: string): readonly string[] {
  return fieldNote(interfaceName, field)?.known ?? [];
}

const mandateStatus = setOf('§3.1', ...wordsOf('Mandate', 'status'), 'expired');
const instalmentStatus = setOf('§3.2', ...wordsOf('BreakdownItem', 'status'));
const scheduledStatus = setOf('§3.2', ...wordsOf('BreakdownItem', 'status'), 'scheduled');
const collectionStatus = setOf('§3.3', ...wordsOf('CollectionLog', 'status'));
const mode = setOf('§2.2', ...wordsOf('Mandate', 'collectionMode'));
const responseCode: OpenSet = {
  spec: '§7',
  says: 'a bank response code that repaykit lists',
  has: (code) => responseCategory(code) !== 'unlisted',
};

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
  'mandate.* data.status': mandateStatus,
  'income_transaction data.trans[].type': setOf('§2.11', ...wordsOf('StatementTransaction', 'type')),
};

/** The set that a text at a path of a subject is of. */
export function openSetAt(subject: string, path: string): OpenSet | undefined {
  // All events of a mandate have one shape.
  const key = `${subject.startsWith('mandate.') ? 'mandate.*' : subject} ${path}`;
  return Object.hasOwn(sets, key) ? sets[key] : undefined;
}
