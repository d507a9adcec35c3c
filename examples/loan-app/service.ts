// The client. It talks to the service that the environment names, or to a reference server that starts with the app.
import {
  type Clock,
  httpBureauReporter,
  type LoanStore,
  localKeys,
  memoryKeys,
  RepayKit,
  systemClock,
} from 'repaykit';
import {
  createReferenceServer,
  REFERENCE_DEFAULTS,
  type ReferenceServer,
} from 'repaykit/server';
import type { Config } from './config.ts';
import type { AppLog } from './log.ts';

/** The client, and its service in development. */
export interface Service {
  readonly kit: RepayKit;
  /** The clock of the loans. The one of the reference server can be moved. */
  readonly clock: Clock;
  readonly platform?: ReferenceServer;
}

/** Makes the client over the given store. */
export async function connectService(
  config: Config,
  { store, logger }: { readonly store: LoanStore; readonly logger: AppLog },
): Promise<Service> {
  // #region live
  if (config.service) {
    const { bureauUrl, bureauKey, keys, ...merchant } = config.service;
    const bureau = httpBureauReporter({
      url: bureauUrl,
      headers: { authorization: `Bearer ${bureauKey}` },
    });
    // One key for each payer. To erase the payer, destroy the key.
    const kit = new RepayKit({
      ...merchant,
      store,
      keys: localKeys(keys),
      bureau,
      repaymentReports: 'merchant',
      logger,
    });
    return { kit, clock: systemClock };
  }
  // #endregion live
  const platform = createReferenceServer(config.platform);
  const { url: baseUrl } = await platform.listen({ port: config.platformPort });
  const { clock } = platform;
  const { appId, businessId, publicKey, secretKey, segments } =
    REFERENCE_DEFAULTS;
  const kit = new RepayKit({
    baseUrl,
    appId,
    businessId,
    publicKey,
    secretKey,
    segments,
    store,
    keys: memoryKeys(),
    clock,
    logger,
  });
  return { kit, clock, platform };
}
