// What every page works with.
import type { Clock, RepayKit } from 'repaykit';
import type { Config } from './config.ts';
import type { Ledger } from './ledger.ts';
import type { PayerMessages } from './messages.ts';

/** Shared by all pages. */
export interface AppContext {
  readonly kit: RepayKit;
  readonly clock: Clock;
  readonly ledger: Ledger;
  readonly messages: PayerMessages;
  readonly config: Config;
}

/** The present instant, as evidence is dated. */
export function nowOf({ clock }: Pick<AppContext, 'clock'>): string {
  return new Date(clock.now()).toISOString();
}
