import type { Settings } from './options-check.ts';
import type { Responses } from './responses.ts';
import type { Worlds } from './worlds/worlds.ts';

/** What the endpoints of a running server share. */
export interface ServerContext {
  readonly settings: Settings;
  readonly worlds: Worlds;
  readonly responses: Responses;
  /** `http://host:port` of the open port, or of the place that in-process calls are addressed to; without a trailing slash. */
  readonly origin: () => string;
  /** Throws once the server was closed. */
  readonly refuseIfClosed: () => void;
  /** The host that the port is bound to; undefined while there is none. */
  readonly boundHost: () => string | undefined;
}
