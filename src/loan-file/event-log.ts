import { ConflictError, RepayKitError, StoreError } from '../errors.ts';
import { type LogEvent, openEvent, sealEvent } from './event-seal.ts';
import type { KeyProvider } from './keys.ts';
import { type AppendExtras, type LoanStore, NO_HASH, type StoredEvent } from './store.ts';

export interface FileKind<Event extends LogEvent, State> {
  apply(state: State | undefined, event: Event): State | undefined;
  isKnown(type: string): boolean;
  /** The owner of the key that seals the personal parts: the payer's id from the first event. */
  ownerOf(first: Event | undefined): string | undefined;
}

export interface OpenFile<State> {
  readonly state: State;
  readonly version: number;
  readonly head: string;
  readonly owner: string | undefined;
}

/** Seals and chains events, verifies the chain, and reduces the events to a state. */
export class EventLog<Event extends LogEvent, State> {
  readonly #store: LoanStore;
  readonly #keys: KeyProvider | undefined;
  readonly #kind: FileKind<Event, State>;
  readonly #recent: RecentFiles<OpenFile<State>>;

  constructor(store: LoanStore, keys: KeyProvider | undefined, kind: FileKind<Event, State>) {
    this.#store = store;
    this.#keys = keys;
    this.#kind = kind;
    // The lender may roll back its own transaction without our knowledge.
    this.#recent = new RecentFiles(store.isTransaction ? 0 : RECENT_FILES);
  }

  /** The file as last read or written, if cached. An append detects whether it is outdated. */
  remembered(fileId: string): OpenFile<State> | undefined {
    return this.#recent.get(fileId);
  }

  /** Reads only the events since the last read. @throws EvidenceError, StoreError */
  read(fileId: string): Promise<OpenFile<State> | undefined> {
    return this.#readAfter(fileId, this.#recent.get(fileId));
  }

  /** Appends to the file that was read, or to a new one. `extrasOf` gets the new state. @throws ConflictError */
  async append(
    fileId: string,
    file: OpenFile<State> | undefined,
    { events, extrasOf }: { readonly events: readonly Event[]; readonly extrasOf?: (after: State) => AppendExtras },
  ): Promise<OpenFile<State>> {
    const state = this.#stateAfter(fileId, file?.state, events);
    const owner = file ? file.owner : this.#kind.ownerOf(events[0]);
    const key = events.some((event) => event.personal !== undefined) ? await this.#sealingKey(owner) : undefined;
    const sealed: StoredEvent[] = [];
    let { version, head } = file ?? { version: 0, head: NO_HASH };
    for (const event of events) {
      const stored = sealEvent(event, { fileId, seq: ++version, previous: head }, key);
      head = stored.hash;
      sealed.push(stored);
    }
    try {
      // A restored file may have as many events, but other ones. The store refuses it by its last hash.
      await this.#store.append(fileId, file?.version ?? 0, sealed, {
        ...extrasOf?.(state),
        ...(file && { expectedHead: file.head }),
      });
    } catch (error) {
      // The state of the store is now unknown or was written by another process.
      if (!(error instanceof ConflictError)) this.#recent.forget(fileId);
      throw error;
    }
    return this.#remember(fileId, { state, version, head, owner });
  }

  forget(fileId: string): void {
    this.#recent.forget(fileId);
  }

  async #readAfter(fileId: string, known: OpenFile<State> | undefined): Promise<OpenFile<State> | undefined> {
    // Starts at the last known event. If that event is still there, the events after it continue the known file.
    const file = await this.#load(fileId, known ? known.version - 1 : 0);
    if (!file) {
      this.#recent.forget(fileId);
      return undefined;
    }
    if (known && file.events[0]?.hash !== known.head) {
      // The file was restored from a backup meanwhile, so it is read from the start.
      this.#recent.forget(fileId);
      return this.#readAfter(fileId, undefined);
    }
    const newer = known ? file.events.slice(1) : file.events;
    return known && newer.length === 0 ? known : this.#remember(fileId, await this.#open(file.loanId, known, newer));
  }

  // A custom store may throw any value.
  async #load(fileId: string, after: number): ReturnType<LoanStore['load']> {
    try {
      return await this.#store.load(fileId, after);
    } catch (cause) {
      if (cause instanceof RepayKitError) throw cause;
      const message = 'The store failed while a file was read, see the cause: repeat this when the store works';
      throw new StoreError(message, { cause });
    }
  }

  async #open(fileId: string, known: OpenFile<State> | undefined, stored: readonly StoredEvent[]) {
    let { version, head } = known ?? { version: 0, head: NO_HASH };
    let owner = known?.owner;
    let key: Uint8Array | undefined;
    const events: Event[] = [];
    for (const item of stored) {
      const place = { fileId, seq: ++version, previous: head };
      // The type is checked below, before the event is applied.
      const openWith = (payerKey: Uint8Array | undefined) => openEvent(item, place, payerKey) as Event;
      if (version === 1) owner = this.#kind.ownerOf(openWith(undefined));
      if (item.personal !== undefined && key === undefined && owner !== undefined)
        key = await this.#keys?.payerKey(owner);
      events.push(openWith(key));
      head = item.hash;
    }
    return { state: this.#stateAfter(fileId, known?.state, events), version, head, owner };
  }

  #stateAfter(fileId: string, before: State | undefined, events: readonly Event[]): State {
    let state = before;
    for (const event of events) {
      // Skipping unknown events would show a wrong state.
      if (!this.#kind.isKnown(event.type))
        throw new StoreError(
          `The file '${fileId}' holds an event '${event.type}' that this version does not know: upgrade repaykit`,
        );
      state = this.#kind.apply(state, event);
    }
    if (state === undefined) throw new StoreError(`The file '${fileId}' lost its beginning: restore it from a backup`);
    return state;
  }

  async #sealingKey(owner: string | undefined): Promise<Uint8Array | undefined> {
    if (!this.#keys || owner === undefined) return undefined;
    const key = await this.#keys.payerKey(owner);
    if (key) return key;
    throw new StoreError(
      'The payer of this file was erased: nothing personal can be written about this person any more; use another payerId',
    );
  }

  #remember(fileId: string, file: OpenFile<State>): OpenFile<State> {
    this.#recent.set(fileId, file);
    return file;
  }
}

// Only a few loans are active at a time. A file takes some kilobytes.
const RECENT_FILES = 1_000;

/** Caches the files that were read last. When it is full, the least recently used file is removed. */
export class RecentFiles<File> {
  readonly #files = new Map<string, File>();
  readonly #most: number;

  constructor(most: number) {
    this.#most = most;
  }

  get(fileId: string): File | undefined {
    const file = this.#files.get(fileId);
    if (file !== undefined) this.#touch(fileId, file);
    return file;
  }

  set(fileId: string, file: File): void {
    this.#touch(fileId, file);
    const [oldest] = this.#files.keys();
    if (this.#files.size > this.#most && oldest !== undefined) this.#files.delete(oldest);
  }

  forget(fileId: string): void {
    this.#files.delete(fileId);
  }

  // A map iterates in insertion order, so a used file moves to the end.
  #touch(fileId: string, file: File): void {
    this.#files.delete(fileId);
    this.#files.set(fileId, file);
  }
}
