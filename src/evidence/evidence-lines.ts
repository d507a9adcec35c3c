/** The lines of an evidence file: NDJSON, loan after loan. */
import buffer from 'node:buffer';
import { formatInstant, parseInstant } from '../domain/calendar.ts';
import { canonicalJson } from '../domain/canonical-json.ts';
import { DISCLAIMER } from '../domain/consent/notice.ts';
import { isRecord } from '../validation/checks.ts';
import { hasOnly, isAllSigned, isBase64Url } from './checkpoint.ts';
import type { CheckpointLine } from './checkpoint-check.ts';

export const EVIDENCE_FORMAT = 'repaykit-evidence/1';

export interface EvidenceHeader {
  readonly format: typeof EVIDENCE_FORMAT;
  readonly loanId: string;
  readonly exportedAt: string;
  /** What the arrangement is and is not. Spec §1. */
  readonly disclaimer: string;
}

/** An opened personal part. Its event committed to the SHA-256 of the salt and the RFC 8785 JSON of the value. */
export interface PersonalLine {
  readonly personal: { readonly seq: number; readonly salt: string; readonly value: unknown };
}

export interface EvidenceFooter {
  readonly footer: { readonly events: number; readonly head: string };
}

/** Any line but events, which are written as their exact bytes. A line's SHA-256 is the `previous` of the next. */
export type EvidenceLine = EvidenceHeader | PersonalLine | CheckpointLine | EvidenceFooter;

/** A line as read: an event, another kind of line, or an invalid line. */
export type ReadLine =
  | { readonly kind: 'header'; readonly line: EvidenceHeader }
  | { readonly kind: 'personal'; readonly line: PersonalLine }
  | { readonly kind: 'checkpoint'; readonly line: CheckpointLine }
  | { readonly kind: 'footer'; readonly line: EvidenceFooter }
  | { readonly kind: 'event' }
  | { readonly kind: 'unknown' };

/** Classifies a line. If `isAmongEvents`, an unknown line counts as a damaged event. */
export function readEvidenceLine(text: string, isAmongEvents: boolean): ReadLine {
  // The other lines begin with one of four words. There are many events, so they are not parsed twice.
  const name = /^\{"(checkpoint|disclaimer|footer|personal)":[{"]/.exec(text)?.[1];
  const line = name === undefined ? undefined : recordOf(text);
  if (line !== undefined && !('previous' in line && 'seq' in line)) {
    if (name === 'disclaimer') return isHeader(line) ? { kind: 'header', line } : { kind: 'unknown' };
    if (name === 'personal' && isPersonal(line)) return { kind: 'personal', line };
    if (name === 'footer' && isFooter(line)) return { kind: 'footer', line };
    if (name === 'checkpoint' && isCheckpoint(line)) return { kind: 'checkpoint', line };
  }
  return { kind: isAmongEvents ? 'event' : 'unknown' };
}

// These check only what is read next. Invalid content is detected where it is used.
function isHeader(line: object): line is EvidenceHeader {
  return 'format' in line && line.format === EVIDENCE_FORMAT && 'loanId' in line && typeof line.loanId === 'string';
}

function isPersonal(line: object): line is PersonalLine {
  return 'personal' in line && isRecord(line.personal);
}

function isFooter(line: object): line is EvidenceFooter {
  return 'footer' in line && isRecord(line.footer);
}

function isCheckpoint(line: object): line is CheckpointLine {
  if (!('checkpoint' in line && isRecord(line.checkpoint) && 'proof' in line && isRecord(line.proof))) return false;
  return Array.isArray(line.proof.path);
}

/** Why a line other than an event is invalid: it is not canonical, or no hash, commitment or signature covers it. */
export function lineProblem(text: string, read: Extract<ReadLine, { readonly line: object }>): string | undefined {
  const canonical = canonicalJson(read.line);
  // A duplicate member is dropped. A personal part without a canonical form fails its commitment elsewhere.
  if (canonical !== text && !(canonical === undefined && read.kind === 'personal')) return 'is not canonical JSON';
  return isCovered(read) ? undefined : 'says something that nothing vouches for';
}

function isCovered(read: Extract<ReadLine, { readonly line: object }>): boolean {
  const { kind, line } = read;
  switch (kind) {
    case 'header': {
      // Only the time of the export may vary.
      const exportedAt = parseInstant(line.exportedAt);
      const isTime = exportedAt !== undefined && formatInstant(exportedAt) === line.exportedAt;
      const isOurs = hasOnly(line, ['disclaimer', 'exportedAt', 'format', 'loanId']);
      return isTime && isOurs && line.disclaimer === DISCLAIMER;
    }
    case 'personal':
      return (
        hasOnly(line, ['personal']) &&
        hasOnly(line.personal, ['salt', 'seq', 'value']) &&
        isBase64Url(line.personal.salt)
      );
    case 'footer':
      return hasOnly(line, ['footer']) && hasOnly(line.footer, ['events', 'head']);
    case 'checkpoint':
      return (
        hasOnly(line, ['checkpoint', 'proof', 'version']) &&
        isAllSigned(line.checkpoint) &&
        hasOnly(line.proof, ['count', 'index', 'path']) &&
        line.proof.path.every((node) => typeof node === 'string' && /^[0-9a-f]{64}$/.test(node))
      );
  }
}

function recordOf(text: string): object | undefined {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Sources of lines: text, bytes, or pieces of either. */
export type LineInput = string | Uint8Array | AsyncIterable<string | Uint8Array> | Iterable<string | Uint8Array>;

export interface TextLine {
  readonly text: string;
  /** Whether the bytes are valid UTF-8. If not, the text is only an approximation. */
  readonly isText: boolean;
}

const LINE_END = 0x0a;
/** In bytes, far above any valid line. Longer lines are cut here, to limit memory. */
const LONGEST_LINE = 8 * 1_024 * 1_024;

/** In batches, because yielding lines one by one would cost more than reading them. */
export async function* linesOf(input: LineInput): AsyncGenerator<readonly TextLine[]> {
  let rest: Buffer = Buffer.alloc(0);
  for await (const piece of piecesOf(input)) {
    const bytes = rest.length === 0 ? bytesOf(piece) : Buffer.concat([rest, bytesOf(piece)]);
    const whole = bytes.lastIndexOf(LINE_END) + 1;
    const end = bytes.length - whole > LONGEST_LINE ? bytes.length : whole;
    if (end > 0) yield split(bytes.subarray(0, end));
    rest = bytes.subarray(end);
  }
  if (rest.length > 0) yield split(rest);
}

// Large inputs are split, so that the caller gets the first lines early.
const PIECE_BYTES = 1_024 * 1_024;

async function* piecesOf(input: LineInput): AsyncGenerator<string | Uint8Array> {
  if (typeof input !== 'string' && !(input instanceof Uint8Array)) {
    yield* input;
    return;
  }
  const bytes = bytesOf(input);
  for (let start = 0; start < bytes.length; start += PIECE_BYTES) yield bytes.subarray(start, start + PIECE_BYTES);
}

function bytesOf(piece: string | Uint8Array): Buffer {
  return typeof piece === 'string' ? Buffer.from(piece) : Buffer.from(piece.buffer, piece.byteOffset, piece.byteLength);
}

function split(bytes: Buffer): readonly TextLine[] {
  const whole = bytes.at(-1) === LINE_END ? bytes.subarray(0, -1) : bytes;
  if (buffer.isUtf8(whole))
    return whole
      .toString()
      .split('\n')
      .map((text) => ({ text, isText: true }));
  const lines: TextLine[] = [];
  for (let start = 0; start <= whole.length; ) {
    const found = whole.indexOf(LINE_END, start);
    const line = whole.subarray(start, found < 0 ? whole.length : found);
    lines.push({ text: line.toString(), isText: buffer.isUtf8(line) });
    start += line.length + 1;
  }
  return lines;
}
