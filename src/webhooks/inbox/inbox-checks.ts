/** What every inbox refuses before it looks, so that all of them refuse the same. */
import { parseInstant } from '../../domain/calendar.ts';
import { InputError } from '../../errors.ts';
import { checkClaim, checkName, checkPage, checkWhole } from '../../loan-file/store-checks.ts';
import type { ClaimTerms, InboxClaim, InboxDecision, InboxQuery, NewDelivery, Settlement } from './inbox.ts';

const SOURCES = new Set<string>(['webhook', 'reconciled']);
const STATUSES = new Set<string>(['unfinished', 'done', 'quarantined']);

/** Refuses a delivery that not every inbox could keep and find again; its body may be any text. @throws InputError */
export function checkDelivery({ key, kind, source, receivedAt, news, body }: NewDelivery): void {
  checkName('key', key);
  checkName('kind', kind);
  if (!SOURCES.has(source)) refuse('source', `is '${source}': give 'webhook' or 'reconciled'`);
  if (parseInstant(receivedAt) === undefined) refuse('receivedAt', 'is no instant: give ISO 8601 in UTC');
  if (typeof body !== 'string') refuse('body', 'is no text: give the body as it came');
  if (news !== undefined) checkName('news', news);
}

/** Refuses a claim that cannot be made. @throws InputError */
export function checkClaimTerms({ now, leaseMs, limit, key }: ClaimTerms): void {
  checkClaim({ now, leaseMs, limit, kinds: [] });
  if (key !== undefined) checkName('key', key);
}

/** Refuses news that not every inbox could keep. @throws InputError */
export function checkRecognition(claim: InboxClaim, news: string): void {
  checkInboxClaim(claim);
  checkName('news', news);
}

/** Refuses an end that a claim cannot have. @throws InputError */
export function checkSettlement(claim: InboxClaim, settlement: Settlement): void {
  checkInboxClaim(claim);
  if (settlement.kind === 'failed') checkWhole('dueAt', settlement.dueAt, 0);
  if (settlement.kind === 'done' && settlement.keepBodyUntil !== undefined)
    checkWhole('keepBodyUntil', settlement.keepBodyUntil, 0);
}

/** Refuses a decision that cannot be carried out. @throws InputError */
export function checkDecision(key: string, decision: InboxDecision): void {
  checkName('key', key);
  if (decision.kind === 'replay') checkWhole('now', decision.now, 0);
}

/** Refuses a page that no list has. @throws InputError */
export function checkInboxQuery({ limit, status, kinds = [], source, after }: InboxQuery): void {
  if (status !== undefined && !STATUSES.has(status))
    refuse('status', `is '${status}': give one of ${[...STATUSES].join(', ')}`);
  if (source !== undefined && !SOURCES.has(source)) refuse('source', `is '${source}': give 'webhook' or 'reconciled'`);
  for (const kind of kinds) checkName('kinds', kind);
  if (after !== undefined) checkName('after', after);
  checkPage({ limit });
}

// Enough to recognise a failure by; whoever wants all of it has a log.
const MAX_REASON_LENGTH = 500;

/** A reason as it is kept: an end must not fail for its text, so it is cut, and what not every inbox could keep is replaced. */
export function keptReason(reason: string): string {
  return reason.slice(0, MAX_REASON_LENGTH).replace(/\0|\p{Cs}/gu, '\ufffd');
}

function checkInboxClaim({ key, fence }: InboxClaim): void {
  checkName('key', key);
  checkWhole('fence', fence, 0);
}

function refuse(path: string, message: string): never {
  throw new InputError('An inbox cannot do this', [{ path, message }]);
}
