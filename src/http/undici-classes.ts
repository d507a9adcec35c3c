/**
 * What the client uses of undici, from their own files: undici's main entry takes four times as long to
 * load and replaces the process's global dispatcher. The build includes them in the package.
 */
// @ts-expect-error undici declares no types for its inner files
import buildConnector from 'undici/lib/core/connect.js';
// @ts-expect-error as above
import Client from 'undici/lib/dispatcher/client.js';
// @ts-expect-error as above
import Pool from 'undici/lib/dispatcher/pool.js';

export { buildConnector, Client, Pool };
