/** The lines of an evidence file: NDJSON, loan after loan. */
import buffer from 'node:buffer';
import { formatInstant, parseInstant } from '../domain/calendar.ts';
import { canonicalJson } from '../domain/canonical-json.ts';
import { DISCLAIMER } from '../domain/notice.ts';
import { hasOnly, isAllSigned, isBase64Url } from './checkpoint.ts';
import type { CheckpointLine } from './checkpoint-check.ts';

/** The format of the evidence that this version writes and reads. */
export const EVIDENCE_FORMAT = 'repaykit-evidence/1';

/** The first line of a loan. */
export interface EvidenceHeader {
  readonly format: typeof EVIDENCE_FORMAT;
  readonly loanId: string;
  /** ISO 8601 UTC. */
  readonly exportedAt: string;
  /** What the arrangement is and is not. Spec §1. */
  readonly disclaimer: string;
}

/** A personal part that was opened for the export: SHA-256 of the salt followed by the RFC 8785 JSON of the value is what its event committed to. */
export interface PersonalLine {
  readonly personal: {
    /** The event that it belongs to. */
    readonly seq: number;
    /** 32 bytes, base64url. */
    readonly salt: string;
    readonly value: unknown;
  };
}

/** The last line of a loan. */
export interface EvidenceFooter {
  readonly footer: {
    /** How many there are. */
    readonly events: number;
    /** The hash of the last one. */
    readonly head: string;
  };
}

/** Any line that is not an event. Events stand in it as their very bytes, so that each line's SHA-256 is the `previous` of the next. */
export type EvidenceLine = EvidenceHeader | PersonalLine | CheckpointLine | EvidenceFooter;

/** A line as it was read: an event, something else, or nothing that belongs there. */
export type ReadLine =
  | { readonly kind: 'header'; readonly header: EvidenceHeader }
  | { readonly kind: 'event' }
  | { readonly kind: 'personal'; readonly line: PersonalLine }
  | { readonly kind: 'checkpoint'; readonly line: CheckpointLine }
  | { readonly kind: 'footer'; readonly line: EvidenceFooter }
  | { readonly kind: 'unknown' };

/** Tells the kind of a line. What is no line of ours is taken for an event where `isAmongEvents`: it is what became of one. */
export function readEvidenceLine(text: string, isAmongEvents: boolean): ReadLine {
  // All others begin with one of four words: events are many, and are not parsed twice.
  const name = /^\{"(checkpoint|disclaimer|footer|personal)":[{"]/.exec(text)?.[1];
  const content = name === undefined ? undefined : recordOf(text);
  const isOther = content !== undefined && !('previous' in content && 'seq' in content);
  if (isOther && name === 'disclaimer') return headerOf(content);
  if (isOther && name === 'personal' && isRecord(content.personal))
    return { kind: 'personal', line: content as unknown as PersonalLine };
  if (isOther && name === 'footer' && isRecord(content.footer))
    return { kind: 'footer', line: content as unknown as EvidenceFooter };
  if (
    isOther &&
    name === 'checkpoint' &&
    isRecord(content.checkpoint) &&
    isRecord(content.proof) &&
    Array.isArray(content.proof.path)
  )
    return { kind: 'checkpoint', line: content as unknown as CheckpointLine };
  return { kind: isAmongEvents ? 'event' : 'unknown' };
}

/**
 * Why a line that is no event cannot be believed as it stands: it is not the one way of writing what it says, or it says something that no hash, no commitment and
 * no signature covers. Undefined where nothing can be added to it. Events need no such check, for their very bytes are hashed.
 */
export function lineProblem(
  text: string,
  read: Exclude<ReadLine, { readonly kind: 'event' | 'unknown' }>,
): string | undefined {
  const content = read.kind === 'header' ? read.header : read.line;
  const canonical = canonicalJson(content);
  // A member that comes twice is written once. A personal part that cannot be written at all is not what its event committed to.
  if (canonical !== text && !(canonical === undefined && read.kind === 'personal')) return 'is not canonical JSON';
  switch (read.kind) {
    case 'header':
      return headerProblem(read.header);
    case 'personal':
      return hasOnly(content, ['personal']) &&
        hasOnly(read.line.personal, ['salt', 'seq', 'value']) &&
        isBase64Url(read.line.personal.salt)
        ? undefined
        : UNCOVERED;
    case 'footer':
      return hasOnly(content, ['footer']) && hasOnly(read.line.footer, ['events', 'head']) ? undefined : UNCOVERED;
    case 'checkpoint':
      return isWholeCheckpoint(read.line) ? undefined : UNCOVERED;
  }
}

const UNCOVERED = 'says something that nothing vouches for';

// The time of the export is what the exporter says, and all that may differ.
function headerProblem(header: EvidenceHeader): string | undefined {
  const exportedAt = parseInstant(header.exportedAt);
  const isTime = exportedAt !== undefined && formatInstant(exportedAt) === header.exportedAt;
  return isTime && header.disclaimer === DISCLAIMER && hasOnly(header, ['disclaimer', 'exportedAt', 'format', 'loanId'])
    ? undefined
    : UNCOVERED;
}

function isWholeCheckpoint(line: CheckpointLine): boolean {
  const { checkpoint, proof } = line;
  return (
    hasOnly(line, ['checkpoint', 'proof', 'version']) &&
    isAllSigned(checkpoint) &&
    hasOnly(proof, ['count', 'index', 'path']) &&
    proof.path.every((node) => typeof node === 'string' && /^[0-9a-f]{64}$/.test(node))
  );
}

function headerOf(content: Readonly<Record<string, unknown>>): ReadLine {
  const isOurs = content.format === EVIDENCE_FORMAT && typeof content.loanId === 'string';
  return isOurs ? { kind: 'header', header: content as unknown as EvidenceHeader } : { kind: 'unknown' };
}

// Of a text that begins as an object does.
function recordOf(text: string): Readonly<Record<string, unknown>> | undefined {
  try {
    return JSON.parse(text) as Readonly<Record<string, unknown>>;
  } catch {
    return undefined;
  }
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** What lines can be read from: text, bytes, or pieces of either. */
export type LineInput = string | Uint8Array | AsyncIterable<string | Uint8Array> | Iterable<string | Uint8Array>;

/** A line without its end. */
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
  if (buffer.isUtf8(whole)) return whole.toString().split('\n').map(textLine);
  const lines: TextLine[] = [];
  for (let start = 0; start <= whole.length; ) {
    const found = whole.indexOf(LINE_END, start);
    const line = whole.subarray(start, found < 0 ? whole.length : found);
    lines.push({ text: line.toString(), isText: buffer.isUtf8(line) });
    start += line.length + 1;
  }
  return lines;
}

function textLine(text: string): TextLine {
  return { text, isText: true };
}
