// What every page uses.
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

/** The present time, as ISO 8601 for evidence. */
export function nowOf({ clock }: Pick<AppContext, 'clock'>): string {
  return new Date(clock.now()).toISOString();
}
