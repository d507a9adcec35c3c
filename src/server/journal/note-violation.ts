import { isObjectId } from '../../domain/identifiers.ts';
import type { Refusal } from '../answer.ts';
import type { World } from '../engine/world.ts';
import type { Violation } from './violation.ts';

/** Lists something that went through although a merchant is not to do it. */
export function listViolation(world: World, violation: Omit<Violation, 'severity' | 'at'>): void {
  world.violations.push({ ...violation, severity: 'listed', at: world.now });
}

/** What was called, where it stands in the specification (`§4.7`), and with what. */
export interface RefusedCall {
  readonly operation: string;
  readonly spec: string;
  readonly input: unknown;
}

/** Writes down what a rule, a contradiction or the merchant's standing refused; a request that was merely malformed is no violation. */
export function noteRefusal(world: World, refusal: Refusal, { operation, spec, input }: RefusedCall): void {
  if (refusal.status !== 422 && refusal.status !== 409 && refusal.status !== 403) return;
  const { mandateId } = (input ?? {}) as { readonly mandateId?: unknown };
  world.violations.push({
    rule: refusal.rule ?? refusal.code,
    spec: refusal.spec ?? `Spec ${spec}`,
    operation,
    // Before its shape is known, a field may hold anything.
    mandateId: isObjectId(mandateId) ? mandateId : null,
    message: refusal.message,
    severity: 'refused',
    at: world.now,
  });
}
