import { startTicking } from '../clock/clock.ts';
import { LazyAbort } from '../clock/lazy-abort.ts';
import { redactText } from '../redact/redact.ts';
import { type ServerDispatcher, serverDispatcher } from './adapters/dispatcher.ts';
import { type ServerFetch, serverFetch } from './adapters/fetch.ts';
import { type ListenOptions, ServerPort } from './adapters/listen.ts';
import { type Answer, refuse } from './answer.ts';
import { admitControl, answerControl, checkAddress, worldOfControl } from './control/control-endpoint.ts';
import { type ServerWorld, serverWorld, worldVerbs } from './control/server-controls.ts';
import { worldOfStray } from './endpoints/admission.ts';
import { answerBureau, answerFile, answerOperation, BUREAU_PATH } from './endpoints/operations.ts';
import type { ServerEvent } from './journal/announce.ts';
import type { RequestHandler, ServerRequest, ServerResponse } from './message.ts';
import { type ConsolePlace, checkOptions, type ReferenceServerOptions } from './options.ts';
import { enveloped, plain } from './responses.ts';
import { httpSender } from './webhooks/http-sender.ts';
import { closedError } from './worlds/live-world.ts';
import { DEFAULT_WORLD, FILES_PATH } from './worlds/world-name.ts';
import { type ServerContext, Worlds } from './worlds/worlds.ts';

/** The whole platform in memory, with time, banks and webhooks under your control. Its parts are the default world's. */
export interface ReferenceServer extends AsyncDisposable, Pick<ServerWorld, 'clock' | 'bank' | 'controls'> {
  /** A `fetch` that reaches the server without a port. */
  readonly fetch: ServerFetch;
  /** An undici dispatcher that reaches the server without a port. */
  readonly dispatcher: ServerDispatcher;
  /** Opens a port and returns its URL. */
  listen(options?: ListenOptions): Promise<{ readonly url: string; readonly port: number }>;
  /** The URL of the open port, without a trailing slash. Without a port, an address for in-process calls. */
  readonly url: string;
  /**
   * A separate world for tests that run side by side. The keys `pk_test_NAME` and `sk_test_NAME` select it. The name is
   * 1 to 40 lower-case letters, digits and dashes. The first use creates the world with the server's options. After an
   * hour without use it is dropped.
   */
  world(name: string): ServerWorld;
  /** Closes port and connections, and ends deliveries. All later calls are refused. */
  close(): Promise<void>;
}

/** The interval in real time at which flowing worlds run their due work. */
const TICK_MS = 250;

/**
 * Creates a reference server. It opens no port before `listen`.
 * @throws ConfigurationError listing every wrong option
 */
export function createReferenceServer(options: ReferenceServerOptions = {}): ReferenceServer {
  const settings = checkOptions(options);
  const { bodyLimit } = settings;
  const sender = httpSender(settings.allowWebhooksTo);
  const port = new ServerPort(settings);
  const origin = () => port.url;
  const worlds = new Worlds(settings, sender.send, origin);
  const stop = new LazyAbort(closedError);
  const refuseIfClosed = () => {
    if (stop.aborted) throw closedError();
  };
  const context: ServerContext = { settings, worlds, origin, boundHost: () => port.host, refuseIfClosed };
  const handle = createCore(context);
  // A closing port still answers the running requests.
  const handleInProcess: RequestHandler = (request) => {
    refuseIfClosed();
    return handle(request);
  };
  const dispatcher = serverDispatcher(handleInProcess, bodyLimit);
  const tick = () => {
    for (const live of worlds.all()) live.arrive();
  };
  if (settings.isFlowing) startTicking(TICK_MS, tick, stop.signal);

  const close = async () => {
    stop.abort();
    await dispatcher.destroy();
    await port.close();
    await worlds.close();
    await sender.close();
  };
  return {
    fetch: serverFetch(handleInProcess, { origin, bodyLimit, closing: () => stop.signal }),
    dispatcher,
    listen: (options) => port.open(handle, options),
    get url() {
      return origin();
    },
    ...worldVerbs(context, DEFAULT_WORLD),
    world: (name) => serverWorld(context, name),
    close,
    [Symbol.asyncDispose]: close,
  };
}

/** Creates the core of the server: plain request in, plain answer out, the same for all adapters. Never throws. */
function createCore(context: ServerContext): RequestHandler {
  return (request) => {
    try {
      const response = answer(context, request);
      return response instanceof Promise
        ? response.catch((error: unknown) => answerFailure(context, request, error))
        : response;
    } catch (error) {
      return answerFailure(context, request, error);
    }
  };
}

function answer(context: ServerContext, request: ServerRequest): ServerResponse | Promise<ServerResponse> {
  const { path } = request;
  // Operations first: a load test sends nothing else.
  if (path.startsWith('/v1/')) return answerOperation(context, request);
  if (isControl(path)) return answerControl(context, request);
  const { console } = context.settings;
  if (console && (path === '/_console' || path.startsWith('/_console/')))
    return console.answer(request, consolePlace(context));
  if (path === BUREAU_PATH) return answerBureau(context, request);
  if (path.startsWith(FILES_PATH)) return answerFile(context, request);
  return answerOperation(context, request);
}

function consolePlace(context: ServerContext): ConsolePlace {
  const respond = (refused: Answer<unknown>) => plain(refused, context.worlds.default.nextControlMark());
  return {
    refusal(request) {
      const addressed = checkAddress(context, request.headers);
      return addressed.ok ? undefined : respond(addressed);
    },
    world(request) {
      const found = admitControl(context, request);
      if (!found.ok) return respond(found);
      const { watchers } = found.data;
      const watch = (listener: (event: ServerEvent) => void) => {
        watchers.add(listener);
        return () => void watchers.delete(listener);
      };
      return { watch };
    },
  };
}

function isControl(path: string): boolean {
  return path === '/_control' || path.startsWith('/_control/');
}

function answerFailure({ worlds }: ServerContext, { path, headers }: ServerRequest, error: unknown): ServerResponse {
  const reason = redactText(error instanceof Error ? error.message : String(error));
  const named = isControl(path) ? worldOfControl(headers, worlds) : undefined;
  const live = named?.ok ? named.data : worldOfStray(headers, worlds);
  const isClosing = error === live.closing.reason;
  const message = isClosing
    ? `${reason} This call was under way: it may be done in part.`
    : `The reference server failed on this request; please report it: ${reason}`;
  const code = isClosing ? 'server_closed' : 'server_failed';
  return enveloped(refuse({ status: isClosing ? 503 : 500, code, message }), live.nextMark());
}
