/** The lines of an evidence file: NDJSON, loan after loan. */
import buffer from 'node:buffer';
import { formatInstant, parseInstant } from '../domain/calendar.ts';
import { canonicalJson } from '../domain/canonical-json.ts';
import { DISCLAIMER } from '../domain/notice.ts';
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

/** A personal part that was opened for the export: SHA-256 of the salt followed by the RFC 8785 JSON of the value is what its event committed to. */
export interface PersonalLine {
  readonly personal: { readonly seq: number; readonly salt: string; readonly value: unknown };
}

export interface EvidenceFooter {
  readonly footer: { readonly events: number; readonly head: string };
}

/** Any line that is not an event. Events stand in it as their very bytes, so that each line's SHA-256 is the `previous` of the next. */
export type EvidenceLine = EvidenceHeader | PersonalLine | CheckpointLine | EvidenceFooter;

/** A line as it was read: an event, something else, or nothing that belongs there. */
export type ReadLine =
  | { readonly kind: 'header'; readonly line: EvidenceHeader }
  | { readonly kind: 'personal'; readonly line: PersonalLine }
  | { readonly kind: 'checkpoint'; readonly line: CheckpointLine }
  | { readonly kind: 'footer'; readonly line: EvidenceFooter }
  | { readonly kind: 'event' }
  | { readonly kind: 'unknown' };

/** Tells the kind of a line. What is no line of ours is taken for an event where `isAmongEvents`: it is what became of one. */
export function readEvidenceLine(text: string, isAmongEvents: boolean): ReadLine {
  // All others begin with one of four words: events are many, and are not parsed twice.
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

// These look at what is read next only: what is wrong inside is found where it is used.
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

/**
 * Why a line that is no event cannot be believed as it stands: it is not the one way of writing what it says, or it says something that no hash, no commitment and
 * no signature covers. Undefined where nothing can be added to it. Events need no such check, for their very bytes are hashed.
 */
export function lineProblem(text: string, read: Extract<ReadLine, { readonly line: object }>): string | undefined {
  const canonical = canonicalJson(read.line);
  // A member that comes twice is written once. A personal part that cannot be written at all is not what its event committed to.
  if (canonical !== text && !(canonical === undefined && read.kind === 'personal')) return 'is not canonical JSON';
  return isCovered(read) ? undefined : 'says something that nothing vouches for';
}

function isCovered(read: Extract<ReadLine, { readonly line: object }>): boolean {
  const { kind, line } = read;
  switch (kind) {
    case 'header': {
      // The time of the export is what the exporter says, and all that may differ.
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

// Of a text that begins as an object does.
function recordOf(text: string): object | undefined {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** What lines can be read from: text, bytes, or pieces of either. */
export type LineInput = string | Uint8Array | AsyncIterable<string | Uint8Array> | Iterable<string | Uint8Array>;

export interface TextLine {
  readonly text: string;
  /** Are its bytes UTF-8? Where they are not, the text only resembles them. */
  readonly isText: boolean;
}

const LINE_END = 0x0a;
/** No line that we write comes near it; what is longer is cut there, rather than hoarded. In bytes. */
const LONGEST_LINE = 8 * 1_024 * 1_024;

/** The lines of an input as they come, many at a time: one by one would cost more than reading them. */
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

// Large inputs in pieces, so that no caller waits for all of it.
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
