/** Both sides of a loan of the planted payer, with everything that prints switched on and watched. */
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { onTestFinished } from 'vitest';
import { liveLog } from '../../src/cli/serve/live-log.ts';
import type { RepayKitOptions } from '../../src/client/options.ts';
import { RepayKit } from '../../src/client/repay-kit.ts';
import type { OpenLoanInput } from '../../src/client/workflows/onboarding/open-loan.ts';
import type { TransportRequest } from '../../src/http/transport.ts';
import { undiciTransport } from '../../src/http/undici-transport.ts';
import { memoryKeys } from '../../src/loan-file/keys.ts';
import { memoryStore } from '../../src/loan-file/memory-store.ts';
import type { LoanStore } from '../../src/loan-file/store.ts';
import { REFERENCE_DEFAULTS } from '../../src/server/defaults.ts';
import { createReferenceServer, type ReferenceServer } from '../../src/server/index.ts';
import { memoryInbox, type Receiver, receive, sharedSecret } from '../../src/webhooks/index.ts';
import { faulty, type TransportFault } from '../journeys/faulty-transport.ts';
import { BEGINNING, manualTerms } from '../journeys/people.ts';
import { lateReceiver } from '../webhooks/late-receiver.ts';
import { bankAccounts, consent, keys, person } from './planted-values.ts';
import { Watcher } from './watcher.ts';

/** Both sides of a loan, watched. */
export interface PlantedFixture {
  readonly watcher: Watcher;
  readonly server: ReferenceServer;
  readonly store: LoanStore;
  readonly kit: RepayKit;
  readonly receiver: Receiver;
  readonly inbox: ReturnType<typeof memoryInbox>;
  /** What goes wrong with the next requests, one each; `echo`: a careless service repeats all that was sent to it. */
  readonly faults: (TransportFault | 'echo')[];
  newKit(options?: Partial<RepayKitOptions>): RepayKit;
  /** What the lender holds, printed. */
  look(loan?: unknown): void;
}

/** What differs from the usual fixture. */
export interface PlantedOptions {
  readonly store?: LoanStore;
  readonly withKeys?: boolean;
  readonly kit?: Partial<RepayKitOptions>;
  /** What the lender's handler of collections does. */
  readonly onCollection?: () => void;
}

// Long enough for every answer in process, short enough for a service that is silent.
const TIMEOUTS = { readMs: 250, placeMs: 250, debitMs: 250, uploadMs: 250 };

/** Sets both sides up; they are closed when the test is over. */
export async function plantedFixture({
  store = memoryStore(),
  withKeys = true,
  kit: kitOptions,
  onCollection,
}: PlantedOptions = {}): Promise<PlantedFixture> {
  const watcher = new Watcher();
  watchProcess(watcher);
  const late = lateReceiver();
  const logs = [true, false].map((json) => liveLog(watchedIo(watcher), { json }));
  const server = createReferenceServer({
    now: BEGINNING,
    merchant: { publicKey: keys.publicKey, secretKey: keys.secretKey },
    webhook: { handler: late.handler, secret: keys.webhookSecret },
    onRequest: (request) => watcher.lookAt('the journal of the server', request),
    onEvent: (event) => {
      for (const { take } of logs) take(event);
    },
  });
  await server.controls.addPayer({
    bvn: person.bvn,
    name: person.name,
    email: person.email,
    phone: person.mobileNumber,
    accounts: bankAccounts,
  });

  const faults: (TransportFault | 'echo')[] = [];
  const transport = faulty(undiciTransport({ dispatcher: server.dispatcher }), (request) => {
    const fault = faults.shift();
    return fault === 'echo' ? echoOf(request) : fault;
  });
  const { appId, businessId, segments } = REFERENCE_DEFAULTS;
  const common: RepayKitOptions = {
    ...{ baseUrl: server.url, appId, businessId, publicKey: keys.publicKey, secretKey: keys.secretKey, segments },
    ...{
      store,
      transport,
      clock: server.clock,
      timeouts: TIMEOUTS,
      retry: { retries: 1, firstDelayMs: 1, maxDelayMs: 1 },
    },
    ...{ supportContact: 'help desk', ...watchingOptions(watcher), ...(withKeys ? { keys: memoryKeys() } : {}) },
  };
  const newKit = (options: Partial<RepayKitOptions> = {}) => new RepayKit({ ...common, ...kitOptions, ...options });
  const kit = newKit();

  const inbox = memoryInbox();
  const line = lineOf(watcher, 'the receiver');
  const on = { collection: () => onCollection?.() };
  const verify = sharedSecret({ secrets: [keys.webhookSecret] });
  const receiver = receive({
    verify,
    inbox,
    confirm: kit,
    on,
    clock: server.clock,
    logger: { info: line, warn: line, error: line },
  });
  late.connect(receiver);
  onTestFinished(async () => {
    for (const { flush } of logs) flush();
    await receiver.settled();
    await kit.close();
    await server.close();
  });
  const look = (loan?: unknown) => {
    if (loan !== undefined) watcher.lookAt('a loan', loan, { withJson: false });
    for (const [name, part] of Object.entries({ kit, ...kit, receiver, inbox, store, server }))
      watcher.lookAt(`the ${name}`, part);
  };
  return { watcher, server, store, kit, receiver, inbox, faults, newKit, look };
}

/** The loan of the planted payer. */
export function plantedOpening(terms: OpenLoanInput['terms'] = manualTerms): OpenLoanInput {
  return { loanId: 'loan-1', payer: person, consent, terms };
}

/** Does something once under each fault, and then without one; looks at every error, and answers the last result. */
export async function underFaults<Result>(
  { faults, watcher }: PlantedFixture,
  act: () => Promise<Result>,
  kinds = allFaults,
): Promise<Result> {
  for (const fault of kinds) {
    faults.push(fault, fault);
    const attempt = act();
    watcher.lookAt('a promise', attempt);
    const [end] = await Promise.allSettled([attempt]);
    if (end?.status === 'rejected') watcher.lookAt(`an error after ${String(fault)}`, end.reason);
    faults.length = 0;
  }
  return act();
}

/** Everything that can go wrong with a call. */
export const allFaults: readonly (TransportFault | 'echo')[] = [
  'echo',
  'refused',
  'reset-after',
  'error-after',
  'cut-after',
  'silence-after',
];

function echoOf({ path, headers, body }: TransportRequest): TransportFault {
  const sent = `${path} ${JSON.stringify(headers)} ${typeof body === 'string' ? body : ''}`;
  const message = `refused ${sent}, that is ${sent.toUpperCase()}`;
  return {
    status: 422,
    body: {
      status: false,
      error: true,
      message,
      data: { code: 'refused', rule: sent, fields: [{ path: sent, message: sent }], echoed: sent },
    },
  };
}

function watchingOptions(watcher: Watcher): Pick<RepayKitOptions, 'logger' | 'hooks'> {
  const line = lineOf(watcher, 'the client');
  const hook = (name: string) => (event: unknown) => watcher.lookAt(`the hook ${name}`, event);
  return {
    logger: { debug: line, info: line, warn: line, error: line },
    hooks: {
      beforeRequest: hook('beforeRequest'),
      afterResponse: hook('afterResponse'),
      onRetry: hook('onRetry'),
      onError: hook('onError'),
      wrap: (event, next) => {
        hook('wrap')(event);
        return next();
      },
    },
  };
}

function lineOf(watcher: Watcher, whose: string): (message: string, facts: Readonly<Record<string, unknown>>) => void {
  return (message, facts) => {
    watcher.look(`a log line of ${whose}`, message);
    watcher.lookAt(`the facts of a log line of ${whose}`, facts);
  };
}

function watchedIo(watcher: Watcher) {
  const out = (text: string) => watcher.look('the live log', text);
  return { out, err: out, showsColour: false, stop: new AbortController().signal };
}

function watchProcess(watcher: Watcher): void {
  for (const kind of ['start', 'end', 'retry', 'error']) {
    const name = `repaykit:request:${kind}`;
    const listener = (event: unknown) => watcher.lookAt(name, event);
    subscribe(name, listener);
    onTestFinished(() => void unsubscribe(name, listener));
  }
  const onWarning = (warning: Error) => watcher.lookAt('a warning of the process', warning);
  process.on('warning', onWarning);
  onTestFinished(() => void process.off('warning', onWarning));
}
