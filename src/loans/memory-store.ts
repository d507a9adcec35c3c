import { ConflictError } from '../errors.ts';
import { memoryWork } from './memory-work.ts';
import type { AppendExtras, LoanStore } from './store.ts';
import { checkAppend, checkName, checkPage, UNIQUE_LABEL_PREFIX } from './store-checks.ts';
import { NO_HASH, type StoredEvent } from './stored-event.ts';

interface KeptFile {
  readonly loanId: string;
  /** The how manieth file it is, from 1. */
  readonly place: number;
  readonly events: StoredEvent[];
}

/** Keeps loan files in this process: for tests, demos and the reference server. Nothing survives a restart. */
export function memoryStore(): LoanStore {
  const files = new Map<string, KeptFile>();
  const begun: KeptFile[] = [];
  const labels = new Map<string, Set<KeptFile>>();
  const work = memoryWork();

  function begin(loanId: string): KeptFile {
    const file: KeptFile = { loanId, place: begun.length + 1, events: [] };
    files.set(loanId, file);
    begun.push(file);
    return file;
  }

  function refuseTakenLabels(file: KeptFile | undefined, { addLabels = [] }: AppendExtras): void {
    for (const label of addLabels.filter((each) => each.startsWith(UNIQUE_LABEL_PREFIX))) {
      const [owner] = labels.get(label) ?? [];
      if (owner && owner !== file) throw new ConflictError(`'${label}' belongs to the file of another loan: load again and decide again`);
    }
  }

  function setExtras(file: KeptFile, { addLabels = [], removeLabels = [], work: plan = {} }: AppendExtras): void {
    for (const label of removeLabels) {
      labels.get(label)?.delete(file);
      if (labels.get(label)?.size === 0) labels.delete(label);
    }
    for (const label of addLabels) labels.set(label, (labels.get(label) ?? new Set()).add(file));
    work.plan(file, plan);
  }

  return {
    async load(loanId, afterSeq = 0) {
      checkName('loanId', loanId);
      const file = files.get(loanId);
      // Copies, as a durable store would give: whoever changes what was read changes no file.
      return file && { loanId, version: file.events.length, events: file.events.slice(afterSeq).map(copy) };
    },
    async append(loanId, expectedVersion, events, extras = {}) {
      checkAppend(loanId, expectedVersion, events, extras);
      const known = files.get(loanId);
      const version = known?.events.length ?? 0;
      if (version !== expectedVersion) {
        throw new ConflictError(`The file of loan '${loanId}' has ${version} events, not ${expectedVersion}: load it again and decide again`);
      }
      refuseTakenLabels(known, extras);
      if (!known && events.length === 0) return;
      const file = known ?? begin(loanId);
      file.events.push(...events.map(copy));
      setExtras(file, extras);
    },
    async find(label, page) {
      checkName('label', label);
      const place = checkPage(page);
      const found = [...(labels.get(label) ?? [])].filter((file) => file.place > place).sort((a, b) => a.place - b.place);
      const loanIds = found.slice(0, page.limit);
      return { loanIds: loanIds.map((file) => file.loanId), ...next(loanIds, found.length) };
    },
    async list(page) {
      const place = checkPage(page);
      const heads = begun.slice(place, place + page.limit);
      const shown = heads.map(({ loanId, events }) => ({ loanId, version: events.length, head: events.at(-1)?.hash ?? NO_HASH }));
      return { heads: shown, ...next(heads, begun.length - place) };
    },
    claim: work.claim,
    settle: work.settle,
  };
}

function copy({ seq, body, hash, personal }: StoredEvent): StoredEvent {
  return { seq, body, hash, ...(personal !== undefined && { personal }) };
}

function next(page: readonly KeptFile[], left: number): { readonly next?: string } {
  const last = page.at(-1);
  return last && page.length < left ? { next: String(last.place) } : {};
}
