import { ConfigurationError, InputError } from '../errors.ts';
import type { BankControls } from './bank-controls.ts';
import { ClockMoves } from './clock-moves.ts';
import { closedError } from './closed-error.ts';
import { isLoopbackHost } from './control/host-check.ts';
import type { ServerControls } from './control/server-controls.ts';
import { createCore } from './core.ts';
import { REFERENCE_DEFAULTS } from './defaults.ts';
import type { WebhookHandler } from './delivery/endpoint.ts';
import { httpSender } from './delivery/http-sender.ts';
import { type ServerDispatcher, serverDispatcher } from './dispatcher.ts';
import { type ServerFetch, serverFetch } from './fetch.ts';
import { type OpenPort, openPort } from './listen.ts';
import type { RequestHandler } from './message.ts';
import type { ReferenceServerOptions } from './options.ts';
import { checkOptions } from './options-check.ts';
import { IN_PROCESS_ORIGIN } from './place.ts';
import { createResponses } from './responses.ts';
import type { ServerClock } from './server-clock.ts';
import type { ServerContext } from './server-context.ts';
import { type ServerWorld, serverWorld, worldVerbs } from './server-world.ts';
import { isWorldName, WORLD_NAME_RULE } from './world-name.ts';
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
  /**
   * A world of its own, opened by the keys `pk_test_NAME` and `sk_test_NAME`, so that tests side by side do not see each other. The name is 1 to 40 small
   * letters, digits and dashes. It begins with the server's options when it is first used; after an hour without use it is dropped, and would begin anew.
   */
  world(name: string): ServerWorld;
  /** Sends the webhooks of the default world to a handler in this process from now on, with the secret as before; null sends them nowhere. */
  deliverTo(handler: WebhookHandler | null): void;
  /** Closes port and connections, and ends deliveries. */
  close(): Promise<void>;
}

/** Makes a reference server. Nothing runs and no port is open until it is asked to. @throws ConfigurationError listing every wrong option. */
export function createReferenceServer(options: ReferenceServerOptions = {}): ReferenceServer {
  const settings = checkOptions(options);
  const sender = httpSender(settings.allowWebhooksTo);
  const stop = new AbortController();
  let open: (OpenPort & { readonly host: string; readonly url: string }) | undefined;

  const origin = () => open?.url ?? IN_PROCESS_ORIGIN;
  const worlds = new Worlds(settings, sender.send, origin);
  const refuseIfClosed = () => {
    if (stop.signal.aborted) throw closedError();
  };
  const context: ServerContext = {
    settings,
    worlds,
    moves: new ClockMoves(),
    responses: createResponses(),
    origin,
    boundHost: () => open?.host,
    refuseIfClosed,
  };
  const handle = createCore(context);
  const handleInProcess: RequestHandler = (request) => {
    refuseIfClosed();
    return handle(request);
  };
  const dispatcher = serverDispatcher(handleInProcess, settings.bodyLimit);
  worlds.default.clock.flow(() => tick(worlds), stop.signal);

  const close = async () => {
    stop.abort();
    await dispatcher.destroy();
    await open?.close();
    await worlds.close();
    await sender.close();
  };
  return {
    fetch: serverFetch(handleInProcess, { origin, bodyLimit: settings.bodyLimit, closing: stop.signal }),
    dispatcher,
    listen: async ({ port = 0, host = REFERENCE_DEFAULTS.host } = {}) => {
      checkListening({ port, host, isOpen: open !== undefined, isClosed: stop.signal.aborted, controlToken: settings.controlToken });
      const opened = await openPort(handle, { port, host, bodyLimit: settings.bodyLimit });
      open = { ...opened, host, url: urlOf(host, opened.port) };
      return { url: open.url, port: opened.port };
    },
    get url() {
      return origin();
    },
    ...worldVerbs(context, worlds.default.name),
    world: (name) => {
      if (!isWorldName(name)) throw new InputError('world', [{ path: 'name', message: WORLD_NAME_RULE }]);
      return serverWorld(context, name);
    },
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
