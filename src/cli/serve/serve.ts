import { readFile } from 'node:fs/promises';
import { ConfigurationError, type FieldIssue } from '../../errors.ts';
import { REFERENCE_DEFAULTS } from '../../server/defaults.ts';
import type { Policy } from '../../server/engine/policy.ts';
import type { ReferenceServerOptions } from '../../server/options.ts';
import { createReferenceServer } from '../../server/reference-server.ts';
import { inFlags } from '../in-flags.ts';
import type { CliIo } from '../terminal/io.ts';
import { readSecretLine } from '../terminal/secret-line.ts';
import { liveLog } from './live-log.ts';
import { type ServeAnnouncement, startScreen } from './start-screen.ts';

/** The unparsed flags of `repaykit serve`. */
export interface ServeFlags {
  readonly port: string;
  readonly host: string;
  readonly now?: string;
  readonly seed: string;
  readonly frozen?: true;
  readonly webhookUrl?: string;
  readonly policy?: string;
  readonly appId?: string;
  readonly businessId?: string;
  readonly publicKey?: string;
  readonly secretKeyFile?: string;
  readonly webhookSecretFile?: string;
  readonly mandateSegment?: string;
  readonly discoverySegment?: string;
  readonly controlToken?: string;
  readonly allowHost?: readonly string[];
  readonly allowWebhooksTo?: readonly string[];
  readonly quiet?: true;
  readonly json?: true;
}

/** Runs a reference server until the user stops it. Returns the exit code. */
export async function serve(flags: ServeFlags, io: CliIo): Promise<number> {
  const log = flags.quiet ? undefined : liveLog(io, { json: flags.json === true });
  const options = await optionsFrom(flags, io);
  const asWritten = ({ path, message }: FieldIssue) => ({ path: flagOf[path] ?? path, message });
  const server = inFlags('serve', asWritten, () =>
    createReferenceServer({ ...options, ...(log && { onEvent: log.take }) }),
  );
  try {
    await server.listen({ port: wholeNumber(flags.port, '--port'), host: flags.host });
    const { appId, businessId, publicKey, secretKey, webhookSecret } = { ...REFERENCE_DEFAULTS, ...options.merchant };
    const segments = { ...REFERENCE_DEFAULTS.segments, ...options.segments };
    const announcement: ServeAnnouncement = {
      url: server.url,
      appId,
      businessId,
      publicKey,
      secretKey,
      webhookSecret: options.webhook?.secret ?? webhookSecret,
      segments,
    };
    io.out(
      flags.json
        ? `${JSON.stringify(announcement)}\n`
        : startScreen(announcement, { isFrozen: flags.frozen === true, now: server.clock.now() }),
    );
    await stopped(io.stop);
    return 0;
  } finally {
    await server.close();
    log?.flush();
  }
}

async function optionsFrom(flags: ServeFlags, io: CliIo): Promise<ReferenceServerOptions> {
  const { appId, businessId, publicKey, secretKeyFile, webhookSecretFile, mandateSegment, discoverySegment } = flags;
  if (secretKeyFile === '-' && webhookSecretFile === '-') {
    throw new ConfigurationError('repaykit serve', [
      { path: '--webhook-secret-file', message: 'cannot be standard input too: --secret-key-file is read from there' },
    ]);
  }
  const secretKey = await readSecret(secretKeyFile, { flag: '--secret-key-file', what: 'secret key' }, io);
  const secret = await readSecret(webhookSecretFile, { flag: '--webhook-secret-file', what: 'webhook secret' }, io);
  return {
    flow: flags.frozen ? 'frozen' : 'real',
    seed: wholeNumber(flags.seed, '--seed'),
    ...(flags.now !== undefined && { now: flags.now }),
    merchant: given({ appId, businessId, publicKey, secretKey }),
    segments: given({ mandate: mandateSegment, discovery: discoverySegment }),
    webhook: given({ url: flags.webhookUrl, secret }),
    ...(flags.policy !== undefined && { policy: await readPolicy(flags.policy) }),
    ...(flags.controlToken !== undefined && { controlToken: flags.controlToken }),
    ...(flags.allowHost && { allowHosts: flags.allowHost }),
    ...(flags.allowWebhooksTo && { allowWebhooksTo: flags.allowWebhooksTo }),
  };
}

/** Removes undefined fields. */
function given<Value>(fields: Readonly<Record<string, Value | undefined>>): Readonly<Record<string, Value>> {
  return Object.fromEntries(
    Object.entries(fields).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  );
}

function readSecret(
  path: string | undefined,
  place: { readonly flag: string; readonly what: string },
  io: CliIo,
): Promise<string> | undefined {
  return path === undefined ? undefined : readSecretLine({ ...place, path, command: 'repaykit serve' }, io);
}

const flagOf: Readonly<Record<string, string>> = {
  'merchant.appId': '--app-id',
  'merchant.businessId': '--business-id',
  'merchant.publicKey': '--public-key',
  'merchant.secretKey': '--secret-key-file',
  'webhook.secret': '--webhook-secret-file',
  'segments.mandate': '--mandate-segment',
  'segments.discovery': '--discovery-segment',
};

function wholeNumber(text: string, flag: string): number {
  if (/^-?\d{1,15}$/.test(text)) return Number(text);
  throw new ConfigurationError('repaykit serve', [{ path: flag, message: 'must be a whole number' }]);
}

async function readPolicy(file: string): Promise<Partial<Policy>> {
  try {
    return JSON.parse(await readFile(file, 'utf8')) as Partial<Policy>;
  } catch (error) {
    const message = error instanceof SyntaxError ? 'does not hold JSON' : 'cannot be read';
    throw new ConfigurationError('repaykit serve', [{ path: '--policy', message: `the file ${file} ${message}` }], {
      cause: error,
    });
  }
}

function stopped(stop: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (stop.aborted) resolve();
    else stop.addEventListener('abort', () => resolve(), { once: true });
  });
}
