import { systemClock } from '../clock/clock.ts';
import type { Instant } from '../domain/calendar.ts';
import { CLOCK_STEP_MS, SEND_WITHIN_MS } from '../domain/loan/debits/debit-window.ts';
import { AbortedError, InputError, RepayKitError, RuleError } from '../errors.ts';
import type { CheckedAnswer } from '../http/answer-reading.ts';
import { CallLimit, type LeavingWindow } from '../http/call-limit.ts';
import {
  type CallObserver,
  type Destination,
  describeRequest,
  maskedRequestId,
  type OutgoingCall,
  RequestDraft,
} from '../http/outgoing-call.ts';
import { type CallAnswer, sendCall } from '../http/send-call.ts';
import type { Transport } from '../http/transport.ts';
import { undiciTransport } from '../http/undici-transport.ts';
import { UploadBody } from '../http/upload-body.ts';
import type { KnownValue } from '../redact/redact.ts';
import { looseFields } from '../validation/checks.ts';
import type { OperationTable, WireRow } from '../wire/operations.ts';
import { readShape, shapeIssues } from '../wire/shapes/shape-issues.ts';
import { isStorableJson, LONGEST_STORED_TEXT, storableAnswer } from '../wire/storable-answer.ts';
import type { OperationId, OperationInput, OperationOutput } from '../wire/types/operation-types.ts';
import { callMask, maskError } from './call-mask.ts';
import { aboutPerson, type CallOptions, checkCallOptions, intentIn, personIn } from './call-options.ts';
import { CallPromise, type CallResult, runWrapped } from './call-promise.ts';
import { ClockSkew } from './clock-skew.ts';
import { destinationOf, keyMask } from './engine-keys.ts';
import { both, diagnostics, hasDiagnosticsSubscribers, observerOf } from './hooks.ts';
import type { Settings } from './options-check.ts';

export type OperationCall = <Id extends OperationId>(
  id: Id,
  input: OperationInput<Id>,
  options?: CallOptions,
) => CallPromise<OperationOutput<Id>>;

/** What workflows and resources need of a client's engine. */
export interface Engine {
  readonly settings: Settings;
  /** Checks the input, sends the operation as its row declares, and checks the answer. */
  readonly call: OperationCall;
  /** The difference between the clock of the settings and the service's clock. */
  readonly skew: ClockSkew;
  readonly transport: Transport;
}

export type FindPayer = (mandateId: string) => Promise<readonly KnownValue[]>;

// Answers of this service have a few kilobytes. A larger one is a mistake or an attack.
const MAX_RESPONSE_BYTES = 16_000_000;

const LONGEST_SEARCH_MS = 1_000;

const noOptions: CallOptions = {};

let calls = 0;

/** Sends one client's requests. Nothing is opened or loaded before the first call. */
export class OperationEngine implements Engine {
  readonly settings: Settings;
  readonly skew: ClockSkew;
  readonly transport: Transport;
  readonly #destination: Destination;
  readonly #observer: CallObserver | undefined;
  #operations: OperationTable | undefined;
  #underWay = 0;
  #isClosed = false;
  #whenIdle: (() => void) | undefined;
  #closing: Promise<void> | undefined;
  /** Finds the payer of a mandate for calls that know only its id. Called only when such a call fails. */
  findPayer: FindPayer | undefined;
  readonly #maskKeys: (text: string) => string;

  constructor(settings: Settings) {
    this.settings = settings;
    this.skew = new ClockSkew(settings.clock, settings.logger);
    this.transport = settings.transport ?? undiciTransport();
    this.#destination = destinationOf(settings);
    this.#maskKeys = keyMask(settings.revealKeys);
    this.#observer = observerOf(settings.hooks, settings.logger);
  }

  readonly call: OperationCall = (id, input, options = noOptions) =>
    new CallPromise(this.#run(() => this.#operation(id), input, options));

  /** Like `call`, but refuses whatever moves money, makes a claim or uploads: those have guarded methods. */
  readonly request: OperationCall = (id, input, options = noOptions) =>
    new CallPromise(this.#run(async () => unguarded(await this.#operation(id)), input, options));

  /** Sends a custom row, such as a report to the bureau's intake, with the same checks. */
  send(row: () => Promise<WireRow>, input: object, options: CallOptions = noOptions): Promise<CallResult<unknown>> {
    return this.#run(row, input, options);
  }

  /** Accepts no more calls, waits for those in progress and frees the connections. */
  close(): Promise<void> {
    this.#isClosed = true;
    this.#closing ??= this.#finish();
    return this.#closing;
  }

  async #finish(): Promise<void> {
    if (this.#underWay > 0) await new Promise<void>((resolve) => (this.#whenIdle = resolve));
    await this.transport.close();
  }

  async #run<Data>(
    find: () => WireRow | Promise<WireRow>,
    input: unknown,
    options: CallOptions,
  ): Promise<CallResult<Data>> {
    if (this.#isClosed) throw new AbortedError('Nothing was sent: the client is closed');
    this.#underWay += 1;
    try {
      const found = find();
      const row = found instanceof Promise ? await found : found;
      if (options !== noOptions) checkCallOptions(row.id, options);
      const checked = checkInput(row, input);
      const about = this.#isObserved() ? await this.#aboutPayer(checked, options) : options;
      // The row's shape has checked the answer.
      return (await this.#send(row, checked, about)) as CallResult<Data>;
    } finally {
      this.#underWay -= 1;
      if (this.#underWay === 0) this.#whenIdle?.();
    }
  }

  #operation(id: OperationId): WireRow | Promise<WireRow> {
    return this.#operations ? rowOf(this.#operations, id) : this.#load().then((operations) => rowOf(operations, id));
  }

  #send(row: WireRow, input: object, options: CallOptions): Promise<CallResult<unknown>> {
    const call = this.#prepare(row, input, options);
    const wrap = this.settings.hooks?.wrap;
    const end = () => this.#complete(call, input, options);
    if (!wrap) return end();
    const event = { ...describeRequest(call), attempt: 1 };
    return runWrapped(wrap, { event, run: end, onEnd: (listener) => call.limit.onEnd(listener) });
  }

  async #complete(call: OutgoingCall, input: object, options: CallOptions): Promise<CallResult<unknown>> {
    const begunAt = this.settings.clock.now();
    try {
      const answer = await sendCall(call);
      this.skew.measure(begunAt, answer.response.headers);
      return resultOf(call, answer);
    } catch (error) {
      if (error instanceof RepayKitError) {
        if (!personIn(options)) maskError(error, personIn(await this.#aboutPayer(input, options)) ?? []);
        call.observer?.('onError', { ...describeRequest(call), error, elapsedMs: call.limit.elapsedMs });
      }
      throw error;
    }
  }

  #isObserved(): boolean {
    return this.#observer !== undefined || hasDiagnosticsSubscribers();
  }

  // A call may know only the mandate. A store that fails or hangs must not stop the call.
  async #aboutPayer(input: object, options: CallOptions): Promise<CallOptions> {
    const mandateId = looseFields(input).mandateId;
    if (personIn(options) || typeof mandateId !== 'string' || !this.findPayer) return options;
    const ended = new AbortController();
    const tooLate = systemClock.sleep(LONGEST_SEARCH_MS, ended.signal).catch(() => undefined);
    const found = await Promise.race([this.findPayer(mandateId).catch(() => undefined), tooLate]);
    ended.abort();
    return found ? aboutPerson(found, options) : options;
  }

  #prepare(row: WireRow, input: object, options: CallOptions): OutgoingCall {
    const { retry, random, supportContact, acceptRefusals } = this.settings;
    const deadlineMs = options.timeoutMs ?? this.#deadlineOf(row);
    const upload = this.#uploadOf(row, input, options);
    return {
      callId: ++calls,
      row,
      draft: new RequestDraft({ row, input, destination: this.#destination, upload }),
      transport: this.transport,
      limit: new CallLimit(deadlineMs, options.signal, this.#leavingOf(row, deadlineMs, intentIn(options))),
      pace: options.retries === undefined ? retry : { ...retry, retries: options.retries },
      random,
      maxResponseBytes: MAX_RESPONSE_BYTES,
      observer: hasDiagnosticsSubscribers() ? both(this.#observer, diagnostics) : this.#observer,
      supportContact,
      acceptRefusals: row.isVerdict ? 'assuming-a-failure-envelope-means-nothing-was-done' : acceptRefusals,
      adapt: this.#adapterOf(row.id),
      mask: callMask(this.#maskKeys, input, personIn(options)),
      attempt: 0,
      sent: 0,
    };
  }

  #adapterOf(id: string): OutgoingCall['adapt'] {
    const { answers } = this.settings;
    return Object.hasOwn(answers, id) ? answers[id as OperationId] : undefined;
  }

  #uploadOf(row: WireRow, input: object, { onUploadProgress }: CallOptions): UploadBody | undefined {
    if (row.encoding !== 'multipart') return undefined;
    const { statement, ...fields } = input as { readonly statement?: unknown };
    return new UploadBody({
      fields,
      fileField: 'statement',
      source: statement,
      maxBytes: this.settings.maxUploadBytes,
      onProgress: onUploadProgress,
    });
  }

  // A read may leave at any time.
  #leavingOf({ repeat }: WireRow, deadlineMs: number, intendedAt: Instant | undefined): LeavingWindow | undefined {
    if (repeat === 'safe') return undefined;
    const { clock } = this.settings;
    const from = intendedAt ?? clock.now();
    const waitMs = intendedAt === undefined ? 0 : SEND_WITHIN_MS;
    return { now: () => clock.now(), from: from - CLOCK_STEP_MS, until: from + waitMs + deadlineMs };
  }

  #deadlineOf({ repeat, encoding }: WireRow): number {
    const { readMs, placeMs, debitMs, uploadMs } = this.settings.timeouts;
    if (encoding === 'multipart') return uploadMs;
    if (repeat === 'never') return debitMs;
    return repeat === 'ask-first' ? placeMs : readMs;
  }

  async #load(): Promise<OperationTable> {
    const { defineOperations, operations } = await import('../wire/operations.ts');
    this.#operations ??=
      this.settings.bankCodes === 'strict' ? operations : defineOperations({ bankCodes: this.settings.bankCodes });
    return this.#operations;
  }
}

function rowOf(table: OperationTable, id: OperationId): WireRow {
  if (Object.hasOwn(table, id)) return table[id];
  throw new InputError('There is no such operation', [
    { path: 'operation', message: `must be one of ${Object.keys(table).join(', ')}` },
  ]);
}

function unguarded(row: WireRow): WireRow {
  if (row.repeat !== 'never') return row;
  const message = `${row.id} is sent once and never again, so it goes through its own method, which guards it`;
  throw new RuleError({ rule: 'guarded-operation', spec: `Spec ${row.spec}`, message }, { operation: row.id });
}

function checkInput(row: WireRow, input: unknown): object {
  const checked = readShape(row.input, input);
  if (checked.success) return checked.data as object;
  const issues = shapeIssues(checked.error).map(({ path, message }) => ({ path, message }));
  throw new InputError(`The input of ${row.id} is invalid`, issues, { operation: row.id });
}

// Products, policies and claims carry texts of any length, and none of them reaches a loan's file.
const documents: ReadonlySet<string> = new Set<OperationId>(['listProducts', 'createClaim', 'listPolicies']);

function resultOf(call: OutgoingCall, answer: CallAnswer): CallResult<unknown> {
  const { checked, response: answered } = answer;
  const { status, headers } = answered;
  const { data, message } = !call.adapt && isStorableJson(answered.body) ? checked : storable(call, checked);
  const requestId = maskedRequestId(call, headers);
  const response = { status, headers, requestId, attempts: call.sent, elapsedMs: call.limit.elapsedMs };
  return checked.isPartial ? { data, message, isPartial: true, response } : { data, message, response };
}

function storable({ row }: OutgoingCall, { data, message }: CheckedAnswer) {
  return storableAnswer({ data, message }, documents.has(row.id) ? Number.POSITIVE_INFINITY : LONGEST_STORED_TEXT);
}
