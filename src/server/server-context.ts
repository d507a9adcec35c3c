import type { Settings } from './options.ts';
import type { Worlds } from './worlds/worlds.ts';

/** The shared context of all endpoints of a server. */
export interface ServerContext {
  readonly settings: Settings;
  readonly worlds: Worlds;
  /** `http://host:port` of the open port, or the address for in-process calls. No trailing slash. */
  readonly origin: () => string;
  /** Throws after the server was closed. */
  readonly refuseIfClosed: () => void;
  /** The host of the open port; undefined without a port. */
  readonly boundHost: () => string | undefined;
}
