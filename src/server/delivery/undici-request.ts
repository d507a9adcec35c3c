import type { LookupFunction } from 'node:net';

/** What is sent. */
export interface OutgoingRequest {
  readonly origin: string;
  readonly path: string;
  readonly method: 'POST';
  readonly headers: Record<string, string>;
  readonly body: Uint8Array | string;
  readonly signal: AbortSignal;
}

/** The part of undici's answer that is used. */
export interface ReceivedAnswer {
  readonly statusCode: number;
  readonly body: { dump(options: { readonly limit: number; readonly signal: AbortSignal }): Promise<void> };
}

/** Pooled connections to any origin. */
export interface RequestPool {
  destroy(): Promise<void>;
}

/** The two things of undici that sending takes. */
export interface UndiciRequesting {
  readonly Agent: new (options: { readonly connect: { readonly lookup: LookupFunction } }) => RequestPool;
  readonly request: (this: RequestPool, request: OutgoingRequest) => Promise<ReceivedAnswer>;
}

/** Ways to load undici; only tests give other ones. */
export interface UndiciRequestSources {
  readonly files: () => Promise<UndiciRequesting>;
  readonly main: () => Promise<UndiciRequesting>;
}

/**
 * Loads undici on first use: two of its files, because its main entry replaces the process's global dispatcher, and with it everybody's `fetch`.
 * The files' paths are no public promise, so the main entry is what remains when they are gone.
 */
export async function loadRequesting(sources: UndiciRequestSources = { files: loadFiles, main: loadMain }): Promise<UndiciRequesting> {
  try {
    return await sources.files();
  } catch {
    return sources.main();
  }
}

async function loadFiles(): Promise<UndiciRequesting> {
  // @ts-expect-error undici declares no types for its inner files
  const [agent, request] = await Promise.all([import('undici/lib/dispatcher/agent.js'), import('undici/lib/api/api-request.js')]);
  if (typeof agent.default !== 'function' || typeof request.default !== 'function') throw new TypeError('undici has moved its files.');
  return { Agent: agent.default, request: request.default };
}

async function loadMain(): Promise<UndiciRequesting> {
  const { Agent, Dispatcher } = await import('undici');
  return { Agent, request: Dispatcher.prototype.request } as unknown as UndiciRequesting;
}
