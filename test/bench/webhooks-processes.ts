import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { forkScript } from './children.ts';

// Longer than any load lasts, its timeout included, and longer than the work behind its answers.
const ANSWER_LIMIT_MS = 120_000;

/** Where a subject keeps deliveries. */
export type Place =
  | { readonly connectionString: string; readonly schema: string }
  | { readonly file: string }
  | Record<never, never>;

/** One way of taking deliveries, in a process of its own. */
export interface Taker {
  readonly port: number;
  /** Waits until the work behind the answers is done; answers how many deliveries were handled. */
  settle(): Promise<{ readonly handled: number }>;
  stop(): Promise<void>;
}

/** Starts a subject of `webhooks-service.mjs`. */
export async function startTaker(subject: string, place: Place): Promise<Taker> {
  const child = forkScript('webhooks-service.mjs');
  try {
    const { port } = await ask<{ port: number }>(child, { subject, dist: join(process.cwd(), 'dist'), ...place });
    return { port, settle: () => ask(child, {}), stop: () => stopped(child) };
  } catch (error) {
    await stopped(child);
    throw error;
  }
}

/** Someone who sends, in a process of its own. */
export interface Sender {
  send<Reply>(load: object): Promise<Reply>;
  stop(): Promise<void>;
}

/** Starts it. */
export function startSender(): Sender {
  const child = forkScript('webhooks-load.mjs');
  return {
    send: (load) => ask(child, { entryPoint: join(process.cwd(), 'dist/webhooks.js'), ...load }),
    stop: () => stopped(child),
  };
}

async function ask<Reply>(child: ChildProcess, message: object): Promise<Reply> {
  const over = new AbortController();
  const signal = AbortSignal.any([over.signal, AbortSignal.timeout(ANSWER_LIMIT_MS)]);
  const ended = once(child, 'exit', { signal }).then(([code]) =>
    Promise.reject(new Error(`a bench process ended with ${code}`)),
  );
  ended.catch(() => undefined);
  child.send(message);
  const [reply] = await Promise.race([once(child, 'message', { signal }), ended]);
  over.abort();
  return reply as Reply;
}

async function stopped(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = once(child, 'exit');
  child.kill('SIGKILL');
  await exited;
}
