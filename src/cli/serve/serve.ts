import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { serverConsole } from '../../console/server-console.ts';
import { formatInstant, type Instant } from '../../domain/calendar.ts';
import type { FieldIssue } from '../../errors.ts';
import { REFERENCE_DEFAULTS } from '../../server/defaults.ts';
import type { Policy } from '../../server/engine/world/policy.ts';
import type { ReferenceServerOptions } from '../../server/options.ts';
import { createReferenceServer } from '../../server/reference-server.ts';
import { given } from '../../validation/record.ts';
import { type CommandFlags, commandErrors, inFlags } from '../in-flags.ts';
import type { CliIo } from '../terminal/io.ts';
import { readSecretLine } from '../terminal/secret-line.ts';
import { liveLog } from './live-log.ts';

export type ServeFlags = CommandFlags<
  'port' | 'host' | 'seed',
  | ('now' | 'webhookUrl' | 'policy' | 'appId' | 'businessId' | 'publicKey' | 'secretKeyFile' | 'webhookSecretFile')
  | ('mandateSegment' | 'discoverySegment' | 'controlToken'),
  'frozen' | 'quiet' | 'json',
  'allowHost' | 'allowWebhooksTo'
>;

const { wrong } = commandErrors('repaykit serve');

/** Runs a reference server until the user stops it. Returns the exit code. */
export async function serve(flags: ServeFlags, io: CliIo): Promise<number> {
  const log = flags.quiet ? undefined : liveLog(io, { json: flags.json === true });
  const flushLog = () => log?.flush();
  const options = await optionsFrom(flags, io);
  const asWritten = ({ path, message }: FieldIssue) => ({ path: flagOf[path] ?? path, message });
  const server = inFlags('serve', asWritten, () =>
    createReferenceServer({ ...options, console: serverConsole(), ...(log && { onEvent: log.take }) }),
  );
  // An uncaught error ends the process without the lines of its last turn.
  process.once('exit', flushLog);
  try {
    await server.listen({ port: wholeNumber(flags.port, '--port'), host: flags.host });
    const { appId, businessId, publicKey, secretKey, webhookSecret } = { ...REFERENCE_DEFAULTS, ...options.merchant };
    const segments = { ...REFERENCE_DEFAULTS.segments, ...options.segments };
    const secret = options.webhook?.secret ?? webhookSecret;
    const announcement = { url: server.url, appId, businessId, publicKey, secretKey, webhookSecret: secret, segments };
    const clock = { isFrozen: flags.frozen === true, now: server.clock.now() };
    io.out(flags.json ? `${JSON.stringify(announcement)}\n` : startScreen(announcement, clock));
    if (!io.stop.aborted) await once(io.stop, 'abort');
    return 0;
  } finally {
    await server.close();
    flushLog();
    process.off('exit', flushLog);
  }
}

async function optionsFrom(flags: ServeFlags, io: CliIo): Promise<ReferenceServerOptions> {
  const { appId, businessId, publicKey, secretKeyFile, webhookSecretFile, mandateSegment, discoverySegment } = flags;
  if (secretKeyFile === '-' && webhookSecretFile === '-')
    throw wrong('--webhook-secret-file', 'cannot be standard input too: --secret-key-file is read from there');
  const secretKey = await readSecret(secretKeyFile, { flag: '--secret-key-file', what: 'secret key' }, io);
  const secret = await readSecret(webhookSecretFile, { flag: '--webhook-secret-file', what: 'webhook secret' }, io);
  return {
    flow: flags.frozen ? 'frozen' : 'real',
    seed: wholeNumber(flags.seed, '--seed'),
    merchant: given({ appId, businessId, publicKey, secretKey }),
    segments: given({ mandate: mandateSegment, discovery: discoverySegment }),
    webhook: given({ url: flags.webhookUrl, secret }),
    ...given({
      now: flags.now,
      policy: flags.policy === undefined ? undefined : await readPolicy(flags.policy),
      controlToken: flags.controlToken,
      allowHosts: flags.allowHost,
      allowWebhooksTo: flags.allowWebhooksTo,
    }),
  };
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
  throw wrong(flag, 'must be a whole number');
}

async function readPolicy(file: string): Promise<Partial<Policy>> {
  try {
    return JSON.parse(await readFile(file, 'utf8')) as Partial<Policy>;
  } catch (error) {
    const message = error instanceof SyntaxError ? 'does not hold JSON' : 'cannot be read';
    throw wrong('--policy', `the file ${file} ${message}`, error);
  }
}

/** The first line of `serve --json`. */
interface ServeAnnouncement
  extends Readonly<Record<'url' | 'appId' | 'businessId' | 'publicKey' | 'secretKey' | 'webhookSecret', string>> {
  readonly segments: { readonly mandate: string; readonly discovery: string };
}

/** The text at the start of a server: its URL, its keys, and a call to try. */
function startScreen(
  server: ServeAnnouncement,
  { isFrozen, now }: { readonly isFrozen: boolean; readonly now: Instant },
): string {
  const { url, segments } = server;
  return `repaykit reference server on ${url}
  clock           ${formatInstant(now)}, ${isFrozen ? 'stands still until it is moved' : 'flows with real time'}
  appId           ${server.appId}
  businessId      ${server.businessId}
  public key      ${server.publicKey}
  secret key      ${server.secretKey}
  webhook secret  ${server.webhookSecret}
  segments        ${segments.mandate} (mandates), ${segments.discovery} (discovery)

See inside: ${url}/_console

Try:
  curl -X POST ${url}/v1/${segments.discovery}/ -H 'Authorization: Bearer ${server.secretKey}' \\
    -H 'Content-Type: application/json' -d '{"bvn":"22200000001","type":"bvn"}'
  curl -X POST ${url}/_control/clock -d '{"advance":"P30D"}'

Ctrl-C stops it.
`;
}
