import { formatInstant, type Instant } from '../../domain/calendar.ts';
import { drawOf } from '../engine/chance.ts';
import type { OutgoingWebhook } from '../engine/records.ts';
import type { HandedWebhook, WebhookEffect } from '../webhooks/delivery.ts';
import { type Fault, type FaultKind, type FaultRecord, isWebhookKind, type WebhookFaultKind } from './fault.ts';

/** A call or an outgoing webhook that a fault may apply to. */
export interface FaultableCall {
  /** The operation id, or the event of the webhook. */
  readonly operation: string;
  /** The mandate's id, in any case. A function, because the call must be read for it. */
  readonly mandateId: () => string | undefined;
  readonly now: Instant;
  readonly seed: number;
}

interface FaultsState {
  readonly lastNumber: number;
  readonly records: readonly FaultRecord[];
}

/** The faults of one world. The first fault that matches a call and is due applies. */
export class Faults {
  #lastNumber: number;
  #records: FaultRecord[];

  constructor(state: FaultsState = { lastNumber: 0, records: [] }) {
    this.#lastNumber = state.lastNumber;
    this.#records = structuredClone([...state.records]);
  }

  /** Every call asks this. */
  get isEmpty(): boolean {
    return this.#records.length === 0;
  }

  get size(): number {
    return this.#records.length;
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

  /** An independent copy, counters included. */
  copy(): Faults {
    return new Faults({ lastNumber: this.#lastNumber, records: this.#records });
  }

  #applying(call: FaultableCall, isOfKind: (kind: FaultKind) => boolean): FaultRecord | undefined {
    this.#expire(call.now);
    let faulted: FaultRecord | undefined;
    for (const record of this.#records) {
      if (!isOfKind(record.kind) || !fits(record, call)) continue;
      record.calls += 1;
      if (faulted || !appliesNow(record, { seed: call.seed, number: numberOf(record) })) continue;
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

function numberOf({ id }: FaultRecord): number {
  return Number(id.slice('flt_'.length));
}

function showFault({ expiresAt, ...record }: FaultRecord): Fault {
  return {
    ...record,
    expiresAt: expiresAt === null ? null : formatInstant(expiresAt),
    remaining: record.times === null ? null : record.times - record.hits,
  };
}

type FaultSchedule = Pick<FaultRecord, 'times' | 'every' | 'first' | 'probability' | 'calls' | 'hits'>;

/**
 * Does a fault apply to the call that it has just counted (`calls` includes it)? The draw for the n-th call depends
 * only on the world's seed, the fault's number and n. Other faults and identifiers do not change it.
 */
function appliesNow(
  { times, every, first, probability, calls, hits }: FaultSchedule,
  { seed, number }: { readonly seed: number; readonly number: number },
): boolean {
  if (times !== null && hits >= times) return false;
  if (first !== null && calls > first) return false;
  if (every !== null && calls % every !== 0) return false;
  return probability === null || drawOf(seed, number, calls) < probability;
}

interface Handing {
  readonly faults: Faults;
  readonly now: number;
  readonly seed: number;
}

/** Applies faults to outgoing webhooks. One that a fault held back before gets no second fault. */
export function applyToWebhooks(
  raised: readonly OutgoingWebhook[],
  { faults, now, seed }: Handing,
): readonly HandedWebhook[] {
  return raised.map((webhook) => {
    if (webhook.heldBackAs !== undefined) return webhook;
    const faulted = faults.faultForWebhook({ operation: webhook.event, mandateId: () => webhook.mandateId, now, seed });
    return faulted ? { ...webhook, effect: effectOf(faulted) } : webhook;
  });
}

function effectOf({ id, kind, delayMs }: FaultRecord): WebhookEffect {
  return kind === 'webhook-delay'
    ? { kind, faultId: id, delayMs: delayMs ?? 0 }
    : { kind: kind as Exclude<WebhookFaultKind, 'webhook-delay'>, faultId: id };
}
