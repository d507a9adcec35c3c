import { isOpenInstalment } from '../../domain/collection.ts';
import { type Kobo, NO_MONEY, subtractKobo, sumKobo } from '../../domain/money.ts';
import type { Instalment, Mandate } from './records.ts';

/** What is left to collect: always total minus collected. Spec §2.2. */
export function outstandingOf(mandate: Mandate): Kobo {
  return subtractKobo(mandate.terms?.total ?? NO_MONEY, mandate.collected);
}

/** What debits on demand that are not settled are to collect. */
export function scheduledOf(mandate: Mandate): Kobo {
  return sumKobo((mandate.manualOrders ?? []).map((order) => order.amount));
}

/** The rest of an instalment. */
export function restOf(instalment: Instalment): Kobo {
  return subtractKobo(instalment.amount, instalment.collected);
}

/** The oldest instalment with something to collect; undefined once all are paid. */
export function firstOpen(mandate: Mandate): Instalment | undefined {
  return mandate.instalments.find(isOpenInstalment);
}
