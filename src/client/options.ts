import type { Clock, Random } from '../clock/clock.ts';
import type { BankCodeRule } from '../domain/identifiers.ts';
import type { KeyInput } from '../evidence/checkpoint.ts';
import type { CheckpointSink } from '../evidence/checkpoint-files.ts';
import type { RefusalAssumption } from '../http/refusal-proof.ts';
import type { Transport } from '../http/transport.ts';
import type { UndiciDispatcher } from '../http/undici-dispatcher.ts';
import type { BureauReporter } from '../loan-file/bureau-reporter.ts';
import type { KeyProvider } from '../loan-file/keys.ts';
import type { LoanStore } from '../loan-file/store.ts';
import { type Check, text } from '../validation/checks.ts';
import type { CredentialScheme } from '../wire/credentials.ts';
import type { AnswerAdapters, OperationId } from '../wire/operation-types.ts';
import type { Hooks, Logger } from './hooks.ts';

/** What `new RepayKit(…)` takes. All options are checked at once; unknown ones are refused. */
export interface RepayKitOptions {
  /** Where the service is: `https://api.example.com`, with or without a path before `/v1`. `http:` only on loopback. */
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
  /** Where loan files are kept. On loopback the default is memory; elsewhere it must be given. */
  readonly store?: LoanStore;
  /** Who keeps the payers' keys, under which personal data are sealed beside the log; without it they are kept in clear and cannot be erased. */
  readonly keys?: KeyProvider;
  /** Signs now and then how all loan files end, so that a later rewrite contradicts it. `kit.checkpoint()` and the worker take one. */
  readonly checkpoints?: CheckpointOptions;
  /** How lifecycle reports reach the credit bureau. On loopback the default is the reference server's intake; elsewhere it must be given. */
  readonly bureau?: BureauReporter;
  /** Who reports repayments: the merchant (§6.3, the obligation) or the platform (§6.1). On loopback the default is `merchant`; elsewhere it must be given. */
  readonly repaymentReports?: RepaymentReports;
  /** How requests travel; default a pool of connections of its own through undici. A dispatcher of undici 7, such as the reference server's, is taken too. */
  readonly transport?: Transport | UndiciDispatcher;
  /** The time that due dates and loan files live in; default the machine's. Deadlines and waits of calls always run on the machine's. */
  readonly clock?: Clock;
  /** Chance from 0 up to 1 that spreads waits before retries; default the machine's. */
  readonly random?: Random;
  /** How failed calls are repeated, where repeating changes nothing. */
  readonly retry?: RetryOptions;
  /** Deadlines per kind of call; each covers the whole call. */
  readonly timeouts?: TimeoutOptions;
  /** Where log lines go; default nowhere. `console` fits; in production `{ warn: console.warn, error: console.error }`. */
  readonly logger?: Logger;
  /** Functions called for every attempt. */
  readonly hooks?: Hooks;
  /** Which credential an operation carries, where a deployment differs from spec §5. */
  readonly credentials?: Readonly<Partial<Record<OperationId, CredentialScheme>>>;
  /** Functions that turn the answers of a deployment into those that the client reads, by operation, for answers that the specification does not show. */
  readonly answers?: AnswerAdapters;
  /** `strict`, the default: three digits (§8). `lenient`: three to six, as microfinance banks have them. */
  readonly bankCodes?: BankCodeRule;
  /** How frequencies are spelled on the wire; default `monthly` and `Y` (§2.2). Daily and weekly exist only where they are given here. */
  readonly frequencies?: FrequencySpelling;
  /** `type` of account discovery (§4.2); default `bvn`. */
  readonly discoveryType?: string;
  /**
   * Believes every failure envelope that a write took no effect, also with status 200 and whatever its message says. Left out, only a failure with a status that
   * refuses, in the service's own envelope, is believed, and all else is `unknown`. Where the assumption is wrong, the payer is debited twice.
   */
  readonly acceptRefusals?: RefusalAssumption;
  /** Where people find help; named in errors of the service. Spec §7. */
  readonly supportContact?: string;
  /** Largest statement that is uploaded, in bytes; default 10 MB. */
  readonly maxUploadBytes?: number;
  /** Takes `pk_test_` and `sk_test_` keys off loopback too. */
  readonly allowMixedKeys?: boolean;
}

/** Who signs checkpoints, and where they go. */
export interface CheckpointOptions {
  /** The private Ed25519 key, as a KeyObject or PEM text. Keep it where those who can write to the store cannot read it. */
  readonly key: KeyInput;
  /** A place outside the database: `fileCheckpoints({ directory })`, `callbackCheckpoints(publish)` or your own. */
  readonly sink: CheckpointSink;
}

/** The fixed path segments of the service. */
export interface Segments {
  /** Of the mandate and collection operations. */
  readonly mandate: string;
  /** Of account discovery. */
  readonly discovery: string;
}

/** Who reports repayments to the bureau. */
export type RepaymentReports = 'merchant' | 'platform';

/** How failed calls are repeated. */
export interface RetryOptions {
  /** Attempts after the first; default 3, at most 10. */
  readonly retries?: number;
  /** The first wait is up to this; each next up to twice as long. Default 250. */
  readonly firstDelayMs?: number;
  /** No wait is longer, unless the service asks for it. Default 8,000. */
  readonly maxDelayMs?: number;
}

/** Deadlines in milliseconds, each over connecting, all attempts, waits and body. */
export interface TimeoutOptions {
  /** Reads; default 15,000. */
  readonly readMs?: number;
  /** Consents and attachments; default 30,000. */
  readonly placeMs?: number;
  /** Debits and claims; default 120,000, because debits answer in 30 to 60 seconds. */
  readonly debitMs?: number;
  /** Statement uploads; default 300,000. */
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

type Defaulted =
  | 'repaymentReports'
  | 'random'
  | 'credentials'
  | 'answers'
  | 'bankCodes'
  | 'discoveryType'
  | 'maxUploadBytes';
type Passed = 'appId' | 'businessId' | 'segments' | 'frequencies';
type Undefaulted = 'keys' | 'checkpoints' | 'logger' | 'hooks' | 'acceptRefusals' | 'supportContact';

export interface Settings
  extends Required<Pick<RepayKitOptions, Defaulted | Passed>>,
    Pick<RepayKitOptions, Undefaulted> {
  readonly origin: string;
  /** What stands before `/v1`, without a trailing slash; mostly empty. */
  readonly basePath: string;
  readonly isLoopback: boolean;
  /** A function, so that printing the settings prints no key. */
  readonly revealKeys: () => { readonly publicKey: string; readonly secretKey: string };
  /** `default`: memory. */
  readonly store: LoanStore | 'default';
  /** `default`: the reference server's intake at `origin`. */
  readonly bureau: BureauReporter | 'default';
  /** Undefined: a pool of the client's own. */
  readonly transport: Transport | undefined;
  readonly clock: Clock;
  readonly retry: Required<RetryOptions>;
  readonly timeouts: Required<TimeoutOptions>;
}

/** The check of an address without credentials: `https:`, and `http:` on loopback only. It may hold a key, so no refusal repeats it. */
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

/** Does this host name mean this machine? The URL parser has already turned 127.1 and 0x7f000001 into 127.0.0.1. */
export function isLoopbackHost(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127\.\d{1,3}\.\d{1,3}\.\d{1,3}$/.test(hostname);
}
