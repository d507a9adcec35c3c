import type { LoanEvent, LoanOpened } from '../domain/loan/events/events.ts';
import type { LoanState } from '../domain/loan/state.ts';
import { applyEvent, isKnownEvent } from '../domain/loan/transitions/reduce.ts';
import { ConflictError, InputError, RepayKitError, RuleError, StoreError } from '../errors.ts';
import { EventLog, type FileKind, type OpenFile } from './event-log.ts';
import { isClear } from './event-seal.ts';
import { keyedHash } from './hashing.ts';
import { guardedKeys, type KeyProvider } from './keys.ts';
import type { AppendExtras, LoanIdPage, LoanStore, PageQuery } from './store.ts';
import { workAfter } from './work-plan.ts';

// Then the caller gets an error. A process that writes without a pause often wins, because it has the file cached.
const MAX_RACES = 100;

/** Returns the events that follow from the newest state. Throws to refuse. */
type Decide = (state: LoanState) => readonly LoanEvent[];

interface Writing {
  readonly events: readonly LoanEvent[];
  readonly extras?: AppendExtras | undefined;
}

const loanFile: FileKind<LoanEvent, LoanState> = {
  apply: applyEvent,
  isKnown: isKnownEvent,
  ownerOf: (first) => (first?.type === 'loan.opened' ? first.payerId : undefined),
};

export class LoanFiles {
  readonly store: LoanStore;
  /** The payers' keys. Undefined if personal data is kept in clear. */
  readonly keys: KeyProvider | undefined;
  readonly #log: EventLog<LoanEvent, LoanState>;

  constructor(store: LoanStore, keys?: KeyProvider) {
    this.store = store;
    this.keys = keys && guardedKeys(keys);
    this.#log = new EventLog(store, this.keys, loanFile);
  }

  /** @throws EvidenceError, StoreError */
  async find(loanId: string): Promise<LoanState | undefined> {
    return (await this.#log.read(loanId))?.state;
  }

  async read(loanId: string): Promise<LoanState> {
    return (await this.#open(loanId)).state;
  }

  async findByMandate(mandateId: string): Promise<LoanState | undefined> {
    const [loanId] = (await this.store.find(mandateLabel(mandateId), { limit: 1 })).loanIds;
    return loanId === undefined ? undefined : this.find(loanId);
  }

  /** The loan of an instalment, by the service's reference. Undefined if no file has it, or several have. */
  async findByInstalment(reference: string): Promise<LoanState | undefined> {
    const { loanIds } = await this.store.find(instalmentLabel(reference), { limit: 2 });
    const [loanId, another] = loanIds;
    return loanId === undefined || another !== undefined ? undefined : this.find(loanId);
  }

  findByPayer(payerId: string, page: PageQuery): Promise<LoanIdPage> {
    return this.store.find(payerLabel(payerId), page);
  }

  /** Ids of the loans of a BVN. Empty without keys, because the BVN is stored only as a keyed hash. */
  async findByBvn(bvn: string, page: PageQuery): Promise<LoanIdPage> {
    const label = await bvnLabel(bvn, this.keys);
    return label === undefined ? { loanIds: [] } : this.store.find(label, page);
  }

  /** Creates a file with `loan.opened` and the events that follow at once. @throws ConflictError if it exists */
  async begin(loanId: string, opened: LoanOpened, more: readonly LoanEvent[] = []): Promise<LoanState> {
    const addLabels = await labelsOf(opened, this.keys);
    return (await this.#write(loanId, undefined, { events: [opened, ...more], extras: { addLabels } })).state;
  }

  /** Decides again if another process was first. A refusal (throw) writes nothing. */
  async decide(loanId: string, decide: Decide, extras?: AppendExtras): Promise<LoanState> {
    return this.#append(loanId, decide, { maxRaces: MAX_RACES, extras });
  }

  /** Like `decide`, durably, before a request is sent. @throws RuleError in a transaction; StoreError */
  async intend(loanId: string, decide: Decide): Promise<LoanState> {
    requireCommitting(this.store);
    return beforeSending(this.decide(loanId, decide));
  }

  /** Retries without limit, because a fact must reach the file. Another process made progress each time. */
  async record(loanId: string, events: readonly LoanEvent[]): Promise<LoanState> {
    return this.#append(loanId, () => events, { maxRaces: Number.POSITIVE_INFINITY });
  }

  list(page: PageQuery): Promise<LoanIdPage> {
    return this.store.find(ALL_LOANS, page);
  }

  /** Whether personal data are in clear, from before keys were kept. Destroying a key does not erase them. */
  async holdsClearParts(loanId: string): Promise<boolean> {
    const events = (await this.store.load(loanId))?.events ?? [];
    return events.some(({ personal }) => personal !== undefined && isClear(personal));
  }

  forget(loanId: string): void {
    this.#log.forget(loanId);
  }

  async #append(
    loanId: string,
    decide: Decide,
    { maxRaces, extras }: { readonly maxRaces: number; readonly extras?: AppendExtras | undefined },
  ): Promise<LoanState> {
    // The cached file is mostly current, which saves a read. The append detects otherwise.
    const cached = this.#log.remembered(loanId);
    const early = cached && decided(decide, cached.state);
    if (cached && early && early.length > 0) {
      const written = await this.#unlessLost(this.#write(loanId, cached, { events: early, extras }), true);
      if (written) return written.state;
    }
    let lostOn: string | undefined;
    for (let race = 1; ; race++) {
      const file = await this.#open(loanId);
      const events = early?.length === 0 && file === cached ? early : decide(file.state);
      if (events.length === 0) return file.state;
      // If the file did not grow, no other process was first, and a retry would fail in the same way.
      const written = await this.#unlessLost(
        this.#write(loanId, file, { events, extras }),
        race < maxRaces && file.head !== lostOn,
      );
      if (written) return written.state;
      lostOn = file.head;
    }
  }

  async #unlessLost(writing: Promise<OpenFile<LoanState>>, mayGoOn: boolean): Promise<OpenFile<LoanState> | undefined> {
    try {
      return await writing;
    } catch (error) {
      if (!(error instanceof ConflictError) || !mayGoOn) throw error;
      return undefined;
    }
  }

  #write(loanId: string, file: OpenFile<LoanState> | undefined, { events, extras }: Writing) {
    const extrasOf = (after: LoanState) => {
      const names: AppendExtras = { ...extras, ...renamed(file?.state, after) };
      const addLabels = [...(names.addLabels ?? []), ...newInstalmentLabels(file?.state, after)];
      return { ...names, ...(addLabels.length > 0 && { addLabels }), ...workAfter(file?.state, after, events) };
    };
    return this.#log.append(loanId, file, { events, extrasOf });
  }

  async #open(loanId: string): Promise<OpenFile<LoanState>> {
    // Anything but text names no file. JavaScript callers may pass any value.
    const file = typeof loanId === 'string' && loanId !== '' ? await this.#log.read(loanId) : undefined;
    if (file) return file;
    const name = typeof loanId === 'string' ? `'${loanId}'` : 'so';
    const message = `no file in this store is named ${name}: open the loan first, or check the store`;
    throw new InputError('Unknown loan', [{ path: 'loanId', message }]);
  }
}

// A loan can be found by every id that its mandate ever had.
function renamed(before: LoanState | undefined, { mandateId }: LoanState): Pick<AppendExtras, 'addLabels'> {
  return before === undefined || before.mandateId === mandateId ? {} : { addLabels: [mandateLabel(mandateId)] };
}

// Undefined if it refuses: a refusal uses the newest state.
function decided(decide: Decide, state: LoanState): readonly LoanEvent[] | undefined {
  try {
    return decide(state);
  } catch {
    return undefined;
  }
}

/** The label of every loan's file. No other kind of file has it. */
export const ALL_LOANS = 'loan';

/** The label of a mandate's loan. Services differ in the case of hexadecimal letters. */
export function mandateLabel(mandateId: string): string {
  return `mandate:${mandateId.toLowerCase()}`;
}

export function payerLabel(payerId: string): string {
  return `payer:${payerId}`;
}

/** The label of an instalment's loan, by the service's reference of the instalment. */
function instalmentLabel(reference: string): string {
  return `instalment:${reference}`;
}

function newInstalmentLabels(before: LoanState | undefined, after: LoanState): readonly string[] {
  if (before?.instalments === after.instalments && before.collections === after.collections) return [];
  const known = new Set(before ? referencesOf(before) : []);
  return referencesOf(after)
    .filter((reference) => !known.has(reference))
    .map(instalmentLabel);
}

// The service's references are as long as a UUID. A longer value could not be a label in every store, so it is not one.
const LONGEST_REFERENCE = 128;

function referencesOf({ instalments, collections }: LoanState): readonly string[] {
  const references = [...instalments, ...collections].flatMap(({ instalmentReference: name }) => name ?? []);
  return [...new Set(references)].filter(
    (name) => name !== '' && name.length <= LONGEST_REFERENCE && !/\0|\p{Cs}/u.test(name),
  );
}

/** A keyed hash of the BVN, because a plain hash can be reversed within hours. Undefined without keys. */
export async function bvnLabel(bvn: string, keys: KeyProvider | undefined): Promise<string | undefined> {
  return keys && `bvn:${keyedHash(await keys.indexKey(), bvn)}`;
}

export async function labelsOf(
  { mandateId, payerId, personal }: LoanOpened,
  keys: KeyProvider | undefined,
): Promise<readonly string[]> {
  const bvn = personal && (await bvnLabel(personal.payer.bvn, keys));
  return [ALL_LOANS, mandateLabel(mandateId), payerLabel(payerId), ...(bvn ? [bvn] : [])];
}

/** An intent must be durable before a request is sent. @throws RuleError inside a transaction of the lender's own */
export function requireCommitting(store: LoanStore, spec = 'Spec §4.7'): void {
  if (!store.isTransaction) return;
  const message =
    'Inside a transaction nothing is sent: its intent could be rolled back, and the request would be sent again. Commit first, then take this step';
  throw new RuleError({ rule: 'intent-before-request', spec, message });
}

/** Nothing is sent before the intent is recorded, so a failure changed nothing. @throws StoreError, outcome `none` */
export async function beforeSending<Written>(writing: Promise<Written>): Promise<Written> {
  try {
    return await writing;
  } catch (cause) {
    if (cause instanceof RepayKitError && (cause.code !== 'store_failed' || cause.outcome === 'none')) throw cause;
    const message = `${saidBy(cause)}. Nothing was sent, but what was intended may be on file: when the store works, read it again. A debit that is 'intended' there is ended by collections.settle or the worker; what is not there can be asked for again`;
    throw new StoreError(message, { cause });
  }
}

/** Records the result of a request. @throws StoreError with outcome `unknown`, because the request was sent */
export async function afterSending<Written>(writing: Promise<Written>): Promise<Written> {
  try {
    return await writing;
  } catch (cause) {
    if (cause instanceof RepayKitError && cause.code !== 'store_failed') throw cause;
    const message = `${saidBy(cause)}. The request was sent and answered, but that could not be written down: repeat the step, which asks the service first`;
    throw new StoreError(message, { cause, outcome: 'unknown' });
  }
}

function saidBy(cause: unknown): string {
  return cause instanceof RepayKitError ? cause.message : 'The store failed';
}
