import type { CollectionAttempt } from '../../../wire/collection-types.ts';
import type { Mandate } from '../../../wire/mandate-types.ts';
import type { OperationId } from '../../../wire/operation-types.ts';

/** When things happened that a look found: a loan's file has the day of a collection at most, the answers that were read mostly the moment. */
export class EventTimes {
  readonly #attempts = new Map<string, string>();
  #mandate: string | undefined;

  /** Notes what an answer tells. */
  take(operation: OperationId, data: unknown): void {
    if (operation === 'getMandate') this.#mandate = (data as Mandate).updatedAt;
    if (operation !== 'collectionAttempts') return;
    for (const { instalmentReference, createdAt } of data as readonly CollectionAttempt[]) {
      if (instalmentReference === undefined) continue;
      const known = this.#attempts.get(instalmentReference);
      if (known === undefined || known < createdAt) this.#attempts.set(instalmentReference, createdAt);
    }
  }

  /** The last attempt on an instalment, ISO 8601. */
  ofInstalment(instalmentReference: string): string | undefined {
    return this.#attempts.get(instalmentReference);
  }

  /** The last change of the mandate, ISO 8601, where the service tells it. */
  get ofMandate(): string | undefined {
    return this.#mandate;
  }
}
