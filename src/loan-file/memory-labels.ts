import { ConflictError } from '../errors.ts';
import type { AppendExtras, LoanIdPage, PageQuery } from './store.ts';
import { checkName, checkPage, UNIQUE_LABEL_PREFIX } from './store-checks.ts';

/** What labels know of a file. */
export interface LabelledFile {
  readonly loanId: string;
  /** The how manieth file it is, from 1. */
  readonly place: number;
}

/** The labels of a memory store. */
export interface MemoryLabels {
  /** @throws ConflictError when another file has a label that only one may have */
  refuseTaken(file: LabelledFile | undefined, labels: readonly string[] | undefined): void;
  set(file: LabelledFile, extras: AppendExtras): void;
  find(label: string, page: PageQuery): Promise<LoanIdPage>;
}

/** Keeps the labels of a memory store. */
export function memoryLabels(): MemoryLabels {
  const filesOf = new Map<string, Set<LabelledFile>>();

  return {
    refuseTaken(file, labels = []) {
      for (const label of labels.filter((each) => each.startsWith(UNIQUE_LABEL_PREFIX))) {
        const [owner] = filesOf.get(label) ?? [];
        if (owner && owner !== file)
          throw new ConflictError(`'${label}' belongs to the file of another loan: load again and decide again`);
      }
    },
    set(file, { addLabels = [], removeLabels = [] }) {
      for (const label of removeLabels) {
        filesOf.get(label)?.delete(file);
        if (filesOf.get(label)?.size === 0) filesOf.delete(label);
      }
      for (const label of addLabels) filesOf.set(label, (filesOf.get(label) ?? new Set()).add(file));
    },
    async find(label, page) {
      checkName('label', label);
      const start = checkPage(page);
      const found = [...(filesOf.get(label) ?? [])]
        .filter(({ place }) => place > start)
        .sort((a, b) => a.place - b.place);
      const files = found.slice(0, page.limit);
      return { loanIds: files.map(({ loanId }) => loanId), ...nextPage(files, found.length) };
    },
  };
}

/** Where the next page begins, if files are left after this one. */
export function nextPage(page: readonly LabelledFile[], left: number): { readonly next?: string } {
  const last = page.at(-1);
  return last && page.length < left ? { next: String(last.place) } : {};
}
