import type { GetMandateInput } from '../../../wire/mandate-types.ts';
import { type Answer, answer } from '../../answer.ts';
import { type MandateDocument, mandateDocument } from '../mandate-view.ts';
import { mandateOr404 } from '../refusals.ts';
import type { World } from '../world.ts';

/** The mandate as it is now. Spec §4.6. */
export function getMandate(world: World, { mandateId }: GetMandateInput): Answer<MandateDocument> {
  const found = mandateOr404(world, mandateId);
  return found.ok ? answer(mandateDocument(world, found.mandate)) : found;
}
