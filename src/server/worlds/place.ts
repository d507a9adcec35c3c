import { DEFAULT_WORLD } from './world-name.ts';

/** Where a world is found. */
export interface Place {
  readonly name: string;
  /** Of the server, without a trailing slash. */
  readonly origin: () => string;
}

/** Where a server is that listens nowhere: on loopback, so that a client takes it for a test; on a port where nothing listens, so that a call that misses the dispatcher fails. */
export const IN_PROCESS_ORIGIN = 'http://127.0.0.1:65535';

/** A world without a server around it. */
export const NOWHERE: Place = { name: DEFAULT_WORLD, origin: () => IN_PROCESS_ORIGIN };
