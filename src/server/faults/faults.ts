import { systemClock } from '../../clock/clock.ts';
import { formatInstant, type Instant } from '../../domain/calendar.ts';
import { isRecord } from '../../validation/checks.ts';
import { readJsonText } from '../../wire/json-text.ts';
import { readQuery } from '../../wire/request-target.ts';
import { drawOf } from '../engine/world/chance.ts';
import type { OutgoingWebhook } from '../engine/world/records.ts';
import type { World } from '../engine/world/world.ts';
import type { ServerRequest, ServerResponse } from '../message.ts';
import type { HandedWebhook, WebhookEffect } from '../webhooks/delivery.ts';
import {
  type AppliedFault,
  type Fault,
  type FaultKind,
  type FaultRecord,
  isWebhookKind,
  type WebhookFaultKind,
} from './fault.ts';

/** A call or an outgoing webhook that a fault may apply to. */
export interface FaultableCall {
  /** The operation id, or the event of the webhook. */
  readonly operation: string;
  /** The mandate's id, in any case. A function, because the call must be read for it. */
  readonly mandateId: () => string | undefined;
  readonly now: Instant;
  readonly seed: number;
}

/** The faults of one world. The first fault that matches a call and is due applies. */
export class Faults {
  #lastNumber: number;
  #records: FaultRecord[];

  constructor(lastNumber = 0, records: readonly FaultRecord[] = []) {
    this.#lastNumber = lastNumber;
    this.#records = structuredClone([...records]);
  }

  /** Every call asks this. */
  get isEmpty(): boolean {
    return this.#records.length === 0;
  }

  add(fault: Omit<FaultRecord, 'id' | 'calls' | 'hits'>): Fault {
    this.#lastNumber += 1;
    const record: FaultRecord = { id: `flt_${this.#lastNumber}`, ...fault, calls: 0, hits: 0 };
    this.#records.push(record);
    return showFault(record);
  }

  /** The faults that have not expired, oldest first. */
  list(now: Instant): Fault[] {
    this.#expire(now);
    return this.#records.map(showFault);
  }

  /** False for an unknown id. */
  remove(id: string): boolean {
    const before = this.#records.length;
    this.#records = this.#records.filter((record) => record.id !== id);
    return this.#records.length < before;
  }

  clear(): void {
    this.#records = [];
  }

  /** Every matching fault counts the call, so that no schedule depends on other faults. */
  faultForCall(call: FaultableCall): FaultRecord | undefined {
    return this.#applying(call, (kind) => !isWebhookKind(kind));
  }

  faultForWebhook(webhook: FaultableCall): FaultRecord | undefined {
    return this.#applying(webhook, isWebhookKind);
  }

  /** Applies faults to outgoing webhooks. One that a fault held back before gets no second fault. */
  applyToWebhooks(
    raised: readonly OutgoingWebhook[],
    { now, chance: { seed } }: Pick<World, 'now' | 'chance'>,
  ): readonly HandedWebhook[] {
    if (this.isEmpty) return raised;
    return raised.map((webhook) => {
      if (webhook.heldBackAs !== undefined) return webhook;
      const faulted = this.faultForWebhook({ operation: webhook.event, mandateId: () => webhook.mandateId, now, seed });
      return faulted ? { ...webhook, effect: effectOf(faulted) } : webhook;
    });
  }

  /** An independent copy, counters included. */
  copy(): Faults {
    return new Faults(this.#lastNumber, this.#records);
  }

  #applying(call: FaultableCall, isOfKind: (kind: FaultKind) => boolean): FaultRecord | undefined {
    this.#expire(call.now);
    let faulted: FaultRecord | undefined;
    for (const record of this.#records) {
      if (!isOfKind(record.kind) || !fits(record, call)) continue;
      record.calls += 1;
      if (faulted || !appliesNow(record, call.seed)) continue;
      record.hits += 1;
      faulted = record;
    }
    return faulted;
  }

  #expire(now: Instant): void {
    const hasGone = ({ expiresAt }: FaultRecord) => expiresAt !== null && expiresAt <= now;
    if (this.#records.some(hasGone)) this.#records = this.#records.filter((record) => !hasGone(record));
  }
}

function fits({ operation, mandateId }: FaultRecord, call: FaultableCall): boolean {
  if (operation !== null && operation !== call.operation) return false;
  return mandateId === null || mandateId.toLowerCase() === call.mandateId()?.toLowerCase();
}

function showFault({ expiresAt, ...record }: FaultRecord): Fault {
  return {
    ...record,
    expiresAt: expiresAt === null ? null : formatInstant(expiresAt),
    remaining: record.times === null ? null : record.times - record.hits,
  };
}

// `calls` includes this call. The draw for the n-th call depends only on the world's seed, the fault's number and n, so
// other faults and identifiers do not change it.
function appliesNow({ id, times, every, first, probability, calls, hits }: FaultRecord, seed: number): boolean {
  if (times !== null && hits >= times) return false;
  if (first !== null && calls > first) return false;
  if (every !== null && calls % every !== 0) return false;
  return probability === null || drawOf(seed, Number(id.slice('flt_'.length)), calls) < probability;
}

function effectOf({ id, kind, delayMs }: FaultRecord): WebhookEffect {
  return kind === 'webhook-delay'
    ? { kind, faultId: id, delayMs: delayMs ?? 0 }
    : { kind: kind as Exclude<WebhookFaultKind, 'webhook-delay'>, faultId: id };
}

/** The fault that applies to a call, if any. The mandate's id is read from the call at most once. */
export function faultForCall(
  faults: Faults,
  { request, ...call }: Omit<FaultableCall, 'mandateId'> & { readonly request: ServerRequest },
): FaultRecord | undefined {
  let named: { readonly mandateId: string | undefined } | undefined;
  const mandateId = () => {
    named ??= { mandateId: mandateNamedIn(request) };
    return named.mandateId;
  };
  return faults.faultForCall({ ...call, mandateId });
}

function mandateNamedIn({ query, body }: ServerRequest): string | undefined {
  const reading = body ? readJsonText(body) : undefined;
  const read = reading?.ok && isRecord(reading.value) ? reading.value : {};
  const named = readQuery(query).mandateId ?? read.mandateId;
  return typeof named === 'string' ? named : undefined;
}

interface FaultedCall {
  /** Performs the call. */
  readonly serve: () => ServerResponse | Promise<ServerResponse>;
  /** Answers without an effect. */
  readonly instead: () => ServerResponse;
  readonly closing: AbortSignal;
}

/** Does the fault prevent the call's effect? Delays do not. */
function takesItsPlace({ kind, when }: FaultRecord): boolean {
  return when === 'before' && kind !== 'latency' && kind !== 'slow-body';
}

/** Performs or replaces a call under a fault. {@link breakAnswer} then changes the answer. */
export function callUnder(
  fault: FaultRecord,
  { serve, instead, closing }: FaultedCall,
): ServerResponse | Promise<ServerResponse> {
  if (takesItsPlace(fault)) return instead();
  if (fault.kind !== 'latency' || fault.when === 'after') return serve();
  return systemClock
    .sleep(fault.delayMs ?? 0, closing)
    .then(serve, (): ServerResponse => ({ status: 0, headers: [], body: new Uint8Array(), effect: { kind: 'reset' } }));
}

/** Changes the answer according to the fault. `refuse` writes a failure envelope. */
export function breakAnswer(
  response: ServerResponse,
  fault: FaultRecord,
  refuse: (message: string) => ServerResponse,
): ServerResponse {
  const { id, kind, when, status, retryAfter } = fault;
  switch (kind) {
    case 'latency':
      return when === 'after' ? { ...response, effect: { kind, delayMs: fault.delayMs ?? 0 } } : response;
    case 'slow-body':
      return { ...response, effect: { kind, pieceDelayMs: fault.delayMs ?? 0 } };
    case 'reset':
    case 'timeout':
      return { ...response, effect: { kind } };
    case 'malformed':
      return cutShort(response);
    case 'status': {
      const refusal = refuse(`The fault ${id} was asked to answer so.`);
      const later = retryAfter === null ? [] : ['retry-after', String(retryAfter)];
      return { ...refusal, status: status ?? 500, headers: [...refusal.headers, ...later] };
    }
    default:
      // Webhook faults never apply to calls.
      return response;
  }
}

/** The status for the journal: the real one, or the fault's if it replaced the call; 0 without an answer. */
export function journalStatus(fault: FaultRecord, real: number): number {
  if (!takesItsPlace(fault)) return real;
  if (fault.kind === 'status') return fault.status ?? 500;
  return fault.kind === 'malformed' ? 200 : 0;
}

export function nameFault({ id, kind }: FaultRecord): AppliedFault {
  return { id, kind };
}

// The first half of a JSON object is never valid JSON.
function cutShort({ headers, body }: ServerResponse): ServerResponse {
  const bytes = Buffer.from(body);
  const half = bytes.subarray(0, bytes.byteLength >> 1);
  const lengthAt = headers.indexOf('content-length') + 1;
  return { status: 200, headers: headers.with(lengthAt, String(half.byteLength)), body: half };
}
