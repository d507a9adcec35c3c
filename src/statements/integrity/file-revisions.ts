import type { IntegrityFinding } from '../statement.ts';
import { newestTrailer, sectionsOf } from './cross-references.ts';
import { changesOf, type PageChange, type RevisionChange, trailerEntry } from './page-changes.ts';
import { FileObjects, TooMuchWork } from './revisions.ts';

/** What the bytes of a file show without its password. */
export interface FileFacts {
  /** What later revisions change of the pages. */
  readonly updates: readonly IntegrityFinding[];
  /** Is there a digital signature? Whether it is valid is not checked. */
  readonly isSigned: boolean;
  /** Did a later revision remove the information dictionary? */
  readonly isInfoRemoved: boolean;
  /** Does it have an identifier? Programs that give one say who they are, too. */
  readonly hasId: boolean;
  readonly hasAttachments: boolean;
  /** Is there an action that starts a program? */
  readonly launches: boolean;
}

/** Reads the facts of a file. Costs milliseconds, and never fails. */
export function factsOf(bytes: Uint8Array): FileFacts {
  const all = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  // Offsets count from the signature, before which some mail programs add bytes.
  const file = all.subarray(Math.max(0, all.subarray(0, 1_024).indexOf('%PDF-')));
  const trailer = newestTrailer(file);
  return {
    ...(trailer === undefined || /\/Prev\b/.test(trailer) ? updatesIn(file) : NO_UPDATES),
    hasId: /\/ID\s*\[/.test(trailer ?? ''),
    isSigned: file.includes('/ByteRange'),
    hasAttachments: file.includes('/EmbeddedFile'),
    launches: /^\/Launch\b/.test(file.toString('latin1', ...place(file.indexOf('/Launch')))),
  };
}

const place = (at: number): [number, number] => (at < 0 ? [0, 0] : [at, at + 8]);

type Updates = Pick<FileFacts, 'updates' | 'isInfoRemoved'>;

const NO_UPDATES: Updates = { updates: [], isInfoRemoved: false };

// Slower than the rest, so it is left out for the many files that no one updated.
function updatesIn(bytes: Buffer): Updates {
  const text = bytes.toString('latin1');
  const sections = sectionsOf(text);
  if (!sections || sections.length < 2) return NO_UPDATES;
  const file = new FileObjects(text, sections);
  try {
    const updates = sections.slice(1).flatMap((_, index) => updatesOf(file, index + 1));
    const info = (revision: number) => file.resolve(trailerEntry(file, 'Info', revision), revision)?.entries.size ?? 0;
    // A trailer may leave out what has not changed, so its absence counts only if other entries were written again.
    const newest = sections.at(-1);
    const isLeftOut = newest?.trailer.has('Root') === true && !newest.trailer.has('Info') && info(0) > 0;
    const isInfoRemoved = isLeftOut || (info(0) > 0 && info(sections.length - 1) === 0);
    return { updates, isInfoRemoved };
  } catch (error) {
    if (error instanceof TooMuchWork) return NO_UPDATES;
    throw error;
  }
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
