import { systemClock } from '../clock/clock.ts';
import type { Instant } from '../domain/calendar.ts';
import { email } from '../domain/values.ts';
import { ConfigurationError } from '../errors.ts';
import { anyText, check, func, list, oneOf, optional, type Problem, text, wholeNumber } from '../validation/checks.ts';
import { record } from '../validation/record.ts';
import { isPathSegment, NO_PATH_SEGMENT, type PathSegments } from '../wire/request-target.ts';
import { REFERENCE_DEFAULTS } from './defaults.ts';
import { DEFAULT_POLICY, merchantStatus, type Policy, policyTerms } from './engine/policy.ts';
import { instantFrom } from './instant-like.ts';
import type { MerchantOptions, ReferenceServerOptions, WebhookOptions } from './options.ts';
import { checkEndpointUrl, type WebhookEndpoint, webhookSecret } from './webhooks/endpoint.ts';

/** The checked options, with defaults. */
export type Settings = ReturnType<typeof settingsFrom>;

const segment = check({
  type: 'string',
  takes: 'one segment of a path',
  test: (value) => typeof value === 'string' && (isPathSegment(value) || NO_PATH_SEGMENT),
});

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
  const segments: PathSegments = { ...REFERENCE_DEFAULTS.segments, ...options.segments };
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
    onRequest: options.onRequest,
    onEvent: options.onEvent,
  };
}

// Whole seconds are easier to read.
function presentSecond(): Instant {
  return Math.floor(systemClock.now() / 1_000) * 1_000;
}
