// What the pages work with.
import type { Clock, RepayKit } from 'repaykit';
import type { Config } from './config.ts';
import type { Ledger } from './ledger.ts';
import type { NewsBoard } from './news.ts';

/** Everything on the lender's desk. */
export interface Desk {
  readonly kit: RepayKit;
  readonly clock: Clock;
  readonly ledger: Ledger;
  readonly news: NewsBoard;
  readonly config: Config;
}

/** The present instant, as evidence is dated. */
export function nowOf({ clock }: Pick<Desk, 'clock'>): string {
  return new Date(clock.now()).toISOString();
}
