import { OperationEngine } from '../../client/engine.ts';
import { isLoopbackHost, type RepayKitOptions } from '../../client/options.ts';
import { checkOptions, type Settings } from '../../client/options-check.ts';
import { contextOf } from '../../client/workflows/loan-context.ts';
import {
  AnswerError,
  ConfigurationError,
  type FieldIssue,
  RateLimitError,
  RepayKitError,
  ServiceError,
} from '../../errors.ts';
import { lentTransport, type Transport, type TransportResponse } from '../../http/transport.ts';
import { BodyTooLongError, contentCodingOf } from '../../http/transport-answer.ts';
import { undiciTransport } from '../../http/undici-transport.ts';
import { memoryStore } from '../../loan-file/memory-store.ts';
import { REFERENCE_DEFAULTS } from '../../server/defaults.ts';
import type { OperationRow } from '../../wire/operations.ts';
import { acknowledgementShape } from '../../wire/statement-shapes.ts';
import { inFlags } from '../in-flags.ts';
import { loadWorkerConfig } from '../worker/worker-config.ts';
import type { DriftFlags } from './drift-flags.ts';
import { formOfNoJson } from './value-form.ts';

/**
 * The result of a request: an answer with its parsed body, a body that is not JSON, a refusal, or no answer and why.
 */
export type Asked =
  | { readonly kind: 'answered'; readonly status: number; readonly body: unknown }
  | { readonly kind: 'no-json'; readonly seen: string }
  | { readonly kind: 'refused'; readonly status: number }
  | { readonly kind: 'lost'; readonly reason: string }
  | { readonly kind: 'stopped' };

/** The service to compare. */
export interface Service {
  readonly settings: Settings;
  /** Sends one request, without retries. It never rejects with the service's answer. */
  ask(row: OperationRow, input: object, signal: AbortSignal): Promise<Asked>;
  close(): Promise<void>;
}

/** Opens the client of a config file, or creates one from URL and environment. @throws ConfigurationError */
export async function openService(flags: DriftFlags): Promise<Service> {
  if (flags.config === undefined) {
    const asking = askingWith(
      inFlags('drift', asWritten, () => checkOptions(optionsOf(flags))),
      undiciTransport(),
    );
    return serviceOf(asking, () => asking.engine.close());
  }
  const { kit, close } = await loadWorkerConfig('repaykit drift', flags.config);
  const { settings, transport } = contextOf(kit).engine;
  const asking = askingWith(settings, lentTransport(transport));
  return serviceOf(asking, async () => {
    await asking.engine.close();
    await kit.close();
    await close?.();
  });
}

function askingWith(settings: Settings, transport: Transport): Asking {
  const last = keepLastAnswer(transport);
  return { engine: new OperationEngine({ ...settings, transport: last.transport }), last };
}

function serviceOf(asking: Asking, close: () => Promise<void>): Service {
  return { settings: asking.engine.settings, ask: (row, input, signal) => ask(asking, row, { input, signal }), close };
}

// Reads need no ids, store or bureau. Required options get values that are never used.
function optionsOf({ baseUrl = '', mandateSegment, discoverySegment }: DriftFlags): RepayKitOptions {
  const { REPAYKIT_PUBLIC_KEY, REPAYKIT_SECRET_KEY } = process.env;
  // The keys of the reference server are public.
  const local = URL.canParse(baseUrl) && isLoopbackHost(new URL(baseUrl).hostname) ? REFERENCE_DEFAULTS : undefined;
  const given = {
    REPAYKIT_PUBLIC_KEY: REPAYKIT_PUBLIC_KEY || local?.publicKey,
    REPAYKIT_SECRET_KEY: REPAYKIT_SECRET_KEY || local?.secretKey,
    '--mandate-segment': mandateSegment || local?.segments.mandate,
    '--discovery-segment': discoverySegment || local?.segments.discovery,
  };
  const missing = Object.entries(given).filter(([, value]) => value === undefined);
  if (missing.length > 0)
    throw new ConfigurationError(
      'repaykit drift',
      missing.map(([path]) => ({
        path,
        message: path.startsWith('--') ? 'is missing' : 'is missing in the environment',
      })),
    );
  return {
    baseUrl,
    appId: 'not-used',
    businessId: 'not-used',
    publicKey: given.REPAYKIT_PUBLIC_KEY ?? '',
    secretKey: given.REPAYKIT_SECRET_KEY ?? '',
    segments: { mandate: given['--mandate-segment'] ?? '', discovery: given['--discovery-segment'] ?? '' },
    store: memoryStore(),
    bureau: { submit: () => Promise.reject(new Error('nothing is reported')) },
    repaymentReports: 'merchant',
    // A sandbox may be remote. With wrong keys the service refuses reads itself.
    allowMixedKeys: true,
  };
}

// Problems are reported by flag and variable, because the user does not see the options.
const written: Readonly<Record<string, string>> = {
  baseUrl: '--base-url',
  'segments.mandate': '--mandate-segment',
  'segments.discovery': '--discovery-segment',
  publicKey: 'REPAYKIT_PUBLIC_KEY',
  secretKey: 'REPAYKIT_SECRET_KEY',
};

const asWritten = ({ path, message }: FieldIssue): FieldIssue => ({
  path: written[path] ?? path,
  message: named(message),
});

function named(message: string): string {
  return message.replace(/publicKey|secretKey/g, (option) => written[option] ?? option);
}

interface Asking {
  readonly engine: OperationEngine;
  readonly last: LastAnswer;
}

// The same operation without a check of the answer. The comparison happens outside the client.
async function ask(
  { engine, last }: Asking,
  row: OperationRow,
  { input, signal }: { readonly input: object; readonly signal: AbortSignal },
): Promise<Asked> {
  try {
    const { data: body, response } = await engine.send(
      async () => ({ ...row, output: acknowledgementShape, isBare: true }),
      input,
      { retries: 0, signal },
    );
    return { kind: 'answered', status: response.status, body };
  } catch (error) {
    if (signal.aborted) return { kind: 'stopped' };
    if (error instanceof AnswerError) return { kind: 'no-json', seen: whatCame(error, last) };
    if (error instanceof ServiceError) return { kind: 'refused', status: error.status };
    if (error instanceof RateLimitError) return { kind: 'refused', status: 429 };
    return { kind: 'lost', reason: error instanceof RepayKitError ? error.code : 'it could not be asked' };
  }
}

function whatCame({ cause }: AnswerError, last: LastAnswer): string {
  if (cause instanceof BodyTooLongError) return `a body that is longer than ${cause.maxBytes} bytes`;
  const { body = '', headers = {} } = last.response() ?? {};
  return formOfNoJson(body, contentCodingOf(headers));
}

/** A transport that keeps its last answer. */
interface LastAnswer {
  readonly transport: Transport;
  /** Undefined if the last request got no answer. */
  readonly response: () => TransportResponse | undefined;
}

/** Keeps the last answer, because the client returns no unreadable bodies. For sequential requests only. */
function keepLastAnswer(transport: Transport): LastAnswer {
  let last: TransportResponse | undefined;
  const keeping: Transport = {
    ...lentTransport(transport),
    async send(request) {
      last = undefined;
      last = await transport.send(request);
      return last;
    },
    close: () => transport.close(),
  };
  return { transport: keeping, response: () => last };
}
