import type { LookupFunction } from 'node:net';
import { heldBy, loadUndiciParts, type UndiciSources } from '../../http/undici-files.ts';

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

/** Loads undici on first use. */
export function loadRequesting(
  sources: UndiciSources<UndiciRequesting> = { files: loadFiles, main: loadMain },
): Promise<UndiciRequesting> {
  return loadUndiciParts(sources);
}

async function loadFiles(): Promise<UndiciRequesting> {
  const [agent, request] = await Promise.all([
    // @ts-expect-error undici declares no types for its inner files
    import('undici/lib/dispatcher/agent.js'),
    // @ts-expect-error as above
    import('undici/lib/api/api-request.js'),
  ]);
  return { Agent: heldBy(agent), request: heldBy(request) };
}

async function loadMain(): Promise<UndiciRequesting> {
  const { Agent, Dispatcher } = await import('undici');
  return { Agent, request: Dispatcher.prototype.request } as unknown as UndiciRequesting;
}
