import { mandateText } from './mandate-text.ts';
import { type MandateDocument, mandateDocument } from './mandate-view.ts';
import type { Mandate } from './records.ts';
import type { World } from './world.ts';

/** A mandate as an answer: written as text at once; the document itself is put together only for whoever looks into it. */
export class WrittenMandate {
  readonly ok = true;
  readonly text: string;
  readonly message: string | null;
  readonly #world: World;
  readonly #mandate: Mandate;

  constructor(world: World, mandate: Mandate, message: string | null = null) {
    this.text = mandateText(world, mandate);
    this.message = message;
    this.#world = world;
    this.#mandate = mandate;
  }

  get data(): MandateDocument {
    return mandateDocument(this.#world, this.#mandate);
  }
}
