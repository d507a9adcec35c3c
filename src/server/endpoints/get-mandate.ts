import type { GetMandateInput } from '../../wire/mandate-types.ts';
import type { Answer } from '../answer.ts';
import type { MandateDocument } from '../engine/mandate-view.ts';
import { mandateOr404 } from '../engine/refusals.ts';
import type { World } from '../engine/world.ts';
import { WrittenMandate } from '../engine/written-mandate.ts';

/** The mandate as it is now. Spec §4.6. */
export function getMandate(world: World, { mandateId }: GetMandateInput): Answer<MandateDocument> {
  const found = mandateOr404(world, mandateId);
  return found.ok ? new WrittenMandate(world, found.mandate) : found;
}
