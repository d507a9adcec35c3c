/** Decides when an answer proves that a write took no effect. No other file does. What is not proved is unknown. */
import { isListedDecline } from '../domain/response-codes.ts';
import { isRecord } from '../validation/checks.ts';
import { readEnvelope } from '../wire/envelope.ts';
import { hasRepeatedNames } from '../wire/json-text.ts';
import type { TransportResponse } from './transport.ts';
import { parseBody } from './transport-answer.ts';

/** The assumption of the option `acceptRefusals`, written out in full. */
export type RefusalAssumption = 'assuming-a-failure-envelope-means-nothing-was-done';

// A service refuses with these before it acts. Other statuses may come later, or from something in between.
const refusingStatuses: ReadonlySet<number> = new Set([400, 401, 403, 404, 405, 409, 413, 415, 422, 429]);

/**
 * Whether the answer proves that nothing was done: a refusing status and the service's own failure envelope, which
 * nothing in the body contradicts. With the assumption, any failure envelope is enough, even with 2xx.
 */
export function provesNoEffect({ status, body }: TransportResponse, assumption?: RefusalAssumption): boolean {
  const isRefusing = refusingStatuses.has(status);
  if (!isRefusing && (assumption === undefined || status < 200 || status > 299)) return false;
  const said = readBody(body);
  const reading = readEnvelope(said);
  if (reading.kind !== 'failure' || reading.isContradictory || hasRepeatedNames(body)) return false;
  if (contradicts(said, isRefusing ? status : undefined)) return false;
  return assumption !== undefined || isOwnEnvelope(said);
}

function readBody(body: string): unknown {
  try {
    return parseBody(body);
  } catch {
    return undefined;
  }
}

// The fields of a refusal. A service may have added any other field to report the debit's outcome.
const envelopeNames = /^(status|error|message|data|errors|statusCode|code|timestamp|path|requestId)$/;
const detailNames = /^(code|rule|fields|field|path|message|responseCode)$/;

// Gateways between client and service use envelopes too, but not this one. Spec §2.
function isOwnEnvelope(body: unknown): boolean {
  if (!isRecord(body)) return false;
  const { status, error, message, data, errors } = body;
  const lines: readonly unknown[] = Array.isArray(message) ? message : [message];
  if (status !== false || error === false) return false;
  if (!lines.every((line) => typeof line === 'string') || !/[\p{L}\p{N}]/u.test(lines.join())) return false;
  if ([lines.join(' '), ...lines, error].some(leavesWriteOpen)) return false;
  const isPlain = typeof error === 'string' || error === true;
  const details = [isPlain ? null : error, data, errors];
  return Object.keys(body).every((name) => envelopeNames.test(name)) && details.every(isDetail);
}

// Empty, or the problem with the request.
function isDetail(value: unknown): boolean {
  if (value === null || value === undefined || value === '') return true;
  if (typeof value !== 'object') return false;
  if (Array.isArray(value)) return value.every(isDetail);
  return Object.entries(value).every(
    ([name, inner]) =>
      detailNames.test(name) && (typeof inner === 'object' ? isDetail(inner) : !leavesWriteOpen(inner)),
  );
}

const DEEPEST = 8;

// Such as a gateway's 500 inside an answer of 400, a bank that still works on the debit, or a reference to a booking.
function contradicts(value: unknown, status: number | undefined, depth = 0): boolean {
  if (typeof value !== 'object' || value === null) return false;
  if (depth > DEEPEST) return true;
  if (Array.isArray(value)) return value.some((item) => contradicts(item, status, depth + 1));
  return Object.entries(value).some(
    ([name, inner]) =>
      allOf(inner).some((each) => speaksAgainst(plain(name), each, status)) || contradicts(inner, status, depth + 1),
  );
}

function plain(name: string): string {
  return name.toLowerCase().replace(/[^a-z0-9]/g, '');
}

function allOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value.flat(DEEPEST) : [value];
}

function speaksAgainst(name: string, value: unknown, status: number | undefined): boolean {
  if (isReference(name)) return isThere(value);
  switch (name) {
    case 'status':
    case 'paymentstatus':
      return value === true || isGoing(value) || isOtherNumber(value, status) || leavesWriteOpen(value);
    case 'statuscode':
    case 'httpstatus':
    case 'code':
    case 'errorcode':
    case 'error':
      return isOtherNumber(value, status) || isGoing(value) || leavesWriteOpen(value);
    case 'rule':
    case 'type':
    case 'errortype':
    case 'reason':
    case 'statustext':
      return leavesWriteOpen(value);
    case 'responsecode':
      return isThere(value) && !isListedDecline(value);
    case 'success':
      return value === true;
    default:
      return false;
  }
}

// Names that services use for a booking. A refusal has nothing to refer to.
function isReference(name: string): boolean {
  return /refe?rence|refence|^(tx|txn|trx|transaction|payment|debit|collection|bank|session)?(ref|refno)$|^(tx|txn|trx|transaction|payment|debit|collection|session)id$|^rrn$/.test(
    name,
  );
}

function isThere(value: unknown): boolean {
  return value !== null && value !== undefined && value !== '' && value !== false;
}

// Any number other than the answer's status: another status, or a business code with no documented meaning.
function isOtherNumber(value: unknown, status: number | undefined): boolean {
  const isOther = (number: number) => (status === undefined ? !refusingStatuses.has(number) : number !== status);
  if (typeof value === 'number') return isOther(value);
  if (typeof value !== 'string') return false;
  if (/^\s*\d+\s*$/.test(value)) return isOther(Number(value));
  return [...value.matchAll(/(?<!\d)[1-5]\d\d(?!\d)/g)].some(([digits]) => isOther(Number(digits)));
}

const going =
  /(?<!not[\s_-]?|un)(?:success|approved|accepted|completed|pending|processing|processed|scheduled|queued)/i;

function isGoing(value: unknown): boolean {
  return typeof value === 'string' && going.test(value);
}

/** What in a successful answer to a write denies the success: a field beside the payload, or a code in it. */
export function contradictionOfSuccess(text: string, body: unknown): string | undefined {
  if (hasRepeatedNames(text)) return 'a name that is there twice';
  if (!isRecord(body)) return undefined;
  const { data, ...envelope } = body;
  return failingCode(envelope, true) ?? failingCode(data, false);
}

// A payload may have codes of other things, such as a policy. In it, only codes that must be the answer's own count.
function failingCode(value: unknown, isEnvelope: boolean, depth = 0): string | undefined {
  if (typeof value !== 'object' || value === null || depth > DEEPEST) return undefined;
  for (const [name, inner] of Object.entries(value)) {
    if (allOf(inner).some((each) => isFailingCode(plain(name), each, isEnvelope))) return `'${name}'`;
    const below = isEnvelope ? failingCode(inner, isEnvelope, depth + 1) : undefined;
    if (below !== undefined) return below;
  }
  return undefined;
}

function isFailingCode(name: string, value: unknown, isEnvelope: boolean): boolean {
  if (/^(statuscode|httpstatus|errorcode|responsecode)$/.test(name)) return isNoSuccess(value);
  return isEnvelope && /^(code|status|errors?)$/.test(name) && typeof value !== 'boolean' && isNoSuccess(value);
}

// 0, 00 and any 2xx mean success. A word means success unless it is a word of failure.
function isNoSuccess(value: unknown): boolean {
  if (typeof value === 'number') return value !== 0 && !(value >= 200 && value <= 299);
  if (typeof value !== 'string') return false;
  if (/^\s*\d+\s*$/.test(value)) return isNoSuccess(Number(value));
  return (
    saysBroken(value) ||
    /fail|error|declin|reject|refus|in[\s_-]?progress/i.test(value) ||
    [...value.matchAll(/(?<!\d)[3-5]\d\d(?!\d)/g)].length > 0
  );
}

// No refusal is that long, and a search in long hostile text would cost too much.
const LONGEST = 4_000;

// Something broke or gave up on the way.
const broken = new RegExp(
  'time ?d? ?out|gateway|upstream|unreachable|unavailable|deadline|hang ?up|internal|abort|socket|malfunction|inoperative|fetch failed|retries|' +
    '\\be(conn|net|host|pipe|timed|notfound|ai )|connect(ion)? (to|lost|reset|closed|error|e)|' +
    '(server|system|service|network|unknown|unexpected|technical) (\\w+ )?(error|problem|fault|down|busy)|error occurred|went wrong|exception|cannot read|unexpected token|' +
    '(error|status|http|code) ?(code )?5\\d\\d\\b|^5\\d\\d$|status code \\d',
);

// The outcome is unknown, the write is still in progress, or it was done earlier.
const unsettled = new RegExp(
  '(unknown|unclear|uncertain) (\\w+ )?(status|outcome|result)|(status|outcome|result) .*(unknown|unclear|uncertain|not (yet )?(known|confirmed))|status unknown|' +
    're ?query|do not retry|check the (\\w+ )?status|' +
    '(no|late|not|\\w+n t) (respon|repl|answer)|(unable to|could not|cannot) (confirm|determine|reach)|(response|reply) (\\w+ )*(late|pending)|' +
    'processing|in progress|in (the )?queue|queued|holds the lock|(transaction|debit|payment|collection|request|charge) (is |\\w+ )?(still )?(pending|cancelled)|pending (transaction|debit|payment|collection)|operation was cancelled|' +
    '\\bdup(licated?)?(?! (account|bvn|mandate|email|phone|field|value|bank))\\b|replayed|reused|already exists|debit will',
);

// A clause says that it was done, unless the clause denies it.
const done =
  /\b(already|was|been|being|you have|will be|customer|(transaction|debit|payment|collection|request|instruction)( is)?)( \w+)? ?(processed|scheduled|booked|debited|collected|executed|taken|done|completed|charged|submitted|initiated|received|accepted|successful)\b|already (sent|have a debit)|(went|gone) through|^(scheduled|queued|processed)\b/;
const saysNothing = /^\W*(ok|success|done|error|exception)\W*$/i;
const denied = /\b(no|not|nothing|never|none|without|cannot|unable|fail\w*|\w+n t)\b/;

function saysBroken(words: unknown): boolean {
  return typeof words === 'string' && clausesOf(words.slice(0, LONGEST)).some((clause) => broken.test(clause));
}

/** Whether these words leave open that the write was done. */
export function leavesWriteOpen(words: unknown): boolean {
  if (typeof words !== 'string') return false;
  if (words.length > LONGEST || saysNothing.test(words)) return true;
  return clausesOf(words).some(
    (clause) => broken.test(clause) || unsettled.test(clause) || (done.test(clause) && !denied.test(clause)),
  );
}

// As people would read it: codes become words. One clause at a time, because a denial ends with its clause.
function clausesOf(words: string): readonly string[] {
  return words
    .replace(/\p{Cf}/gu, '')
    .replace(/(?<=\p{Ll})(?=\p{Lu})/gu, ' ')
    .toLowerCase()
    .split(/[.,;:!?()–—\n]+(?=\D|$)|\bbut\b/u)
    .map((clause) => clause.replace(/[^\p{L}\p{N}]+/gu, ' ').trim());
}
