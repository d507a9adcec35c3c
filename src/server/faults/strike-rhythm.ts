import { drawOf } from '../engine/chance.ts';
import type { FaultRecord } from './fault.ts';

/** What of a fault decides when it strikes. */
export type Rhythm = Pick<FaultRecord, 'times' | 'every' | 'first' | 'probability' | 'calls' | 'hits'>;

/**
 * Does a fault strike the call that it has just counted (`calls` includes it)? The luck of a fault's n-th call depends on nothing but the world's seed, the fault's
 * number and n: neither other faults nor identifiers shift it, and it shifts none.
 */
export function strikesNow(
  { times, every, first, probability, calls, hits }: Rhythm,
  { seed, number }: { readonly seed: number; readonly number: number },
): boolean {
  if (times !== null && hits >= times) return false;
  if (first !== null && calls > first) return false;
  if (every !== null && calls % every !== 0) return false;
  return probability === null || drawOf(seed, number, calls) < probability;
}
