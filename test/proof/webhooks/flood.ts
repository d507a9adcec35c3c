/** A flood of deliveries that carry the secret and name live loans: how much of it is passed on to the service. */
import { Dice } from '../tampering/dice.ts';
import { callsTo, makeForgedWorld } from './forged-world.ts';
import { alterations, forge } from './forgeries.ts';
import { deliveryOf } from './merchant.ts';

/** What came of a flood. */
export interface Flood {
  readonly deliveries: number;
  /** Questions about mandates; each leads to questions about instalments of that mandate at most. */
  readonly questions: number;
  /** As many as the pace allows in the time that it took. */
  readonly allowed: number;
  readonly seconds: number;
}

/** Floods a lender with its pace set; every delivery is different, and about a mandate of ours. */
export async function playFlood({
  deliveries,
  loans,
  asksPerSecond,
}: {
  readonly deliveries: number;
  readonly loans: number;
  readonly asksPerSecond: number;
}): Promise<Flood> {
  const world = await makeForgedWorld(loans);
  const dice = new Dice(1);
  try {
    const merchant = await world.newMerchant({ asksPerSecond, asksPerMandateAndHour: 1_000_000, concurrency: 32 });
    const before = callsTo(world.costs, '/get-mandate');
    const begun = performance.now();
    const names = Object.keys(alterations).filter(
      (name) => name === 'fields that nobody knows' || name === 'another instalment of ours',
    );
    for (let turn = 0; turn < deliveries; turn += 1)
      await merchant.receiver(deliveryOf(forge(world.loot, { dice, turn, names })));
    await merchant.receiver.settled();
    const seconds = (performance.now() - begun) / 1_000;
    await merchant.close();
    // A second's worth at once, then evenly; what had begun when the time was taken counts too.
    const allowed = Math.ceil(asksPerSecond * (seconds + 1)) + 1;
    return { deliveries, questions: callsTo(world.costs, '/get-mandate') - before, allowed, seconds };
  } finally {
    await world.close();
  }
}
