/** Deliveries that come in while the story goes on: each some time after it was sent, some twice, some never. */
import type { Dice } from '../tampering/dice.ts';
import { type Life, type LifePlan, live } from './lives.ts';
import { type Merchant, openMerchant } from './merchant.ts';
import { deliver, shuffled } from './orders.ts';

/** How deliveries fare on their way. */
export interface Way {
  readonly dice: Dice;
  /** The share of deliveries that never come, in percent. */
  readonly lost: number;
}

/** A life whose lender received every webhook in time. */
export interface ReceivedLife {
  readonly life: Life;
  readonly merchant: Merchant;
  /** Deliveries that never came. */
  readonly lost: readonly string[];
}

/** Lives a life, and delivers its webhooks meanwhile; in the end all have come that were not lost. */
export async function liveAndReceive(plan: LifePlan, { dice, lost: share }: Way): Promise<ReceivedLife> {
  const waiting: string[] = [];
  const lost: string[] = [];
  let merchant: Merchant | undefined;
  const handSome = async (bodies: readonly string[]) => {
    if (merchant) await deliver(merchant, shuffled(bodies, dice), dice.below(2) === 0 ? 'at once' : 'one by one');
  };
  const life = await live(plan, {
    begin(store, server) {
      const { repaymentReports = 'merchant' } = plan;
      merchant = openMerchant({ server, clock: server.clock, store, kit: { repaymentReports } });
    },
    onWebhook: (body) => void (dice.below(100) < share ? lost : waiting).push(body),
    async afterMoment() {
      const now = waiting.filter(() => dice.below(2) === 0);
      // Some come again later.
      const again = now.filter(() => dice.below(3) === 0);
      for (const body of now) if (!again.includes(body)) waiting.splice(waiting.indexOf(body), 1);
      await handSome(now);
    },
  });
  await handSome(waiting);
  if (!merchant) throw new Error('the life had no beginning');
  return { life, merchant, lost };
}
