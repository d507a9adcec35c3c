import { ConfigurationError } from '../../errors.ts';
import { isLoopbackHost } from '../control/caller-check.ts';
import { REFERENCE_DEFAULTS } from '../defaults.ts';
import type { RequestHandler } from '../message.ts';
import type { Settings } from '../options-check.ts';
import { IN_PROCESS_ORIGIN } from '../worlds/world-name.ts';
import { type OpenPort, openPort } from './listen.ts';

/** Where to listen; by default any free port of loopback. */
export interface ListenOptions {
  /** 0, the default, takes any free port. */
  readonly port?: number;
  /** Default 127.0.0.1; beyond loopback the server needs a `controlToken`. */
  readonly host?: string;
}

/** The one port of a server, once it is open. */
export class ServerPort {
  readonly #settings: Settings;
  /** Set before the first wait, so that two calls at once do not open two ports. */
  #opening: Promise<OpenPort> | undefined;
  #open: { readonly host: string; readonly url: string } | undefined;
  #isClosed = false;

  constructor(settings: Settings) {
    this.#settings = settings;
  }

  /** Where the server is, without a trailing slash: of the open port, else an address for in-process calls. */
  get url(): string {
    return this.#open?.url ?? IN_PROCESS_ORIGIN;
  }

  /** The host that it is bound to; undefined while it is not open. */
  get host(): string | undefined {
    return this.#open?.host;
  }

  /** Opens the port and answers with its URL. @throws ConfigurationError */
  async open(
    handle: RequestHandler,
    { port = 0, host = REFERENCE_DEFAULTS.host }: ListenOptions = {},
  ): Promise<{ readonly url: string; readonly port: number }> {
    const { bodyLimit } = this.#settings;
    this.#check(port, host);
    this.#opening = openPort(handle, { port, host, bodyLimit });
    const opened = await this.#opening.catch((error: unknown) => {
      this.#opening = undefined;
      throw error;
    });
    // Closed in the meantime.
    if (this.#isClosed) this.#check(port, host);
    this.#open = { host, url: urlOf(host, opened.port) };
    return { url: this.#open.url, port: opened.port };
  }

  /** Closes the port and its connections; it does not open again. */
  async close(): Promise<void> {
    this.#isClosed = true;
    const opened = await this.#opening?.catch(() => undefined);
    await opened?.close();
  }

  #check(port: number, host: string): void {
    const isOpen = this.#opening !== undefined;
    const issues = [
      ...(this.#isClosed ? [{ path: 'port', message: 'this server was closed: make another one' }] : []),
      ...(isOpen && !this.#isClosed
        ? [{ path: 'port', message: 'this server listens already: make another one for another port' }]
        : []),
      ...(Number.isInteger(port) && port >= 0 && port <= 65_535
        ? []
        : [{ path: 'port', message: 'must be a whole number from 0 to 65535' }]),
      ...(isLoopbackHost(host) || this.#settings.controlToken !== undefined
        ? []
        : [
            {
              path: 'host',
              message:
                'lies beyond loopback, where anyone could make control calls: set a control token (--control-token) too',
            },
          ]),
    ];
    if (issues.length > 0) throw new ConfigurationError('Listening', issues);
  }
}

function urlOf(host: string, port: number): string {
  const reachable = host === '0.0.0.0' ? '127.0.0.1' : host === '::' ? '::1' : host;
  return `http://${reachable.includes(':') ? `[${reachable}]` : reachable}:${port}`;
}
