import type { GetMandateInput } from '../../../wire/mandate-types.ts';
import type { Answer } from '../../answer.ts';
import { mandateText } from '../mandate-text.ts';
import { type MandateDocument, mandateDocument } from '../mandate-view.ts';
import { mandateOr404 } from '../refusals.ts';
import type { World } from '../world.ts';

/** The mandate as it is now. Spec §4.6. */
export function getMandate(world: World, { mandateId }: GetMandateInput): Answer<MandateDocument> {
  const found = mandateOr404(world, mandateId);
  if (!found.ok) return found;
  const { mandate } = found;
  return {
    ok: true,
    // Whoever only passes the answer on has it as text.
    get data() {
      return mandateDocument(world, mandate);
    },
    text: mandateText(world, mandate),
  };
}
