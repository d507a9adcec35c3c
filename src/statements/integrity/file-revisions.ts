import type { IntegrityFinding } from '../statement.ts';
import { newestTrailer, packedObjects, scannedSections, sectionsOf } from './cross-references.ts';
import { changesOf, type PageChange, type RevisionChange } from './page-changes.ts';
import { looksOf, type PageLook } from './page-looks.ts';
import { trailerEntry } from './page-tree.ts';
import { FileObjects } from './revisions.ts';

/** What the bytes of a file show without its password. */
export interface FileFacts {
  /** What later revisions change of the pages. */
  readonly updates: readonly IntegrityFinding[];
  /** Is there a digital signature? Whether it is valid is not checked. */
  readonly isSigned: boolean;
  /** What a later revision did to the information dictionary. */
  readonly infoChange: 'none' | 'removed' | 'redated';
  /** Should it have an information dictionary? Programs that give an identifier say who they are, too. */
  readonly expectsInfo: boolean;
  readonly hasAttachments: boolean;
  /** Is there an action that starts a program? */
  readonly launches: boolean;
  /** Is there JavaScript, wherever it is? */
  readonly hasScripts: boolean;
  /** How each page was made. Undefined if that cannot be read. */
  readonly looks: readonly PageLook[] | undefined;
}

/** Reads the facts of a file. Costs milliseconds, and never fails. */
export function factsOf(bytes: Uint8Array): FileFacts {
  const all = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  // Offsets count from the signature, before which some mail programs add bytes.
  const file = all.subarray(Math.max(0, all.subarray(0, 1_024).indexOf('%PDF-')));
  const trailer = newestTrailer(file);
  const { isInfoLeftOut, ...structure } = structureOf(file);
  const parts = [file, ...packedObjects(file)];
  const names = (name: string) => parts.some((part) => holdsName(part, name));
  return {
    ...structure,
    expectsInfo: !isInfoLeftOut && /\/ID\s*\[/.test(trailer ?? ''),
    isSigned: file.includes('/ByteRange'),
    hasAttachments: names('/EmbeddedFile') || names('/EmbeddedFiles'),
    launches: names('/Launch'),
    hasScripts: names('/JavaScript'),
  };
}

function holdsName(bytes: Buffer, name: string): boolean {
  for (let at = bytes.indexOf(name); at >= 0; at = bytes.indexOf(name, at + 1)) {
    const next = String.fromCharCode(bytes[at + name.length] ?? 0);
    if (/[\s\0/<>[\]()]/.test(next)) return true;
  }
  return false;
}

interface Structure extends Pick<FileFacts, 'updates' | 'infoChange' | 'looks'> {
  readonly isInfoLeftOut: boolean;
}

function structureOf(bytes: Buffer): Structure {
  const text = bytes.toString('latin1');
  const sections = sectionsOf(text) ?? scannedSections(text);
  const file = new FileObjects(text, sections);
  const none: Structure = { updates: [], infoChange: 'none', isInfoLeftOut: false, looks: undefined };
  try {
    const looks = looksOf(file);
    if (sections.length < 2) return { ...none, looks };
    return { updates: sections.slice(1).flatMap((_, index) => updatesOf(file, index + 1)), ...infoIn(file), looks };
  } catch {
    // It took too much work, or exhausted the stack. No statement does.
    const message = 'The file was changed after it was made, and is too complex to see what was changed.';
    return sections.length < 2
      ? none
      : { ...none, updates: [{ code: 'incremental_update', severity: 'suspicious', message }] };
  }
}

// A comment that ExifTool leaves, which leaves out what it removes.
const METADATA_TOOL = '%BeginExifToolUpdate';

function infoIn(file: FileObjects): Pick<Structure, 'infoChange' | 'isInfoLeftOut'> {
  const last = file.sections.length - 1;
  const infoOf = (revision: number) =>
    file.resolve(trailerEntry(file, 'Info', revision), revision)?.entries ?? new Map<string, string>();
  const [before, after] = [infoOf(0), infoOf(last)];
  // Some programs leave out what has not changed.
  const isInfoLeftOut = before.size > 0 && !file.sections[last]?.trailer.has('Info');
  const isRemoved = before.size > 0 && (after.size === 0 || (isInfoLeftOut && file.text.includes(METADATA_TOOL)));
  const isLocked = trailerEntry(file, 'Encrypt', last) !== undefined;
  const [made, madeLater] = [before, after].map((info) => digitsIn(info.get('CreationDate') ?? ''));
  const isRedated = !isLocked && Boolean(made) && Boolean(madeLater) && made !== madeLater;
  return { infoChange: isRemoved ? 'removed' : isRedated ? 'redated' : 'none', isInfoLeftOut };
}

// Programs write the same text as bytes, as hexadecimal digits, or in 16 bits.
function digitsIn(value: string): string {
  const isHex = value.startsWith('<');
  return (isHex ? Buffer.from(value.replace(/[^\da-f]/gi, ''), 'hex').toString('latin1') : value).replace(/\D/g, '');
}

function updatesOf(file: FileObjects, revision: number): IntegrityFinding[] {
  const change = changesOf(file, revision);
  if (!change) return rewritesDrawing(file, revision) ? [update(file, revision, 'rewrites what its pages draw')] : [];
  if (change.added !== 0) {
    const count = Math.abs(change.added);
    const what = `${change.added > 0 ? 'adds' : 'removes'} ${count === 1 ? 'a page' : `${count} pages`}`;
    return [update(file, revision, what)];
  }
  const layers = change.switchesLayers ? [update(file, revision, 'switches layers')] : [];
  return [...layers, ...pageFindings(file, change)];
}

const descriptions: Readonly<Record<PageChange['kind'], string>> = {
  content: 'rewrites the content of',
  resources: 'replaces fonts or pictures of',
  frame: 'changes the size or rotation of',
  annotations: 'puts marks or form fields on',
};

// More findings of one revision would only repeat it.
const MOST_PAGES_NAMED = 10;

function pageFindings(file: FileObjects, { revision, pages }: RevisionChange): IntegrityFinding[] {
  // What it does most to each page: the kinds are in this order.
  const worst = pages.filter(({ page }, index) => pages[index - 1]?.page !== page);
  const severityOf = (kind: PageChange['kind']) => (kind === 'annotations' ? 'suspicious' : 'contradiction');
  if (worst.length > MOST_PAGES_NAMED) {
    const [first] = worst as [PageChange];
    const kind = worst.find((one) => one.kind === 'content')?.kind ?? first.kind;
    return [{ ...update(file, revision, `${descriptions[kind]} ${worst.length} pages`), severity: severityOf(kind) }];
  }
  return worst.map(({ page, kind }) => {
    const finding = update(file, revision, `${descriptions[kind]} page ${page}`);
    return { ...finding, severity: severityOf(kind), page };
  });
}

function update(file: FileObjects, revision: number, what: string): IntegrityFinding {
  const begins = file.sections[revision - 1]?.at ?? 0;
  const signature = file.text.indexOf('/ByteRange');
  const when = signature >= 0 && signature < begins ? 'signed' : 'made';
  const message = `The file was changed after it was ${when}: its ${ordinal(revision + 1)} revision ${what}.`;
  return { code: 'incremental_update', severity: 'contradiction', message };
}

const ordinals = ['first', 'second', 'third', 'fourth', 'fifth', 'sixth', 'seventh', 'eighth', 'ninth', 'tenth'];

function ordinal(number: number): string {
  return ordinals[number - 1] ?? `${number}th`;
}

// In a locked file, packed objects cannot be read. Streams are never packed, and a stream that is written again and is
// none of these is drawn on a page.
const NOT_DRAWN = /^\/(XRef|ObjStm|Metadata|EmbeddedFile)$/;

function rewritesDrawing(file: FileObjects, revision: number): boolean {
  for (const [number, place] of file.sections[revision]?.places ?? []) {
    if (!('offset' in place) || !file.placeOf(number, revision - 1)) continue;
    const object = file.read(number, revision);
    if (object?.dataAt !== undefined && !NOT_DRAWN.test(object.entries.get('Type') ?? '')) return true;
  }
  return false;
}
