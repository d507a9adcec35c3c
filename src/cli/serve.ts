import { readFile } from 'node:fs/promises';
import { ConfigurationError } from '../errors.ts';
import { REFERENCE_DEFAULTS } from '../server/defaults.ts';
import type { ReferenceServerOptions } from '../server/options.ts';
import type { Policy } from '../server/platform/policy.ts';
import { createReferenceServer } from '../server/reference-server.ts';
import type { CliIo } from './io.ts';
import { liveLog } from './live-log/live-log.ts';
import { type ServeAnnouncement, startScreen } from './start-screen.ts';

/** The flags of `repaykit serve`, as they were written. */
export interface ServeFlags {
  readonly port: string;
  readonly host: string;
  readonly now?: string;
  readonly seed: string;
  readonly frozen?: true;
  readonly webhookUrl?: string;
  readonly policy?: string;
  readonly controlToken?: string;
  readonly allowHost?: readonly string[];
  readonly allowWebhooksTo?: readonly string[];
  readonly quiet?: true;
  readonly json?: true;
}

/** Runs a reference server until the user stops it; the answer is the exit code. */
export async function serve(flags: ServeFlags, io: CliIo): Promise<number> {
  const log = flags.quiet ? undefined : liveLog(io, { json: flags.json === true });
  const server = createReferenceServer({ ...(await optionsFrom(flags)), ...(log && { onEvent: log.take }) });
  try {
    await server.listen({ port: wholeNumber(flags.port, '--port'), host: flags.host });
    const { appId, businessId, publicKey, secretKey, webhookSecret, segments } = REFERENCE_DEFAULTS;
    const announcement: ServeAnnouncement = { url: server.url, appId, businessId, publicKey, secretKey, webhookSecret, segments };
    io.out(flags.json ? `${JSON.stringify(announcement)}\n` : startScreen(announcement, { isFrozen: flags.frozen === true, now: server.clock.now() }));
    await stopped(io.stop);
    return 0;
  } finally {
    await server.close();
    log?.flush();
  }
}

async function optionsFrom(flags: ServeFlags): Promise<ReferenceServerOptions> {
  return {
    flow: flags.frozen ? 'frozen' : 'real',
    seed: wholeNumber(flags.seed, '--seed'),
    ...(flags.now !== undefined && { now: flags.now }),
    ...(flags.webhookUrl !== undefined && { webhook: { url: flags.webhookUrl } }),
    ...(flags.policy !== undefined && { policy: await readPolicy(flags.policy) }),
    ...(flags.controlToken !== undefined && { controlToken: flags.controlToken }),
    ...(flags.allowHost && { allowHosts: flags.allowHost }),
    ...(flags.allowWebhooksTo && { allowWebhooksTo: flags.allowWebhooksTo }),
  };
}

function wholeNumber(text: string, flag: string): number {
  if (/^-?\d{1,15}$/.test(text)) return Number(text);
  throw new ConfigurationError('repaykit serve', [{ path: flag, message: 'must be a whole number' }]);
}

async function readPolicy(file: string): Promise<Partial<Policy>> {
  try {
    return JSON.parse(await readFile(file, 'utf8')) as Partial<Policy>;
  } catch (error) {
    const message = error instanceof SyntaxError ? 'does not hold JSON' : 'cannot be read';
    throw new ConfigurationError('repaykit serve', [{ path: '--policy', message: `the file ${file} ${message}` }], { cause: error });
  }
}

function stopped(stop: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (stop.aborted) resolve();
    else stop.addEventListener('abort', () => resolve(), { once: true });
  });
}
