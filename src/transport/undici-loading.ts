import type { OwnDispatcher } from './undici-dispatcher.ts';

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

/** Ways to load undici; only tests give other ones. */
export interface UndiciSources {
  readonly files: () => Promise<UndiciClasses>;
  readonly main: () => Promise<UndiciClasses>;
}

/**
 * Loads undici on first use: its two files, because its main entry takes four times as long and replaces the process's global dispatcher, and with it
 * everybody's `fetch`. The files' paths are no public promise, so the main entry is what remains when they are gone.
 */
export async function loadUndici(sources: UndiciSources = { files: loadFiles, main: loadMain }): Promise<UndiciClasses> {
  try {
    return await sources.files();
  } catch {
    return sources.main();
  }
}

async function loadFiles(): Promise<UndiciClasses> {
  // @ts-expect-error undici declares no types for its inner files
  const [pool, client] = await Promise.all([import('undici/lib/dispatcher/pool.js'), import('undici/lib/dispatcher/client.js')]);
  if (typeof pool.default !== 'function' || typeof client.default !== 'function') throw new TypeError('undici has moved its files.');
  return { Pool: pool.default, Client: client.default };
}

async function loadMain(): Promise<UndiciClasses> {
  const { Pool, Client } = await import('undici');
  return { Pool: Pool as unknown as DispatcherClass, Client: Client as unknown as DispatcherClass };
}
