import { type PdfDictionary, referencesIn } from './pdf-syntax.ts';
import type { FileObjects } from './revisions.ts';

/** A page with the entries that it inherits. */
export type Page = PdfDictionary;

const INHERITED = ['Resources', 'MediaBox', 'CropBox', 'Rotate'];
const MOST_PAGES = 5_000;
const MOST_DEPTH = 64;

/** The pages as of a revision, in order. Undefined if one of them cannot be read. */
export function pagesOf(file: FileObjects, revision: number): readonly Page[] | undefined {
  const tree = catalogOf(file, revision)?.get('Pages');
  const pages: Page[] = [];
  const visited = new Set<number>();
  const visit = (reference: string, inherited: readonly (readonly [string, string])[], depth: number): boolean => {
    const [number] = referencesIn(reference);
    if (number === undefined || visited.has(number) || depth > MOST_DEPTH || pages.length > MOST_PAGES) return false;
    visited.add(number);
    const node = file.read(number, revision);
    if (!node) return false;
    const own = [...node.entries];
    const kids = node.entries.get('Kids');
    if (kids === undefined) return pages.push(new Map([...inherited, ...own])) > 0;
    const passed = [...inherited, ...own.filter(([key]) => INHERITED.includes(key))];
    const list = kids.startsWith('[') ? kids : (file.resolve(kids, revision)?.text ?? '');
    return referencesIn(list).every((kid) => visit(`${kid} 0 R`, passed, depth + 1));
  };
  return tree !== undefined && visit(tree, [], 0) ? pages : undefined;
}

export function catalogOf(file: FileObjects, revision: number): PdfDictionary | undefined {
  return file.resolve(trailerEntry(file, 'Root', revision), revision)?.entries;
}

/** An entry of the newest trailer up to `revision` that has it. */
export function trailerEntry(file: FileObjects, key: string, revision: number): string | undefined {
  for (let at = revision; at >= 0; at -= 1) {
    const value = file.sections[at]?.trailer.get(key);
    if (value !== undefined) return value;
  }
  return undefined;
}
