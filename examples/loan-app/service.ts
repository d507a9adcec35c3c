// The client of the service: the live one where the environment names it, else the reference server, which is then started beside the app.
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

/** Whom the app talks to. */
export interface Service {
  readonly kit: RepayKit;
  /** The time that the loans live in: the reference server's can be moved on. */
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
    // One key for each payer: what is sealed under it can be erased by destroying it.
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
