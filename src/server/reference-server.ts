import { ConfigurationError } from '../errors.ts';
import { type BankControls, bankControls } from './bank-controls.ts';
import { ClockMoves } from './clock-moves.ts';
import { isLoopbackHost } from './control/host-check.ts';
import { type ServerControls, serverControls, unwrap } from './control/server-controls.ts';
import { createCore } from './core.ts';
import { REFERENCE_DEFAULTS } from './defaults.ts';
import { httpSender } from './delivery/http-sender.ts';
import { type ServerDispatcher, serverDispatcher } from './dispatcher.ts';
import { type ServerFetch, serverFetch } from './fetch.ts';
import { type OpenPort, openPort } from './listen.ts';
import type { ReferenceServerOptions } from './options.ts';
import { checkOptions } from './options-check.ts';
import { createResponses } from './responses.ts';
import { type ServerClock, serverClock } from './server-clock.ts';
import type { ServerContext } from './server-context.ts';
import { Worlds } from './worlds.ts';

/** Where to listen; by default any free port of loopback. */
export interface ListenOptions {
  /** 0, the default, takes any free port. */
  readonly port?: number;
  /** Default 127.0.0.1; beyond loopback the server needs a `controlToken`. */
  readonly host?: string;
}

/** The whole platform in memory, with time, banks and webhooks under control. */
export interface ReferenceServer extends AsyncDisposable {
  /** `fetch` onto the server without a port. */
  readonly fetch: ServerFetch;
  /** Reaches the server through undici without a port. */
  readonly dispatcher: ServerDispatcher;
  /** Opens a port and answers with its URL. */
  listen(options?: ListenOptions): Promise<{ readonly url: string; readonly port: number }>;
  /** Where the server is, without a trailing slash: of the open port, else an address for in-process calls. */
  readonly url: string;
  readonly clock: ServerClock;
  /** The payers' banks: balances and refusals. */
  readonly bank: BankControls;
  /** The control API as methods. */
  readonly controls: ServerControls;
  /** Closes port and connections, and ends deliveries. */
  close(): Promise<void>;
}

// Loopback, so that a client takes it for a test; on a port where nothing listens, so that a call that misses the dispatcher fails.
const IN_PROCESS_ORIGIN = 'http://127.0.0.1:65535';

/** Makes a reference server. Nothing runs and no port is open until it is asked to. @throws ConfigurationError listing every wrong option. */
export function createReferenceServer(options: ReferenceServerOptions = {}): ReferenceServer {
  const settings = checkOptions(options);
  const sender = httpSender(settings.allowWebhooksTo);
  const worlds = new Worlds(settings, sender.send);
  const stop = new AbortController();
  let open: (OpenPort & { readonly host: string; readonly url: string }) | undefined;

  const origin = () => open?.url ?? IN_PROCESS_ORIGIN;
  const context: ServerContext = { settings, worlds, moves: new ClockMoves(), responses: createResponses(), origin, boundHost: () => open?.host };
  const handle = createCore(context);
  const controls = serverControls(context);
  worlds.default.clock.flow(() => tick(worlds), stop.signal);

  const close = async () => {
    stop.abort();
    await open?.close();
    await worlds.close();
    await sender.close();
  };
  return {
    fetch: serverFetch(handle, { origin, bodyLimit: settings.bodyLimit }),
    dispatcher: serverDispatcher(handle, settings.bodyLimit),
    listen: async ({ port = 0, host = REFERENCE_DEFAULTS.host } = {}) => {
      checkListening({ port, host, isOpen: open !== undefined, isClosed: stop.signal.aborted, controlToken: settings.controlToken });
      const opened = await openPort(handle, { port, host, bodyLimit: settings.bodyLimit });
      open = { ...opened, host, url: urlOf(host, opened.port) };
      return { url: open.url, port: opened.port };
    },
    get url() {
      return origin();
    },
    clock: serverClock(worlds.default, (target, options) => context.moves.move(worlds.default, target, options), unwrap),
    bank: bankControls(controls),
    controls,
    close,
    [Symbol.asyncDispose]: close,
  };
}

function tick(worlds: Worlds): void {
  for (const live of worlds.all()) live.arrive();
}

interface Listening {
  readonly port: number;
  readonly host: string;
  readonly isOpen: boolean;
  readonly isClosed: boolean;
  readonly controlToken: string | undefined;
}

function checkListening({ port, host, isOpen, isClosed, controlToken }: Listening): void {
  const issues = [
    ...(isClosed ? [{ path: 'port', message: 'this server was closed: make another one' }] : []),
    ...(isOpen && !isClosed ? [{ path: 'port', message: 'this server listens already: make another one for another port' }] : []),
    ...(Number.isInteger(port) && port >= 0 && port <= 65_535 ? [] : [{ path: 'port', message: 'must be a whole number from 0 to 65535' }]),
    ...(isLoopbackHost(host) || controlToken !== undefined
      ? []
      : [{ path: 'host', message: 'lies beyond loopback, where anyone could make control calls: set a control token (--control-token) too' }]),
  ];
  if (issues.length > 0) throw new ConfigurationError('Listening', issues);
}

function urlOf(host: string, port: number): string {
  const reachable = host === '0.0.0.0' ? '127.0.0.1' : host === '::' ? '::1' : host;
  return `http://${reachable.includes(':') ? `[${reachable}]` : reachable}:${port}`;
}
