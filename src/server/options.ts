import { systemClock } from '../clock/clock.ts';
import type { Instant } from '../domain/calendar.ts';
import { email } from '../domain/values.ts';
import { ConfigurationError } from '../errors.ts';
import {
  anyText,
  check,
  func,
  list,
  looseFields,
  oneOf,
  optional,
  type Problem,
  text,
  wholeNumber,
} from '../validation/checks.ts';
import { record } from '../validation/record.ts';
import { isPathSegment, NO_PATH_SEGMENT, type PathSegments } from '../wire/request-target.ts';
import { REFERENCE_DEFAULTS } from './defaults.ts';
import { DEFAULT_POLICY, merchantStatus, type Policy, policyTerms } from './engine/world/policy.ts';
import type { MerchantStatus } from './engine/world/world.ts';
import { type InstantLike, instantFrom } from './instant-like.ts';
import type { ServerEvent } from './journal/announce.ts';
import type { ShownRequest } from './journal/journal.ts';
import type { ServerRequest, ServerResponse } from './message.ts';
import { checkEndpointUrl, type WebhookEndpoint, type WebhookHandler, webhookSecret } from './webhooks/endpoint.ts';

/** Options of `createReferenceServer`, all optional. Unknown options are refused. */
export interface ReferenceServerOptions {
  /**
   * The start time of the clock: ISO 8601 with an offset, milliseconds since 1970, or a `Date`. Default: the machine's
   * current second, so that a client on the system clock agrees with the server. Set `now` and `seed` if two runs must
   * answer the same bytes.
   */
  readonly now?: InstantLike;
  /** `frozen`, the default: time moves only when you move it. `real`: it also flows with the machine's clock. */
  readonly flow?: 'frozen' | 'real';
  /** A whole number, default 1. The same seed, `now` and calls give the same bytes. */
  readonly seed?: number;
  /** The merchant. */
  readonly merchant?: MerchantOptions;
  /** The configurable path segments of the service. Default: `mandates` and `discovery`. */
  readonly segments?: { readonly mandate?: string; readonly discovery?: string };
  /** Where webhooks go: a URL, or a handler in this process. */
  readonly webhook?: WebhookOptions;
  /** Terms of the merchant agreement that differ from the defaults. */
  readonly policy?: Partial<Policy>;
  /** Largest request body in bytes. Default 10 MB. */
  readonly bodyLimit?: number;
  /** The value of the header `x-repaykit-control` that control calls must send. Required to listen beyond loopback. */
  readonly controlToken?: string;
  /** Host names that control calls may use, besides loopback. */
  readonly allowHosts?: readonly string[];
  /** Hosts that webhooks may go to, besides loopback and private addresses. */
  readonly allowWebhooksTo?: readonly string[];
  /** A page at `/_console` that shows what happens inside: `serverConsole()` of `repaykit/console`. */
  readonly console?: ServerConsole;
  /** Called with every answered request, masked, and the name of its world. Use it for a live log. */
  readonly onRequest?: (request: ShownRequest, world: string) => void;
  /** Called with requests, webhook attempts, clock moves and control calls, masked. Use it for a live log. */
  readonly onEvent?: (event: ServerEvent) => void;
}

/** The console of a reference server. */
export interface ServerConsole {
  /** @internal */
  readonly answer: (request: ServerRequest, place: ConsolePlace) => Promise<ServerResponse>;
}

/** What a console needs of its server. @internal */
export interface ConsolePlace {
  /** Why the request is refused, or undefined: it was addressed to this server. */
  refusal(request: ServerRequest): ServerResponse | undefined;
  /** The world of the request, refused like a control call. Watching it returns what ends that. */
  world(request: ServerRequest): ServerResponse | { watch(listener: (event: ServerEvent) => void): () => void };
}

/** The merchant of a reference server. Default: the ids and keys of `REFERENCE_DEFAULTS`. */
export interface MerchantOptions
  extends Readonly<Partial<Record<'appId' | 'businessId' | 'publicKey' | 'secretKey', string>>> {
  /** Default: `approved`. */
  readonly status?: MerchantStatus;
  /** The recipient of the daily digest. Default: an invented address. */
  readonly email?: string;
}

/** Where webhooks go; `url` and `handler` exclude each other. */
export interface WebhookOptions {
  /** On loopback or a private address, unless `allowWebhooksTo` names the host. */
  readonly url?: string;
  /** A receiver in this process, called without a port. */
  readonly handler?: WebhookHandler;
  /** The value of `x-auth-signature`. Default: `whsec_repaykit`. */
  readonly secret?: string;
}

/** The checked options, with defaults. */
export type Settings = ReturnType<typeof settingsFrom>;

const segment = check({
  type: 'string',
  takes: 'one segment of a path',
  test: (value) => typeof value === 'string' && (isPathSegment(value) || NO_PATH_SEGMENT),
});

const isConsole = (value: unknown) => typeof looseFields(value).answer === 'function';

const serverOptions = record<ReferenceServerOptions>({
  now: optional(
    check({
      type: 'string, number or Date',
      test: (value) =>
        instantFrom(value) !== undefined || 'must be ISO 8601 with an offset such as 2026-01-05T08:00:00Z',
    }),
  ),
  flow: optional(oneOf(['frozen', 'real'])),
  seed: optional(wholeNumber()),
  merchant: optional(
    record<MerchantOptions>({
      appId: optional(text()),
      businessId: optional(text()),
      publicKey: optional(text()),
      secretKey: optional(text()),
      status: optional(merchantStatus),
      email: optional(email),
    }),
  ),
  segments: optional(
    record<NonNullable<ReferenceServerOptions['segments']>>({
      mandate: optional(segment),
      discovery: optional(segment),
    }),
  ),
  webhook: optional(
    record<WebhookOptions>({ url: optional(anyText), handler: optional(func), secret: optional(webhookSecret) }),
  ),
  policy: optional(policyTerms),
  bodyLimit: optional(wholeNumber({ min: 1, of: 'bytes' })),
  controlToken: optional(text()),
  allowHosts: optional(list(text())),
  allowWebhooksTo: optional(list(text())),
  console: optional(check({ type: 'object', takes: 'serverConsole() of repaykit/console', test: isConsole })),
  onRequest: optional(func),
  onEvent: optional(func),
});

/** Checks all options at once. @throws ConfigurationError listing every invalid option */
export function checkOptions(options: ReferenceServerOptions): Settings {
  const problems = serverOptions.problems(options, '');
  const issues = problems.length > 0 ? problems : contradictions(options);
  if (issues.length > 0) throw new ConfigurationError('createReferenceServer', issues);
  return settingsFrom(options);
}

function contradictions({ webhook, merchant, allowWebhooksTo = [] }: ReferenceServerOptions): readonly Problem[] {
  const { publicKey = REFERENCE_DEFAULTS.publicKey, secretKey = REFERENCE_DEFAULTS.secretKey } = merchant ?? {};
  const { url, handler } = webhook ?? {};
  const issues = url === undefined ? [] : checkEndpointUrl(url, 'webhook.url', allowWebhooksTo);
  if (url !== undefined && handler) issues.push({ path: 'webhook', message: 'takes a url or a handler, not both' });
  if (publicKey === secretKey) issues.push({ path: 'merchant.secretKey', message: 'must differ from the public key' });
  return issues;
}

function settingsFrom(options: ReferenceServerOptions) {
  const { appId, businessId, publicKey, secretKey, merchantEmail: email } = REFERENCE_DEFAULTS;
  const { url, handler, secret = REFERENCE_DEFAULTS.webhookSecret } = options.webhook ?? {};
  const isFlowing = options.flow === 'real';
  const began = options.now === undefined ? undefined : instantFrom(options.now);
  const present = presentSecond();
  const keys = { appId, businessId, publicKey, secretKey };
  const merchant: Required<MerchantOptions> = { ...keys, status: 'approved', email, ...options.merchant };
  // The default object is shared, because paths are cached by it.
  const segments: PathSegments = options.segments
    ? { ...REFERENCE_DEFAULTS.segments, ...options.segments }
    : REFERENCE_DEFAULTS.segments;
  const webhook: WebhookEndpoint = { url, handler, secret };
  const deliveries = { ...DEFAULT_POLICY.webhook, ...options.policy?.webhook };
  const policy: Policy = { ...DEFAULT_POLICY, ...options.policy, webhook: deliveries };
  return {
    // On reset a frozen world returns to its start time, and a flowing one to the machine's time.
    now: () => began ?? (isFlowing ? presentSecond() : present),
    isFlowing,
    seed: options.seed ?? REFERENCE_DEFAULTS.seed,
    merchant,
    segments,
    webhook,
    policy,
    bodyLimit: options.bodyLimit ?? REFERENCE_DEFAULTS.bodyLimit,
    controlToken: options.controlToken,
    allowHosts: options.allowHosts ?? [],
    allowWebhooksTo: options.allowWebhooksTo ?? [],
    console: options.console,
    onRequest: options.onRequest,
    onEvent: options.onEvent,
  };
}

// Whole seconds are easier to read.
function presentSecond(): Instant {
  return Math.floor(systemClock.now() / 1_000) * 1_000;
}
