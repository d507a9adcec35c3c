/** `npm run proof -- orders`: every order and multiplicity of a loan's webhooks, one by one and at once, at the end or meanwhile, ends in the same place. */
import { debitedOnDemand, type LifePlan, missedThenPaid, paidInParts, threeLoans } from './lives.ts';
import { type Trials, tryEveryOrder, tryLost, tryMeanwhile, tryRandomOrders } from './order-trials.ts';

const plans: Readonly<Record<string, LifePlan>> = {
  'missed, then paid': missedThenPaid,
  'paid in parts': paidInParts,
  'debited on demand': debitedOnDemand,
};

const FULL = { random: 3_000, meanwhile: 500, lost: 500 };
const SMALL = { random: 40, meanwhile: 5, lost: 5 };

/** Holds if no run ended elsewhere. */
export async function proveOrders(print: (text: string) => void, isSmall: boolean): Promise<boolean> {
  const counts = isSmall ? SMALL : FULL;
  let holds = true;
  const show = async (name: string, trials: Promise<Trials>) => {
    const { runs, deliveries, different } = await trials;
    holds &&= runs > 0 && different.length === 0;
    print(
      `${name.padEnd(70)}${runs.toLocaleString('en').padStart(8)} runs${deliveries.toLocaleString('en').padStart(10)} deliveries${String(different.length).padStart(4)} differ\n`,
    );
    for (const each of different) print(`${each}\n`);
  };
  for (const repaymentReports of ['merchant', 'platform'] as const) {
    for (const [name, plan] of Object.entries(plans)) {
      await show(`all orders: ${name}, the ${repaymentReports} reports`, tryEveryOrder({ ...plan, repaymentReports }));
    }
    await show(
      `orders by chance: three loans, the ${repaymentReports} reports`,
      tryRandomOrders({ ...threeLoans, repaymentReports }, counts.random),
    );
    for (const [name, plan] of Object.entries({ ...plans, 'three loans': threeLoans })) {
      await show(
        `meanwhile: ${name}, the ${repaymentReports} reports`,
        tryMeanwhile({ ...plan, repaymentReports }, counts.meanwhile),
      );
      await show(
        `many lost, then reconciled: ${name}, the ${repaymentReports} reports`,
        tryLost({ ...plan, repaymentReports }, counts.lost),
      );
    }
  }
  return holds;
}
