import { inflateSync } from 'node:zlib';
import { objectAt, type PdfDictionary, skipBlanks, wholeNumbersIn } from './pdf-syntax.ts';

/** Where an object is: its offset in the file, or the number of the object stream that holds it. */
export type ObjectPlace = { readonly offset: number } | { readonly stream: number; readonly index: number };

/** What the cross-reference of one revision says. */
export interface Section {
  /** Offset of the cross-reference. */
  readonly at: number;
  readonly trailer: PdfDictionary;
  readonly places: ReadonlyMap<number, ObjectPlace>;
  /** Objects that this section removes. */
  readonly free: ReadonlySet<number>;
}

// More than files of the largest permitted size hold. A hostile file may claim any number.
const MOST_SECTIONS = 64;
const MOST_PLACES = 300_000;
const MOST_INFLATED = 16_777_216;
// Readers look for `startxref` in the last kilobyte. Some tools append blanks or a signature.
const TAIL = 2_048;

/** The revisions of a file, oldest first. Undefined if they cannot be followed. */
export function sectionsOf(text: string): readonly Section[] | undefined {
  const sections: Section[] = [];
  const visited = new Set<number>();
  let places = 0;
  let at = lastSectionAt(text);
  while (at !== undefined) {
    if (visited.has(at) || sections.length >= MOST_SECTIONS) return undefined;
    visited.add(at);
    const section = sectionAt(text, at);
    places += section?.places.size ?? 0;
    if (!section || places > MOST_PLACES) return undefined;
    addOlder(sections, section);
    at = numberIn(section.trailer, 'Prev');
  }
  return sections.length > 0 ? sections : undefined;
}

// A linearised file has its first page in front, and points from there to the rest: one revision in two sections. An
// update is always behind what it changes.
function addOlder(sections: Section[], older: Section): void {
  const [newer] = sections;
  if (!newer || newer.at > older.at) sections.unshift(older);
  else {
    const trailer = new Map([...older.trailer, ...newer.trailer]);
    const places = new Map([...older.places, ...newer.places]);
    sections[0] = { at: older.at, trailer, places, free: new Set([...newer.free, ...older.free]) };
  }
}

const OBJECT = /(?<![^\s])(\d{1,10})\s+\d{1,5}\s+obj(?=[\s<[(/])|%%EOF|(?<![^\s])trailer(?=\s*<<)/g;

/** The revisions of a file whose cross-references are damaged, as readers recover them: by the objects in the file. */
export function scannedSections(text: string): readonly Section[] {
  const sections: Section[] = [];
  let found = emptySection(0);
  const close = (at: number) => {
    if (found.places.size > 0) sections.push({ ...found, at });
    found = emptySection(at);
  };
  for (const { 0: token, 1: number, index } of text.matchAll(OBJECT)) {
    if (found.places.size > MOST_PLACES || sections.length >= MOST_SECTIONS) break;
    if (token === '%%EOF') close(index);
    else if (token === 'trailer') found.trailer = objectAt(text, index + token.length).entries;
    else found.places.set(Number(number), { offset: index });
  }
  close(text.length);
  return sections;
}

function emptySection(at: number) {
  const trailer: PdfDictionary = new Map();
  return { at, trailer, places: new Map<number, ObjectPlace>(), free: new Set<number>() };
}

const MOST_PACKED = 1_000;

/** The decoded object streams of a file. Empty for a file that is encrypted. */
export function packedObjects(bytes: Buffer): readonly Buffer[] {
  const packed: Buffer[] = [];
  let inflated = 0;
  const NAME = '/ObjStm';
  for (let at = bytes.indexOf(NAME); at >= 0 && packed.length < MOST_PACKED; at = bytes.indexOf(NAME, at + 1)) {
    const dict = bytes.lastIndexOf('<<', at);
    const { entries, dataAt } = objectAt(bytes.toString('latin1', dict, at + TAIL), 0);
    const end = dataAt === undefined ? -1 : bytes.indexOf('endstream', dict + dataAt);
    if (dict < 0 || dataAt === undefined || end < 0) continue;
    const data = streamData(bytes.toString('latin1', dict, end + 'endstream'.length), entries, dataAt);
    inflated += data?.length ?? 0;
    if (inflated > MOST_INFLATED) break;
    if (data) packed.push(data);
  }
  return packed;
}

/** The newest trailer of a file, as written. Undefined if it is not where the end of the file says. */
export function newestTrailer(bytes: Buffer): string | undefined {
  const at = lastSectionAt(bytes.toString('latin1', Math.max(0, bytes.length - TAIL)));
  if (at === undefined) return undefined;
  const head = bytes.toString('latin1', at, at + TAIL);
  if (/^\s*\d+\s+\d+\s+obj/.test(head)) return head.split('stream', 1)[0];
  const trailer = head.trimStart().startsWith('xref') ? bytes.indexOf('trailer', at) : -1;
  return trailer < 0 ? undefined : bytes.toString('latin1', trailer, trailer + TAIL).split('startxref', 1)[0];
}

function lastSectionAt(text: string): number | undefined {
  const from = text.lastIndexOf('startxref');
  const [, offset] = (from < 0 ? undefined : /^startxref\s+(\d{1,10})/.exec(text.slice(from, from + 40))) ?? [];
  return offset === undefined ? undefined : Number(offset);
}

function sectionAt(text: string, at: number): Section | undefined {
  const from = skipBlanks(text, at);
  return text.startsWith('xref', from) ? tableAt(text, from) : streamSectionAt(text, from);
}

interface Rows {
  readonly places: Map<number, ObjectPlace>;
  readonly free: Set<number>;
}

const RANGE = /\s*(\d{1,10})\s+(\d{1,10})\s*/y;
const ROW = /\s*(\d{1,10})\s+(\d{1,5})\s+([nf])/y;

function tableAt(text: string, at: number): Section | undefined {
  const rows: Rows = { places: new Map(), free: new Set() };
  let end = at + 'xref'.length;
  for (let range = match(RANGE, text, end); range; range = match(RANGE, text, end)) {
    const [all, first = '', count = ''] = range;
    end += all.length;
    let start = Number(first);
    for (let index = 0; index < Number(count); index += 1) {
      const row = match(ROW, text, end);
      if (!row || rows.places.size + rows.free.size > MOST_PLACES) return undefined;
      const [line, offset, generation, kind] = row;
      end += line.length;
      // Some writers count from 1, although the first row is that of object 0.
      if (index === 0 && start === 1 && kind === 'f' && generation === '65535') start = 0;
      if (kind === 'n') rows.places.set(start + index, { offset: Number(offset) });
      else rows.free.add(start + index);
    }
  }
  const from = skipBlanks(text, end);
  if (!text.startsWith('trailer', from)) return undefined;
  const trailer = objectAt(text, from + 'trailer'.length).entries;
  return hybridSection(text, { at, trailer, ...rows });
}

function match(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at;
  return pattern.exec(text);
}

// A hybrid file hides its packed objects from old readers: free in the table, present in the stream.
function hybridSection(text: string, section: Section): Section | undefined {
  const at = numberIn(section.trailer, 'XRefStm');
  const hidden = at === undefined ? undefined : streamSectionAt(text, skipBlanks(text, at));
  if (!hidden) return section;
  const places = new Map([...hidden.places, ...section.places]);
  return { ...section, places, free: new Set([...section.free].filter((number) => !places.has(number))) };
}

const HEADER = /\d{1,10}\s+\d{1,5}\s+obj/y;

function streamSectionAt(text: string, at: number): Section | undefined {
  const header = match(HEADER, text, at);
  if (!header) return undefined;
  const { entries: trailer, dataAt } = objectAt(text, at + header[0].length);
  const widths = wholeNumbersIn(trailer.get('W'));
  const size = numberIn(trailer, 'Size');
  const data = dataAt === undefined ? undefined : streamData(text, trailer, dataAt);
  if (widths?.length !== 3 || size === undefined || !data) return undefined;
  const ranges = wholeNumbersIn(trailer.get('Index')) ?? [0, size];
  const rows = streamRows(data, widths, ranges);
  return rows && { at, trailer, ...rows };
}

function streamRows(data: Buffer, widths: readonly number[], ranges: readonly number[]): Rows | undefined {
  const [kindBytes = 0, whereBytes = 0, moreBytes = 0] = widths;
  const rowBytes = kindBytes + whereBytes + moreBytes;
  if (rowBytes === 0 || widths.some((width) => width > 8)) return undefined;
  const rows: Rows = { places: new Map(), free: new Set() };
  let at = 0;
  for (let range = 0; range + 1 < ranges.length; range += 2) {
    const [start = 0, count = 0] = [ranges[range], ranges[range + 1]];
    for (let number = start; number < start + count && at + rowBytes <= data.length; number += 1, at += rowBytes) {
      if (rows.places.size + rows.free.size > MOST_PLACES) return undefined;
      const kind = kindBytes === 0 ? 1 : numberAt(data, at, kindBytes);
      const where = numberAt(data, at + kindBytes, whereBytes);
      if (kind === 0) rows.free.add(number);
      else if (kind === 1) rows.places.set(number, { offset: where });
      else rows.places.set(number, { stream: where, index: numberAt(data, at + kindBytes + whereBytes, moreBytes) });
    }
  }
  return rows;
}

function numberAt(data: Buffer, at: number, bytes: number): number {
  let number = 0;
  for (let index = 0; index < bytes; index += 1) number = number * 256 + (data[at + index] ?? 0);
  return number;
}

function numberIn(entries: PdfDictionary, key: string): number | undefined {
  return wholeNumbersIn(entries.get(key))?.[0];
}

/** The data of a stream that is deflated or not compressed. Undefined if it is anything else, or too large. */
export function streamData(text: string, entries: PdfDictionary, dataAt: number): Buffer | undefined {
  const raw = Buffer.from(text.slice(dataAt, dataEnd(text, entries, dataAt)), 'latin1');
  const filter = entries.get('Filter')?.replace(/^\[ ?| ?\]$/g, '') ?? '';
  if (filter === '') return raw;
  if (filter !== '/FlateDecode' && filter !== '/Fl') return undefined;
  try {
    const data = inflateSync(raw, { maxOutputLength: MOST_INFLATED });
    const [, predictor] = /\/Predictor (\d+)/.exec(entries.get('DecodeParms') ?? '') ?? [];
    const [, columns] = /\/Columns (\d+)/.exec(entries.get('DecodeParms') ?? '') ?? [];
    return Number(predictor ?? 1) < 10 ? data : withoutPredictor(data, Number(columns ?? 1));
  } catch {
    return undefined;
  }
}

/** Where the data of a stream ends. A length in another object is not looked up. */
export function dataEnd(text: string, entries: PdfDictionary, dataAt: number): number {
  const length = numberIn(entries, 'Length');
  if (length !== undefined && /^\s*endstream/.test(text.slice(dataAt + length, dataAt + length + 16))) {
    return dataAt + length;
  }
  const end = text.indexOf('endstream', dataAt);
  return end < 0 ? text.length : end;
}

// Undoes the PNG filters, with one byte per pixel, as every writer of cross-references uses them.
function withoutPredictor(data: Buffer, columns: number): Buffer {
  const rows = Math.floor(data.length / (columns + 1));
  const plain = Buffer.alloc(rows * columns);
  for (let row = 0; row < rows; row += 1) {
    const filter = data[row * (columns + 1)] ?? 0;
    for (let column = 0; column < columns; column += 1) {
      const at = row * columns + column;
      const left = column > 0 ? (plain[at - 1] ?? 0) : 0;
      const up = row > 0 ? (plain[at - columns] ?? 0) : 0;
      const upLeft = column > 0 && row > 0 ? (plain[at - columns - 1] ?? 0) : 0;
      const base = [0, left, up, (left + up) >> 1, paeth(left, up, upLeft)][filter] ?? 0;
      plain[at] = (data[row * (columns + 1) + 1 + column] ?? 0) + base;
    }
  }
  return plain;
}

function paeth(left: number, up: number, upLeft: number): number {
  const [p, q, r] = [up - upLeft, left - upLeft, left + up - 2 * upLeft].map(Math.abs) as [number, number, number];
  if (p <= q && p <= r) return left;
  return q <= r ? up : upLeft;
}
