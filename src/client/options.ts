import type { Clock, Random } from '../clock/clock.ts';
import type { BankCodeRule } from '../domain/identifiers.ts';
import type { KeyInput } from '../evidence/checkpoint.ts';
import type { CheckpointSink } from '../evidence/checkpoint-files.ts';
import type { RefusalAssumption } from '../http/refusal-proof.ts';
import type { Transport } from '../http/transport.ts';
import type { UndiciDispatcher } from '../http/undici-dispatcher.ts';
import type { KeyProvider } from '../loan-file/keys.ts';
import type { LoanStore } from '../loan-file/store.ts';
import { type Check, text } from '../validation/checks.ts';
import type { CredentialScheme } from '../wire/credentials.ts';
import type { AnswerAdapters, OperationId } from '../wire/types/operation-types.ts';
import type { BureauReporter } from './bureau-reporter.ts';
import type { Hooks, Logger } from './hooks.ts';

/** Options of `new RepayKit(…)`. All are checked at once. Unknown ones are refused. */
export interface RepayKitOptions {
  /** The service's address: `https://api.example.com`, perhaps with a path before `/v1`. `http:` on loopback only. */
  readonly baseUrl: string;
  /** The merchant application's id. Spec §1. */
  readonly appId: string;
  /** The merchant's business id. Spec §1. */
  readonly businessId: string;
  /** The application's public key. Spec §5. */
  readonly publicKey: string;
  /** The application's secret key. Spec §5. */
  readonly secretKey: string;
  /** The fixed path segments of the service. Spec, top. */
  readonly segments: Segments;
  /** Where loan files are kept. Required, except on loopback, where the default is memory. */
  readonly store?: LoanStore;
  /**
   * Encrypts personal data with one key per payer. Without it, personal data is stored in clear and cannot be erased.
   */
  readonly keys?: KeyProvider;
  /**
   * Signs the state of all loan files, so that later changes are detected. `kit.checkpoint()` or the worker takes one.
   */
  readonly checkpoints?: CheckpointOptions;
  /** Delivers reports to the credit bureau. Required; on loopback, the default is the reference server's intake. */
  readonly bureau?: BureauReporter;
  /** Who reports repayments: the merchant (§6.3) or the platform (§6.1). Required; on loopback, default `merchant`. */
  readonly repaymentReports?: RepaymentReports;
  /** Sends requests. Default: a separate undici connection pool. Also takes an undici 7 dispatcher. */
  readonly transport?: Transport | UndiciDispatcher;
  /** The clock for due dates and loan files. Default: the machine's. Deadlines and waits always use the machine's. */
  readonly clock?: Clock;
  /** Random numbers from 0 to below 1, for the jitter of retry waits. Default: `Math.random`. */
  readonly random?: Random;
  /** Retries of failed calls. Applies only to calls that are safe to repeat. */
  readonly retry?: RetryOptions;
  /** Deadlines per kind of call. Each covers the whole call. */
  readonly timeouts?: TimeoutOptions;
  /** Receives log lines. Default: none. Pass `console`, or in production `{ warn: console.warn, error: … }`. */
  readonly logger?: Logger;
  /** Functions called for every attempt. */
  readonly hooks?: Hooks;
  /** The credential of an operation, if a deployment differs from spec §5. */
  readonly credentials?: Readonly<Partial<Record<OperationId, CredentialScheme>>>;
  /** Per operation, a function that converts the answers of your deployment to those of the spec. */
  readonly answers?: AnswerAdapters;
  /** `strict` (default): three digits (§8). `lenient`: three to six, as microfinance banks have them. */
  readonly bankCodes?: BankCodeRule;
  /** Spelling of frequencies on the wire. Default `monthly` and `Y` (§2.2). Daily and weekly only if given here. */
  readonly frequencies?: FrequencySpelling;
  /** `type` of account discovery (§4.2). Default `bvn`. */
  readonly discoveryType?: string;
  /**
   * Treats every failure envelope as proof that a write had no effect, even with status 200. Default: only an error
   * status with the service's own envelope is proof. All other failures are `unknown`. **Warning:** if the assumption
   * is wrong, a payer is debited twice.
   */
  readonly acceptRefusals?: RefusalAssumption;
  /** Your contact for help, named in errors of the service. Spec §7. */
  readonly supportContact?: string;
  /** Largest statement to upload, in bytes. Default 10 MB. */
  readonly maxUploadBytes?: number;
  /** Allows `pk_test_` and `sk_test_` keys away from loopback. */
  readonly allowMixedKeys?: boolean;
}

/** The key that signs checkpoints, and their storage. */
export interface CheckpointOptions {
  /** The private Ed25519 key, as a KeyObject or PEM text. Writers to the store must not have access to it. */
  readonly key: KeyInput;
  /** Storage outside the database: `fileCheckpoints({ directory })`, `callbackCheckpoints(publish)` or your own. */
  readonly sink: CheckpointSink;
}

/** The fixed path segments of the service. */
export interface Segments {
  /** Segment of the mandate and collection operations. */
  readonly mandate: string;
  /** Segment of account discovery. */
  readonly discovery: string;
}

/** Who reports repayments to the bureau. */
export type RepaymentReports = 'merchant' | 'platform';

/** Retries of failed calls. */
export interface RetryOptions {
  /** Attempts after the first. Default 3, at most 10. */
  readonly retries?: number;
  /** Upper bound of the first wait in milliseconds. It doubles with each wait. Default 250. */
  readonly firstDelayMs?: number;
  /** The longest wait in milliseconds, unless the service asks for a longer one. Default 8,000. */
  readonly maxDelayMs?: number;
}

/** Deadlines in milliseconds. Each covers connecting, all attempts, waits and the body. */
export interface TimeoutOptions {
  /** Reads. Default 15,000. */
  readonly readMs?: number;
  /** Consents and attachments. Default 30,000. */
  readonly placeMs?: number;
  /** Debits and claims. Default 120,000, because debits take 30 to 60 seconds. */
  readonly debitMs?: number;
  /** Statement uploads. Default 300,000. */
  readonly uploadMs?: number;
}

/** Wire spellings of frequencies. Spec §2.2. */
export interface FrequencySpelling {
  /** Without it the client refuses `daily`: the spec shows no spelling. */
  readonly daily?: string;
  /** Without it the client refuses `weekly`: the spec shows no spelling. */
  readonly weekly?: string;
  /** Default `monthly`. */
  readonly monthly?: string;
  /** Default `Y`. */
  readonly yearly?: string;
}

/** Checks a URL without credentials: `https:`, or `http:` on loopback. It may hold a key, so no refusal repeats it. */
export function httpsAddress(
  { example, carries, instead }: { readonly example: string; readonly carries: string; readonly instead: string },
  test: (address: string) => boolean | string = () => true,
): Check<false> {
  return text(`an absolute URL such as ${example}`, (address) => {
    if (!URL.canParse(address)) return false;
    const { protocol, hostname, username, password } = new URL(address);
    if (protocol === 'http:' && !isLoopbackHost(hostname))
      return `must be https: (http: carries ${carries} in the clear; it is taken on loopback only)`;
    if (protocol !== 'https:' && protocol !== 'http:') return 'must be an https: URL';
    if (username || password) return `must not hold a user name or password; give ${instead}`;
    return test(address);
  });
}

/** Whether this host name means this machine. The URL parser has already turned 127.1 and 0x7f000001 into 127.0.0.1. */
export function isLoopbackHost(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127\.\d{1,3}\.\d{1,3}\.\d{1,3}$/.test(hostname);
}
