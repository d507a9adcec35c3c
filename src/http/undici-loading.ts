import type { OwnDispatcher } from './undici-dispatcher.ts';
import { heldBy, loadUndiciParts, type UndiciSources } from './undici-files.ts';

/** The two classes of undici that are used. */
export interface UndiciClasses {
  /** Many connections to one origin. */
  readonly Pool: DispatcherClass;
  /** One connection to one origin. */
  readonly Client: DispatcherClass;
}

type DispatcherClass = new (origin: string, options: UndiciConnectionOptions) => OwnDispatcher;

/** Options of both classes. */
export interface UndiciConnectionOptions {
  /** Zero switches undici's own limits off: the call's deadline is kept by us, over all of its parts. */
  readonly headersTimeout: 0;
  readonly bodyTimeout: 0;
  readonly connectTimeout: number;
  readonly connections?: number;
}

/** Loads undici on first use. */
export function loadUndici(
  sources: UndiciSources<UndiciClasses> = { files: loadFiles, main: loadMain },
): Promise<UndiciClasses> {
  return loadUndiciParts(sources);
}

async function loadFiles(): Promise<UndiciClasses> {
  const [pool, client] = await Promise.all([
    // @ts-expect-error undici declares no types for its inner files
    import('undici/lib/dispatcher/pool.js'),
    // @ts-expect-error as above
    import('undici/lib/dispatcher/client.js'),
  ]);
  return { Pool: heldBy(pool), Client: heldBy(client) };
}

async function loadMain(): Promise<UndiciClasses> {
  const { Pool, Client } = await import('undici');
  return { Pool: Pool as unknown as DispatcherClass, Client: Client as unknown as DispatcherClass };
}
