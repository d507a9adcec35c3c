/** Reading what was collected. Spec §4.8 to §4.10. */
import type {
  CollectionAttempt,
  CollectionAttemptsInput,
  CollectionLog,
  CollectionLogInput,
  CollectionRecord,
  ListCollectionsInput,
} from '../../wire/collection-types.ts';
import { type Answer, answer } from '../answer.ts';
import { objectIdOf, uuidOf } from '../engine/chance.ts';
import { attemptDocument, logDocument } from '../engine/collection-view.ts';
import { itemsOf } from '../engine/long-list.ts';
import type { CollectionOrder } from '../engine/records.ts';
import { mandateOr404, notFound } from '../engine/refusals.ts';
import type { World } from '../engine/world.ts';

/** The newest order to collect on a mandate, or null. Spec §4.8. */
export function collectionLog(world: World, { mandateId }: CollectionLogInput): Answer<CollectionLog | null> {
  const found = mandateOr404(world, mandateId);
  if (!found.ok) return found;
  const { newestOrder } = found.mandate;
  return answer(newestOrder && logDocument(world, newestOrder));
}

/** Every attempt on an instalment, the newest first; none yet is an empty list. Spec §4.9. */
export function collectionAttempts(
  world: World,
  { mandateId, breakdownId }: CollectionAttemptsInput,
): Answer<readonly CollectionAttempt[]> {
  const found = mandateOr404(world, mandateId);
  if (!found.ok) return found;
  const wanted = breakdownId.toLowerCase();
  const instalment = found.mandate.instalments.find((each) => objectIdOf(world.chance, each.serial) === wanted);
  if (!instalment)
    return notFound(
      'breakdown_unknown',
      "The mandate has no instalment with this id: take the _id from the mandate's repaymentDetails.breakdown.",
    );
  return answer((instalment.attempts ?? []).map((attempt) => attemptDocument(world, attempt)).reverse());
}

/** All orders of a kind, the newest first; of two at one instant the one made later comes first. Spec §4.10. */
export function listCollections(
  world: World,
  { type, status, search }: ListCollectionsInput,
): Answer<readonly CollectionRecord[]> {
  const records: CollectionRecord[] = [];
  for (const order of itemsOf(world.orders)) {
    if (order.kind !== type || (status && order.status !== status) || (search && !isFoundBy(world, order, search)))
      continue;
    records.push({ ...logDocument(world, order), bvn: order.mandate.bvn });
  }
  return answer(records.reverse());
}

function isFoundBy(world: World, order: CollectionOrder, search: string): boolean {
  return order.mandate.bvn.includes(search) || uuidOf(world.chance, order.serial).includes(search.toLowerCase());
}
