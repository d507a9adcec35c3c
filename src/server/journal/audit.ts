import { formatInstant } from '../../domain/calendar.ts';
import { redactText } from '../../redact/redact.ts';
import type { Violation } from '../engine/records.ts';
import type { World } from '../engine/world.ts';
import { type BoundedList, RingBuffer } from '../ring-buffer.ts';

const VIOLATIONS_KEPT = 1_000;
const NEAR_MISSES_KEPT = 100;

/** A violation, as the control API shows it. */
export interface ShownViolation extends Omit<Violation, 'at'> {
  /** Virtual time, ISO 8601 UTC. */
  readonly at: string;
}

/** The mistakes of a world's callers: violations of rules, and near misses. */
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

  /** Moves new violations from the world into the audit. */
  drain(world: World): void {
    if (world.violations.length === 0) return;
    for (const violation of world.violations) this.#violations.push(violation);
    world.violations = [];
  }

  /** Records a near miss: a hint with its request. */
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

/** A hint about one mistake in a request. It describes the value that was sent, and never contains it. */
export interface Hint {
  readonly kind: 'route' | 'method' | 'key' | 'body' | 'merchant' | 'field' | 'unknown-field';
  /** The path of a field, the name of a header, or `path`, `method` or `body`. */
  readonly where: string;
  /** The kind and length of the value, such as `text of 10 characters`. */
  readonly sent: string;
  readonly expected: string;
  /** The fix, as a sentence. Null if `expected` is enough. */
  readonly suggestion: string | null;
}

export interface NearMiss extends Hint {
  /** Virtual time, ISO 8601 UTC. */
  readonly at: string;
  /** Null for an unknown path. */
  readonly operation: string | null;
  /** The HTTP method. */
  readonly method: string;
  /** Masked. */
  readonly path: string;
  /** The HTTP status of the answer. 200 for an accepted request with ignored fields. */
  readonly status: number;
}
