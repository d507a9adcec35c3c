import { formatInstant } from '../../domain/calendar.ts';
import { redactText } from '../../redact/redact.ts';
import type { Violation } from '../engine/records.ts';
import type { World } from '../engine/world.ts';
import { type BoundedList, RingBuffer } from '../ring-buffer.ts';
import type { NearMiss } from './near-miss.ts';

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

  /** Another one with the same entries, which goes its own way. */
  copy(): Audit {
    return new Audit(this.#violations.copy(), this.#nearMisses.copy());
  }
}
