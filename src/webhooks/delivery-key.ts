import { contentHash } from '../loan-file/content-hash.ts';

/**
 * The name of a delivery: a hash of what it means. Deliveries carry no id, so the same content sent again, whatever its spacing or order of members,
 * has the same key.
 */
export function deliveryKey(raw: unknown): string {
  return contentHash(raw);
}
