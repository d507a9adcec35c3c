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
import { acknowledgementShape } from '../../wire/shapes/statement-shapes.ts';
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

export async function openService(flags: DriftFlags): Promise<Service> {
  if (flags.config === undefined) {
    const settings = inFlags('drift', asWritten, () => checkOptions(optionsOf(flags)));
    return new Service(settings, undiciTransport());
  }
  const { kit, close } = await loadWorkerConfig('repaykit drift', flags.config);
  const { settings, transport } = contextOf(kit).engine;
  return new Service(settings, lentTransport(transport), async () => {
    await kit.close();
    await close?.();
  });
}

/** The service to compare, asked by the client without retries, one request at a time. */
class Service {
  readonly settings: Settings;
  readonly #engine: OperationEngine;
  readonly #closeConfig: () => Promise<void>;
  // Kept, because the client returns no unreadable bodies. Undefined if the last request got no answer.
  #last: TransportResponse | undefined;

  constructor(settings: Settings, transport: Transport, closeConfig = async () => {}) {
    const keeping: Transport = {
      ...lentTransport(transport),
      send: async (request) => {
        this.#last = undefined;
        this.#last = await transport.send(request);
        return this.#last;
      },
      close: () => transport.close(),
    };
    this.#engine = new OperationEngine({ ...settings, transport: keeping });
    this.settings = this.#engine.settings;
    this.#closeConfig = closeConfig;
  }

  /** Sends the operation without a check of the answer. Never rejects with the service's answer. */
  async ask(row: OperationRow, input: object, signal: AbortSignal): Promise<Asked> {
    const unchecked = { ...row, output: acknowledgementShape(), isBare: true } as const;
    try {
      const { data: body, response } = await this.#engine.send(async () => unchecked, input, { retries: 0, signal });
      return { kind: 'answered', status: response.status, body };
    } catch (error) {
      if (signal.aborted) return { kind: 'stopped' };
      if (error instanceof AnswerError) return { kind: 'no-json', seen: this.#whatCame(error) };
      if (error instanceof ServiceError) return { kind: 'refused', status: error.status };
      if (error instanceof RateLimitError) return { kind: 'refused', status: 429 };
      return { kind: 'lost', reason: error instanceof RepayKitError ? error.code : 'it could not be asked' };
    }
  }

  #whatCame({ cause }: AnswerError): string {
    if (cause instanceof BodyTooLongError) return `a body that is longer than ${cause.maxBytes} bytes`;
    const { body = '', headers = {} } = this.#last ?? {};
    return formOfNoJson(body, contentCodingOf(headers));
  }

  async close(): Promise<void> {
    await this.#engine.close();
    await this.#closeConfig();
  }
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
  message: message.replace(/publicKey|secretKey/g, (option) => written[option] ?? option),
});
