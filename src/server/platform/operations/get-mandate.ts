import type { GetMandateInput } from '../../../wire/mandate-types.ts';
import type { Answer } from '../../answer.ts';
import { mandateText } from '../mandate-text.ts';
import { type MandateDocument, mandateDocument } from '../mandate-view.ts';
import type { Mandate } from '../records.ts';
import { mandateOr404 } from '../refusals.ts';
import type { World } from '../world.ts';

/** The mandate as it is now. Spec §4.6. */
export function getMandate(world: World, { mandateId }: GetMandateInput): Answer<MandateDocument> {
  const found = mandateOr404(world, mandateId);
  return found.ok ? new WrittenMandate(world, found.mandate) : found;
}

/** A mandate as text; the document itself is put together only for whoever looks into it. */
class WrittenMandate {
  readonly ok = true;
  readonly text: string;
  readonly #world: World;
  readonly #mandate: Mandate;

  constructor(world: World, mandate: Mandate) {
    this.text = mandateText(world, mandate);
    this.#world = world;
    this.#mandate = mandate;
  }

  get data(): MandateDocument {
    return mandateDocument(this.#world, this.#mandate);
  }
}
