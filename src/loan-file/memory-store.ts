import { ConflictError } from '../errors.ts';
import { type LabelledFile, memoryLabels, nextPage } from './memory-labels.ts';
import { memoryWork } from './memory-work.ts';
import type { LoanStore } from './store.ts';
import { checkAppend, checkName, checkPage } from './store-checks.ts';
import { NO_HASH, type StoredEvent } from './stored-event.ts';

interface KeptFile extends LabelledFile {
  readonly events: StoredEvent[];
  /** The hash of its last event. */
  head: string;
}

/** Keeps loan files in this process: for tests, demos and the reference server. Nothing survives a restart. */
export function memoryStore(): LoanStore {
  const files = new Map<string, KeptFile>();
  const begun: KeptFile[] = [];
  const labels = memoryLabels();
  const work = memoryWork();

  function begin(loanId: string): KeptFile {
    const file: KeptFile = { loanId, place: begun.length + 1, events: [], head: NO_HASH };
    files.set(loanId, file);
    begun.push(file);
    return file;
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
        throw new ConflictError(
          `The file of loan '${loanId}' has ${version} events, not ${expectedVersion}: load it again and decide again`,
        );
      }
      if (known && extras.expectedHead !== undefined && known.head !== extras.expectedHead)
        throw new ConflictError(
          `The file of loan '${loanId}' does not end with the event that was expected: load it again and decide again`,
        );
      labels.refuseTaken(known, extras.addLabels);
      if (!known && events.length === 0) return;
      const file = known ?? begin(loanId);
      file.events.push(...events.map(copy));
      file.head = events.at(-1)?.hash ?? file.head;
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
  };
}

function copy({ seq, body, hash, personal }: StoredEvent): StoredEvent {
  return { seq, body, hash, ...(personal !== undefined && { personal }) };
}
