import { formatInstant } from '../../domain/calendar.ts';
import { redactText } from '../../redact/redact.ts';
import type { Violation } from '../engine/records.ts';
import type { World } from '../engine/world.ts';
import { type BoundedList, RingBuffer } from '../ring-buffer.ts';

const VIOLATIONS_KEPT = 1_000;
const NEAR_MISSES_KEPT = 100;

/** A violation as it is shown. */
export interface ShownViolation extends Omit<Violation, 'at'> {
  /** Virtual time, ISO 8601 UTC. */
  readonly at: string;
}

/** The mistakes of a world's callers: rules that they broke, and requests that were nearly right. */
export class Audit {
  readonly #violations: RingBuffer<Violation>;
  readonly #nearMisses: RingBuffer<NearMiss>;

  constructor(
    violations = new RingBuffer<Violation>(VIOLATIONS_KEPT),
    nearMisses = new RingBuffer<NearMiss>(NEAR_MISSES_KEPT),
  ) {
    this.#violations = violations;
    this.#nearMisses = nearMisses;
  }

  /** Takes the violations that the rules noticed since the last time. */
  drain(world: World): void {
    if (world.violations.length === 0) return;
    for (const violation of world.violations) this.#violations.push(violation);
    world.violations = [];
  }

  /** Keeps a hint with the request that it is about. */
  noteNearMiss(miss: NearMiss): void {
    this.#nearMisses.push(miss);
  }

  violations(): BoundedList<ShownViolation> {
    return this.#violations.list((violation) => ({
      ...violation,
      message: redactText(violation.message),
      at: formatInstant(violation.at),
    }));
  }

  nearMisses(): BoundedList<NearMiss> {
    return this.#nearMisses.list();
  }

  clearViolations(): void {
    this.#violations.clear();
  }

  clearNearMisses(): void {
    this.#nearMisses.clear();
  }

  copy(): Audit {
    return new Audit(this.#violations.copy(), this.#nearMisses.copy());
  }
}

/** One thing that was nearly right about a request. Values that were sent do not appear, only what they look like. */
export interface Hint {
  readonly kind: 'route' | 'method' | 'key' | 'body' | 'merchant' | 'field' | 'unknown-field';
  /** The path of a field, the name of a header, or `path`, `method`, `body`. */
  readonly where: string;
  /** What came, as kind and length: `text of 10 characters`. */
  readonly sent: string;
  readonly expected: string;
  /** How to fix it, as a sentence; null where `expected` says all. */
  readonly suggestion: string | null;
}

export interface NearMiss extends Hint {
  /** Virtual time, ISO 8601 UTC. */
  readonly at: string;
  /** Null for a path that leads nowhere. */
  readonly operation: string | null;
  /** The HTTP method. */
  readonly method: string;
  /** Masked. */
  readonly path: string;
  /** The HTTP status of the answer; 200 for a request that was taken although fields of it were overlooked. */
  readonly status: number;
}
