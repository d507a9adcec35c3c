// The parts of the app, in the order in which they start and stop.
import {
  type PostgresPool,
  postgresInbox,
  postgresStore,
} from 'repaykit/postgres';
import type { ReferenceServer } from 'repaykit/server';
import { receive, sharedSecret } from 'repaykit/webhooks';
import { startWorker, type Worker } from 'repaykit/worker';
import type { Config } from './config.ts';
import { openDatabase } from './database.ts';
import { ledger } from './ledger.ts';
import { appLog, logRun } from './log.ts';
import { payerMessageHandlers, payerMessages } from './messages.ts';
import { connectService } from './service.ts';
import { addPages, createWeb, type LogOptions } from './web/web.ts';

/** The app as it runs. */
export interface LoanApp {
  readonly url: string;
  readonly database: PostgresPool;
  /** The reference server, in development. */
  readonly platform?: ReferenceServer;
  /** The health of the worker. */
  readonly worker: Pick<Worker, 'health'>;
  /** Resolves when all webhooks are handled. */
  settled(): Promise<void>;
  /** Finishes open requests and work, then closes everything. */
  stop(): Promise<void>;
}

/** Starts the app. */
export async function startLoanApp(
  config: Config,
  log?: LogOptions,
): Promise<LoanApp> {
  const web = createWeb(config, log);
  const logger = appLog(web.log);
  const database = await openDatabase(config, logger);
  const { pool } = database;
  const { loans, lender } = config.schemas;
  const { kit, clock, platform } = await connectService(config, {
    store: postgresStore({ pool, schema: loans }),
    logger,
  });
  const messages = payerMessages(pool, lender);

  // #region receiver
  // A webhook is a hint. The kit asks the service, then calls the handlers once for each state change.
  const receiver = receive({
    verify: sharedSecret({ secrets: [config.webhookSecret] }),
    inbox: postgresInbox({ pool, schema: loans }),
    confirm: kit,
    clock,
    on: payerMessageHandlers(messages),
    logger,
  });
  // #endregion receiver

  const app = { kit, clock, messages, config, ledger: ledger(pool, lender) };
  addPages(web, app, receiver);
  const url = await web.listen({ host: config.host, port: config.port });
  await platform?.controls.setWebhookEndpoint({
    url: `${url}/webhooks`,
    secret: config.webhookSecret,
  });

  // #region worker
  // Delivers reports to the bureau, finds what no webhook reported, and retries webhook deliveries.
  const worker = startWorker(kit, { inbox: receiver, onRun: logRun(logger) });

  async function stop(): Promise<void> {
    await web.close();
    await worker.stop();
    await receiver.settled();
    await kit.close();
    await platform?.close();
    await database.close();
  }
  // #endregion worker
  return {
    url,
    database: pool,
    worker,
    settled: () => receiver.settled(),
    stop,
    ...(platform && { platform }),
  };
}
