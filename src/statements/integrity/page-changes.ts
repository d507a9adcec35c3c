import { catalogOf, type Page, pagesOf } from './page-tree.ts';
import { type PdfDictionary, type PdfObject, referencesIn } from './pdf-syntax.ts';
import type { FileObjects } from './revisions.ts';

/** What a revision changes of one page. */
export interface PageChange {
  /** From 1. */
  readonly page: number;
  readonly kind: 'content' | 'resources' | 'frame' | 'annotations';
}

/** What a revision changes of what the file shows. */
export interface RevisionChange {
  /** Index of the section. */
  readonly revision: number;
  readonly pages: readonly PageChange[];
  /** Pages that it adds or removes; 0 for none. */
  readonly added: number;
  /** Does it show or hide layers? */
  readonly switchesLayers: boolean;
}

/** Compares two revisions page by page. Undefined if the pages of one of them cannot be read. */
export function changesOf(file: FileObjects, revision: number): RevisionChange | undefined {
  const before = pagesOf(file, revision - 1);
  const after = pagesOf(file, revision);
  if (!before || !after) return undefined;
  const added = after.length - before.length;
  // The pages have moved, and a comparison by number would blame all that follow.
  if (added !== 0) return { revision, pages: [], added, switchesLayers: false };
  const compare = new Comparison(file, revision);
  const pages = after.flatMap((page, index) => {
    const old = before[index];
    const kinds = old ? compare.kindsOf(old, page) : [];
    return kinds.map((kind): PageChange => ({ page: index + 1, kind }));
  });
  return { revision, pages, added, switchesLayers: compare.switchesLayers(catalogOf(file, revision)) };
}

const FRAME = ['MediaBox', 'CropBox', 'Rotate', 'UserUnit'];

class Comparison {
  readonly #file: FileObjects;
  readonly #revision: number;
  // Pairs under comparison or known to be equal. A reference that leads back adds no difference.
  readonly #equal = new Set<string>();

  constructor(file: FileObjects, revision: number) {
    this.#file = file;
    this.#revision = revision;
  }

  kindsOf(old: Page, page: Page): readonly PageChange['kind'][] {
    const differs = (key: string) => !this.#equalValues(old.get(key) ?? 'null', page.get(key) ?? 'null');
    const kinds: PageChange['kind'][] = [];
    if (differs('Contents') && !this.#drawsTheSame(old, page)) kinds.push('content');
    if (this.#resourcesDiffer(old, page)) kinds.push('resources');
    if (FRAME.some(differs)) kinds.push('frame');
    if (this.#newAnnotations(old, page).some((one) => !this.#isHarmless(one))) kinds.push('annotations');
    return kinds;
  }

  switchesLayers(catalog: PdfDictionary | undefined): boolean {
    const key = 'OCProperties';
    const old = catalogOf(this.#file, this.#revision - 1)?.get(key);
    return !this.#equalValues(old ?? 'null', catalog?.get(key) ?? 'null');
  }

  // Both in one spelling, so equal text means equal values, if all references lead to equal objects.
  #equalValues(old: string, value: string): boolean {
    if (old !== value && shapeOf(old) !== shapeOf(value)) return false;
    const [before, after] = [referencesIn(old), referencesIn(value)];
    return before.every((number, index) => this.#equalObjects(number, after[index] ?? -1));
  }

  #equalObjects(old: number, number: number): boolean {
    const pair = `${old} ${number}`;
    if (this.#equal.has(pair)) return true;
    this.#equal.add(pair);
    const isEqual = this.#compareObjects(old, number);
    if (!isEqual) this.#equal.delete(pair);
    return isEqual;
  }

  #compareObjects(old: number, number: number): boolean {
    const before = this.#file.read(old, this.#revision - 1);
    const after = this.#file.read(number, this.#revision);
    if (!before || !after) return before === after;
    return (before === after || this.#equalData(before, after)) && this.#equalEntries(before, after);
  }

  #equalEntries(before: PdfObject, after: PdfObject): boolean {
    if (before.entries.size === 0) return this.#equalValues(before.text, after.text);
    const keys = new Set([...before.entries.keys(), ...after.entries.keys()]);
    return [...keys].every((key) => {
      if (IGNORED.has(key)) return true;
      // The data was compared, however it is stored.
      if (before.dataAt !== undefined && STORAGE.has(key)) return true;
      return this.#equalValues(before.entries.get(key) ?? 'null', after.entries.get(key) ?? 'null');
    });
  }

  #equalData(before: PdfObject, after: PdfObject): boolean {
    if (before.dataAt === undefined && after.dataAt === undefined) return true;
    if (this.#file.rawData(before) === this.#file.rawData(after)) return true;
    const [old, data] = [this.#file.data(before), this.#file.data(after)];
    return old !== undefined && data !== undefined && old.equals(data);
  }

  /** Whether two lists of content streams hold the same bytes, however they are divided. */
  #drawsTheSame(old: Page, page: Page): boolean {
    const before = this.#contentOf(old, this.#revision - 1);
    return before !== undefined && before === this.#contentOf(page, this.#revision);
  }

  #contentOf(page: Page, revision: number): string | undefined {
    const value = page.get('Contents') ?? '';
    const direct = this.#file.resolve(value, revision);
    const list = direct?.dataAt === undefined ? referencesIn(direct?.text ?? '') : referencesIn(value);
    const parts = list.map((number) => {
      const object = this.#file.read(number, revision);
      return object && this.#file.data(object)?.toString('latin1');
    });
    return parts.includes(undefined) ? undefined : parts.join('\n').replace(/\s+/g, ' ').trim();
  }

  // New resources that the page's content does not name draw nothing.
  #resourcesDiffer(old: Page, page: Page): boolean {
    const before = this.#file.resolve(old.get('Resources'), this.#revision - 1)?.entries ?? new Map();
    const after = this.#file.resolve(page.get('Resources'), this.#revision)?.entries ?? new Map();
    return [...before].some(([kind, value]) => {
      if (IGNORED.has(kind)) return false;
      const [names, others] = [
        this.#file.resolve(value, this.#revision - 1)?.entries ?? new Map<string, string>(),
        this.#file.resolve(after.get(kind), this.#revision)?.entries ?? new Map<string, string>(),
      ];
      return [...names].some(([name, one]) => !this.#equalValues(one, others.get(name) ?? 'null'));
    });
  }

  #newAnnotations(old: Page, page: Page): readonly PdfDictionary[] {
    const before = new Set(this.#listOf(old.get('Annots'), this.#revision - 1));
    const after = this.#listOf(page.get('Annots'), this.#revision);
    return after.flatMap((value) => {
      const isOld = before.has(value) && referencesIn(value).every((number) => this.#equalObjects(number, number));
      if (isOld) return [];
      return [this.#file.resolve(value, this.#revision)?.entries ?? new Map<string, string>()];
    });
  }

  #listOf(value: string | undefined, revision: number): readonly string[] {
    const list = this.#file.resolve(value, revision)?.text ?? '';
    return list.match(/\d{1,10} \d{1,5} R/g) ?? [];
  }

  #isHarmless(annotation: PdfDictionary): boolean {
    const kind = annotation.get('Subtype');
    if (kind !== '/Widget') return kind === undefined || !drawing.has(kind);
    const parent = this.#file.resolve(annotation.get('Parent'), this.#revision)?.entries;
    return (annotation.get('FT') ?? parent?.get('FT')) === '/Sig';
  }
}

const REFERENCE = /(?<![^ ])\d{1,10} \d{1,5} R(?![^ ])/g;
const DECIMAL = /(?<![^ ])[+-]?(?:\d+\.\d*|\.\d+)(?![^ ])/g;

// Without the numbers of objects, and without the ways in which programs write the same decimal.
function shapeOf(value: string): string {
  return value.replace(REFERENCE, 'R').replace(DECIMAL, (number) => String(Math.round(Number(number) * 1_000) / 1_000));
}

// Lead back to the page or to what it does not draw.
const IGNORED = new Set([
  'Parent',
  'P',
  'StructParent',
  'StructParents',
  'Metadata',
  'PieceInfo',
  'LastModified',
  'ProcSet',
]);
const STORAGE = new Set(['Length', 'Filter', 'DecodeParms']);
const drawing = new Set(
  ['FreeText', 'Stamp', 'Square', 'Circle', 'Line', 'Polygon', 'PolyLine', 'Ink', 'Watermark', 'Redact'].map(
    (kind) => `/${kind}`,
  ),
);
