import { builtins } from '../builtins.ts';
import { canonicalJson } from '../domain/canonical-json.ts';
import { EvidenceError } from '../errors.ts';
import { isRecord } from '../validation/checks.ts';
import { given } from '../validation/record.ts';
import { decrypt, encrypt, requireJson, sha256 } from './hashing.ts';
import type { StoredEvent } from './store.ts';

/** The fields of every event. Personal data is kept apart, under `personal`. */
export interface LogEvent {
  readonly type: string;
  readonly at: string;
  readonly personal?: object | undefined;
}

interface SealPlace {
  readonly fileId: string;
  readonly seq: number;
}

export interface ChainPlace extends SealPlace {
  readonly previous: string;
}

/** The facts hold the hash of the event before and only a salted commitment to the personal part. */
export function sealEvent(event: LogEvent, place: ChainPlace, key: Uint8Array | undefined): StoredEvent {
  const { personal, ...facts } = event;
  const sealed = personal && sealPersonal(personal, place, key);
  const { fileId: loanId, seq, previous } = place;
  const content = { ...facts, loanId, seq, previous, ...(sealed && { personal: sealed.commitment }) };
  const body = requireJson(content, `The event '${event.type}' cannot be written down`);
  return given({ seq, body, hash: sha256(body), personal: sealed?.text });
}

/** Verifies and opens an event. Without the payer's key its personal part is missing. @throws EvidenceError */
export function openEvent(stored: StoredEvent, place: ChainPlace, key: Uint8Array | undefined): LogEvent {
  const { loanId, seq: _seq, previous: _previous, personal: commitment, ...event } = contentAt(stored, place);
  // The first event of a loan contains the loan's id.
  const named = event.type === 'loan.opened' ? { ...event, loanId } : event;
  if (commitment === undefined) return named;
  const personal = openCommitted(stored.personal, { place, key, commitment });
  if (personal === 'locked') return named;
  if (personal === 'missing' || personal === 'altered') throw broken(place, personalFaults[personal]);
  return { ...named, personal };
}

interface EventContent extends Omit<LogEvent, 'personal'> {
  readonly personal?: unknown;
  readonly loanId: string;
  readonly seq: number;
  readonly previous: string;
}

function contentAt({ seq, body, hash: claimed }: StoredEvent, place: ChainPlace): EventContent {
  if (sha256(body) !== claimed) throw broken(place, 'its bytes do not have its hash');
  let content: EventContent;
  try {
    content = JSON.parse(body);
  } catch (cause) {
    throw broken(place, 'its bytes are no JSON', cause);
  }
  if (seq !== place.seq || content.seq !== place.seq)
    throw broken(place, 'it stands at another place than it was written for');
  if (content.loanId !== place.fileId) throw broken(place, 'it was written for another file');
  if (content.previous !== place.previous) throw broken(place, 'it does not follow the event before it');
  return content;
}

function broken({ fileId, seq }: ChainPlace, reason: string, cause?: unknown): EvidenceError {
  return new EvidenceError(
    `Event ${seq} of the file '${fileId}' cannot be believed: ${reason}; restore the file from a backup`,
    { cause },
  );
}

interface SealedPersonal {
  /** `v1.` nonce `.` ciphertext with tag under the payer's key, or `v0.` plain text without keys. Base64url. */
  readonly text: string;
  /** SHA-256 of the salt followed by the canonical personal part, hexadecimal. */
  readonly commitment: string;
}

const SALT_BYTES = 32;

/** Seals a personal part with its salt, so that without the key its commitment cannot be guessed. @throws InputError */
export function sealPersonal(personal: object, place: SealPlace, key: Uint8Array | undefined): SealedPersonal {
  const content = requireJson(personal, 'Personal data that cannot be written down');
  const salt = builtins.crypto.randomBytes(SALT_BYTES);
  const plain = `{"personal":${content},"salt":"${salt.toString('base64url')}"}`;
  return {
    text: key ? `v1.${encrypt(plain, key, nameOf(place))}` : `v0.${Buffer.from(plain).toString('base64url')}`,
    commitment: commitmentTo(salt, content),
  };
}

/** `locked`: its key is missing. `altered`: it is not what was sealed here. */
type OpenedPersonal = { readonly personal: object; readonly salt: Uint8Array } | 'locked' | 'altered';

/** Opens a personal part. {@link isCommitment} checks whether it matches the facts. */
export function openPersonal(text: string, place: SealPlace, key: Uint8Array | undefined): OpenedPersonal {
  const sealed = text.slice('v1.'.length);
  try {
    if (isClear(text)) return parsePlain(Buffer.from(sealed, 'base64url'));
    if (!text.startsWith('v1.')) return 'altered';
    return key ? parsePlain(decrypt(sealed, key, nameOf(place))) : 'locked';
  } catch {
    return 'altered';
  }
}

/** The salt must have its full length: otherwise bytes could move between the salt and the content. */
export function isCommitment(commitment: unknown, salt: Uint8Array, content: string | undefined): boolean {
  return salt.length === SALT_BYTES && content !== undefined && commitmentTo(salt, content) === commitment;
}

/** Why a committed personal part fails to open. */
export const personalFaults = {
  missing: 'its personal part is missing',
  altered: 'its personal part is not what was committed to',
} as const;

interface Committed {
  readonly place: SealPlace;
  readonly key: Uint8Array | undefined;
  readonly commitment: unknown;
}

/** If its key is missing, it counts as `locked`, because it may really have been deleted. */
export function openCommitted(
  text: string | undefined,
  { place, key, commitment }: Committed,
): object | 'locked' | keyof typeof personalFaults {
  if (text === undefined) return key ? 'missing' : 'locked';
  const opened = openPersonal(text, place, key);
  if (opened === 'locked' || opened === 'altered') return opened;
  return isCommitment(commitment, opened.salt, canonicalJson(opened.personal)) ? opened.personal : 'altered';
}

function commitmentTo(salt: Uint8Array, content: string): string {
  return sha256(Buffer.concat([salt, Buffer.from(content)]));
}

/** Whether this personal part is in clear, so that anyone with access to the store can read it. */
export function isClear(text: string): boolean {
  return text.startsWith('v0.');
}

function nameOf({ fileId, seq }: SealPlace): string {
  return `${fileId}\n${seq}`;
}

function parsePlain(plain: Buffer): OpenedPersonal {
  const content: unknown = JSON.parse(plain.toString());
  if (!isRecord(content) || typeof content.personal !== 'object' || content.personal === null) return 'altered';
  const { personal, salt } = content;
  return typeof salt === 'string' ? { personal, salt: Buffer.from(salt, 'base64url') } : 'altered';
}
