import { ConflictError } from '../errors.ts';
import { given } from '../validation/record.ts';
import { inMemoryOnly } from '../validation/self-check.ts';
import {
  type AppendExtras,
  bookOnDemand,
  type ClaimEnd,
  type ClaimQuery,
  type LoanIdPage,
  type LoanStore,
  NO_HASH,
  type PageQuery,
  type StoredEvent,
  type WorkClaim,
  type WorkKind,
} from './store.ts';
import { checkAppend, checkClaim, checkName, checkPage, UNIQUE_LABEL_PREFIX } from './store-checks.ts';

interface KeptFile extends LabelledFile {
  readonly events: StoredEvent[];
  /** The place of each event among those of all files, from 1. */
  readonly positions: number[];
  head: string;
}

/** Keeps loan files in this process, for tests, demos and the reference server. Nothing survives a restart. */
export function memoryStore(): LoanStore {
  const { files, begun, order, begin, add } = memoryFiles();
  const labels = memoryLabels();
  const work = memoryWork();

  const store: LoanStore = {
    async load(loanId, afterSeq = 0) {
      checkName('loanId', loanId);
      const file = files.get(loanId);
      // Returns copies like a durable store, so that callers cannot change the file.
      return file && { loanId, version: file.events.length, events: file.events.slice(afterSeq).map(copy) };
    },
    // biome-ignore lint/complexity/useMaxParams: the interface of a store
    async append(loanId, expectedVersion, events, extras = {}) {
      checkAppend(loanId, expectedVersion, events, extras);
      const known = files.get(loanId);
      const version = known?.events.length ?? 0;
      const conflict = (what: string) =>
        new ConflictError(`The file of loan '${loanId}' ${what}: load it again and decide again`);
      if (version !== expectedVersion) throw conflict(`has ${version} events, not ${expectedVersion}`);
      if (known && extras.expectedHead !== undefined && known.head !== extras.expectedHead)
        throw conflict('does not end with the event that was expected');
      labels.refuseTaken(known, extras.addLabels);
      if (!known && events.length === 0) return;
      const file = known ?? begin(loanId);
      add(file, events);
      labels.set(file, extras);
      work.plan(file, extras.work ?? {});
    },
    find: labels.find,
    async list(page) {
      const start = checkPage(page);
      const heads = begun.slice(start, start + page.limit);
      const shown = heads.map(({ loanId, events, head }) => ({ loanId, version: events.length, head }));
      return { heads: shown, ...nextPage(heads, begun.length - start) };
    },
    claim: work.claim,
    settle: work.settle,
    book: bookOnDemand(async () => (await import('./memory-book.ts')).memoryBook({ files: begun, order })),
  };
  return inMemoryOnly(store, 'loan files are kept', 'give the option store, such as postgresStore(…)');
}

function memoryFiles() {
  const files = new Map<string, KeptFile>();
  const begun: KeptFile[] = [];
  const order: KeptFile[] = [];

  return {
    files,
    begun,
    /** For each event, in the order in which they were appended: its file. */
    order,
    begin(loanId: string): KeptFile {
      const file: KeptFile = { loanId, place: begun.length + 1, events: [], positions: [], head: NO_HASH };
      files.set(loanId, file);
      begun.push(file);
      return file;
    },
    add(file: KeptFile, events: readonly StoredEvent[]): void {
      for (const event of events) {
        file.events.push(copy(event));
        file.positions.push(order.push(file));
      }
      file.head = events.at(-1)?.hash ?? file.head;
    },
  };
}

function copy({ seq, body, hash, personal }: StoredEvent): StoredEvent {
  return given({ seq, body, hash, personal });
}

interface LabelledFile {
  readonly loanId: string;
  /** The position of the file in the list, from 1. */
  readonly place: number;
}

function memoryLabels() {
  const filesOf = new Map<string, Set<LabelledFile>>();

  return {
    /** @throws ConflictError if another file has one of the labels that must be unique */
    refuseTaken(file: LabelledFile | undefined, labels: readonly string[] = []): void {
      for (const label of labels.filter((each) => each.startsWith(UNIQUE_LABEL_PREFIX))) {
        const [owner] = filesOf.get(label) ?? [];
        if (owner && owner !== file)
          throw new ConflictError(`'${label}' belongs to the file of another loan: load again and decide again`);
      }
    },
    set(file: LabelledFile, { addLabels = [], removeLabels = [] }: AppendExtras): void {
      for (const label of removeLabels) {
        filesOf.get(label)?.delete(file);
        if (filesOf.get(label)?.size === 0) filesOf.delete(label);
      }
      for (const label of addLabels) filesOf.set(label, (filesOf.get(label) ?? new Set()).add(file));
    },
    async find(label: string, page: PageQuery): Promise<LoanIdPage> {
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

/** The start of the next page, if files are left after this one. */
function nextPage(page: readonly LabelledFile[], left: number): { readonly next?: string } {
  const last = page.at(-1);
  return last && page.length < left ? { next: String(last.place) } : {};
}

/** A row of work. It is never deleted, so that its fence never goes backwards. */
interface WorkRow extends LabelledFile {
  readonly kind: WorkKind;
  dueAt: number | null;
  /** Null if no one has claimed it, or the claim has ended. */
  leaseUntil: number | null;
  fence: number;
  attempts: number;
}

function memoryWork() {
  const rowsOf = new Map<string, Map<WorkKind, WorkRow>>();
  const waiting = new Set<WorkRow>();

  function setDue(row: WorkRow, dueAt: number | null): void {
    row.dueAt = dueAt;
    if (dueAt === null) waiting.delete(row);
    else waiting.add(row);
  }

  return {
    plan({ loanId, place }: LabelledFile, work: NonNullable<AppendExtras['work']>): void {
      const rows = rowsOf.get(loanId) ?? new Map<WorkKind, WorkRow>();
      rowsOf.set(loanId, rows);
      for (const [kind, dueAt] of Object.entries(work)) {
        const row = rows.get(kind) ?? { loanId, place, kind, dueAt: null, leaseUntil: null, fence: 0, attempts: 0 };
        rows.set(kind, row);
        // If a claim is open, its holder may have acted already, so it still counts as an attempt.
        row.attempts = row.leaseUntil === null ? 0 : 1;
        setDue(row, dueAt);
      }
    },
    async claim(query: ClaimQuery): Promise<readonly WorkClaim[]> {
      checkClaim(query);
      const { now, leaseMs, limit, kinds, loanId } = query;
      const rows = loanId === undefined ? waiting : (rowsOf.get(loanId) ?? new Map<WorkKind, WorkRow>()).values();
      const isDue = ({ dueAt }: WorkRow) => dueAt !== null && (loanId !== undefined || dueAt <= now);
      const isFree = ({ leaseUntil }: WorkRow) => (leaseUntil ?? now) <= now;
      return [...rows]
        .filter((row) => isDue(row) && isFree(row) && kinds.includes(row.kind))
        .sort(byDue)
        .slice(0, limit)
        .map((row) => {
          row.leaseUntil = now + leaseMs;
          const [fence, attempts] = [++row.fence, ++row.attempts];
          return { loanId: row.loanId, kind: row.kind, dueAt: row.dueAt ?? now, fence, attempts };
        });
    },
    async settle(claim: WorkClaim, end: ClaimEnd): Promise<boolean> {
      const row = rowsOf.get(claim.loanId)?.get(claim.kind);
      if (!row || row.fence !== claim.fence || row.leaseUntil === null) return false;
      row.leaseUntil = null;
      row.attempts = end.kind === 'done' ? 0 : Math.max(row.attempts, 1);
      if (end.kind === 'failed') setDue(row, end.dueAt);
      return true;
    },
  };
}

function byDue(a: WorkRow, b: WorkRow): number {
  return (a.dueAt ?? 0) - (b.dueAt ?? 0) || a.place - b.place || (a.kind < b.kind ? -1 : 1);
}
