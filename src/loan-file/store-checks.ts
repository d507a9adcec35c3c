import { InputError } from '../errors.ts';
import type { AppendExtras, ClaimQuery, LoanStore, PageQuery } from './store.ts';

// Fits the indexes of every supported database.
const MAX_NAME_LENGTH = 512;
// Far more than an event needs, and less than the longest line of evidence.
const MAX_TEXT_BYTES = 4 * 1_024 * 1_024;

export const NO_PAGE = 'is not the `next` of a page: pass on what the page before answered';

/** Labels with this prefix belong to one file only. */
export const UNIQUE_LABEL_PREFIX = 'mandate:';

/** Allows what every store can keep: 1 to 512 characters, no U+0000, no lone surrogates. @throws InputError */
export function checkName(path: string, name: string): void {
  if (name.length === 0) refuse(path, 'is empty: give it a name');
  if (name.length > MAX_NAME_LENGTH) refuse(path, `has ${name.length} characters: shorten it to ${MAX_NAME_LENGTH}`);
  checkText(path, name);
}

/** Refuses an append that is invalid for any file. Every store calls this first. @throws InputError */
export function checkAppend(...[loanId, expectedVersion, events, extras = {}]: Parameters<LoanStore['append']>): void {
  checkName('loanId', loanId);
  checkWhole('expectedVersion', expectedVersion, 0);
  for (const [index, event] of events.entries()) {
    const seq = expectedVersion + index + 1;
    if (event.seq !== seq) refuse(`events[${index}].seq`, `is ${event.seq}, but this place in the file is ${seq}`);
    for (const field of ['body', 'hash', 'personal'] as const) checkPart(`events[${index}].${field}`, event[field]);
  }
  checkExtras(extras);
}

function checkExtras({ expectedHead, addLabels = [], removeLabels = [], work = {} }: AppendExtras): void {
  if (expectedHead !== undefined) checkName('expectedHead', expectedHead);
  for (const label of [...addLabels, ...removeLabels]) checkName('label', label);
  const both = addLabels.find((label) => removeLabels.includes(label));
  if (both !== undefined) refuse('removeLabels', `names '${both}', which addLabels names too: decide for one`);
  for (const [kind, dueAt] of Object.entries(work)) {
    checkName('work', kind);
    if (dueAt !== null) checkWhole(`work.${kind}`, dueAt, 0);
  }
}

/** Refuses an invalid page and returns the position after which it begins, 0 for the first page. @throws InputError */
export function checkPage({ after = '0', limit }: PageQuery): number {
  checkWhole('limit', limit, 1);
  if (!/^\d{1,15}$/.test(after)) refuse('after', NO_PAGE);
  return Number(after);
}

export function checkClaim({ now, leaseMs, limit, kinds, loanId }: ClaimQuery): void {
  checkWhole('now', now, 0);
  checkWhole('leaseMs', leaseMs, 1);
  checkWhole('limit', limit, 1);
  for (const kind of kinds) checkName('kinds', kind);
  if (loanId !== undefined) checkName('loanId', loanId);
}

function checkPart(path: string, text: string | undefined): void {
  if (text === undefined) return;
  checkText(path, text);
  const bytes = Buffer.byteLength(text);
  const most = `an event takes ${MAX_TEXT_BYTES}; keep what is longer elsewhere, and its hash here`;
  if (bytes > MAX_TEXT_BYTES) refuse(path, `has ${bytes} bytes: ${most}`);
}

/** Allows text that every store can keep. @throws InputError */
export function checkText(path: string, text: string): void {
  if (text.includes('\0') || /\p{Cs}/u.test(text))
    refuse(path, 'holds U+0000 or half of a character, which not every store can keep: take it out');
}

/** Refuses anything but a whole number of at least `least`. @throws InputError */
export function checkWhole(path: string, value: number, least: number): void {
  if (!Number.isSafeInteger(value) || value < least) refuse(path, `is ${value}: give a whole number from ${least}`);
}

export function refuse(path: string, message: string): never {
  throw new InputError('A store cannot do this', [{ path, message }]);
}
