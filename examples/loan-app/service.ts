// The client of the service: the live one where the environment names it, else the reference server, which is then started beside the app.
import { type Clock, httpBureauReporter, type LoanStore, localKeys, memoryKeys, RepayKit, systemClock } from 'repaykit';
import { createReferenceServer, REFERENCE_DEFAULTS, type ReferenceServer } from 'repaykit/server';
import type { Config } from './config.ts';

/** Whom the app talks to. */
export interface Service {
  readonly kit: RepayKit;
  /** The time that the loans live in: the reference server's can be moved on. */
  readonly clock: Clock;
  readonly platform?: ReferenceServer;
}

/** Makes the client over the given store. */
export async function connectService(config: Config, store: LoanStore): Promise<Service> {
  // #region live
  if (config.service) {
    const { bureauUrl, keys, ...merchant } = config.service;
    // One key for each payer: what is sealed under it can be erased by destroying it.
    const kit = new RepayKit({ ...merchant, store, keys: localKeys(keys), bureau: httpBureauReporter({ url: bureauUrl }), repaymentReports: 'merchant' });
    return { kit, clock: systemClock };
  }
  // #endregion live
  const platform = createReferenceServer(config.platform);
  const { url: baseUrl } = await platform.listen({ port: config.platformPort });
  const { clock } = platform;
  const { appId, businessId, publicKey, secretKey, segments } = REFERENCE_DEFAULTS;
  const kit = new RepayKit({ baseUrl, appId, businessId, publicKey, secretKey, segments, store, keys: memoryKeys(), clock });
  return { kit, clock, platform };
}
