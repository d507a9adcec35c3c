import * as z from 'zod';
import { systemClock } from '../clock/clock.ts';
import type { Instant } from '../domain/calendar.ts';
import { ConfigurationError, type FieldIssue } from '../errors.ts';
import { email } from '../wire/request-fields.ts';
import { isPathSegment, NO_PATH_SEGMENT, type PathSegments } from '../wire/request-target.ts';
import { readShape, type ShapeIssue, shapeIssues } from '../wire/shape-issues.ts';
import { REFERENCE_DEFAULTS } from './defaults.ts';
import { DEFAULT_POLICY, type Policy, policyTerms } from './engine/policy.ts';
import { type InstantLike, instantFrom } from './instant-like.ts';
import type { MerchantOptions, ReferenceServerOptions } from './options.ts';
import { withGuess } from './shape-check.ts';
import {
  checkEndpointUrl,
  isWebhookSecret,
  WEBHOOK_SECRET_RULE,
  type WebhookEndpoint,
  type WebhookHandler,
} from './webhooks/endpoint.ts';

/** The options, checked and with their defaults. */
export interface Settings {
  /** Where a clock begins: fixed, or the machine's time of the moment. */
  readonly now: () => Instant;
  readonly isFlowing: boolean;
  readonly seed: number;
  readonly merchant: Required<MerchantOptions>;
  readonly segments: PathSegments;
  readonly webhook: WebhookEndpoint;
  readonly policy: Policy;
  readonly bodyLimit: number;
  readonly controlToken: string | undefined;
  readonly allowHosts: readonly string[];
  readonly allowWebhooksTo: readonly string[];
  readonly onRequest: ReferenceServerOptions['onRequest'];
  readonly onEvent: ReferenceServerOptions['onEvent'];
}

const words = z.string().min(1, 'must not be empty');
const segment = z.string().check(z.refine(isPathSegment, NO_PATH_SEGMENT));
const aFunction = (what: string) => z.custom<WebhookHandler>((value) => typeof value === 'function', what);

const optionsShape = z.strictObject({
  now: z.optional(
    z.custom<InstantLike>(
      (value) => instantFrom(value) !== undefined,
      'must be ISO 8601 with an offset such as 2026-01-05T08:00:00Z',
    ),
  ),
  flow: z.optional(z.enum(['frozen', 'real'])),
  seed: z.optional(z.int()),
  merchant: z.optional(
    z.strictObject({
      appId: z.optional(words),
      businessId: z.optional(words),
      publicKey: z.optional(words),
      secretKey: z.optional(words),
      status: z.optional(z.enum(['approved', 'in-review', 'suspended'])),
      email: z.optional(email),
    }),
  ),
  segments: z.optional(z.strictObject({ mandate: z.optional(segment), discovery: z.optional(segment) })),
  webhook: z.optional(
    z.strictObject({
      url: z.optional(z.string()),
      handler: z.optional(aFunction('must be a function that takes a Request')),
      secret: z.optional(z.string().refine(isWebhookSecret, `must be ${WEBHOOK_SECRET_RULE}`)),
    }),
  ),
  policy: z.optional(z.unknown()),
  bodyLimit: z.optional(z.int().min(1, 'must be a number of bytes above zero')),
  controlToken: z.optional(words),
  allowHosts: z.optional(z.array(words)),
  allowWebhooksTo: z.optional(z.array(words)),
  onRequest: z.optional(aFunction('must be a function')),
  onEvent: z.optional(aFunction('must be a function')),
});

/** Checks all options at once. */
export function checkOptions(options: ReferenceServerOptions): Settings {
  const reading = readShape(optionsShape, options);
  const issues: FieldIssue[] = reading.success
    ? []
    : shapeIssues(reading.error).map((issue) => shown(withGuess(issue, optionsShape, options)));
  if (options?.policy !== undefined) issues.push(...policyTerms.problems(options.policy, 'policy'));
  if (issues.length === 0) issues.push(...beyondShape(options));
  if (issues.length > 0) throw new ConfigurationError('createReferenceServer', issues);
  return settingsFrom(options);
}

function shown({ path, message }: ShapeIssue): FieldIssue {
  return { path, message };
}

function beyondShape({ webhook, merchant, allowWebhooksTo = [] }: ReferenceServerOptions): FieldIssue[] {
  const issues: FieldIssue[] = [];
  if (webhook?.url !== undefined) issues.push(...checkEndpointUrl(webhook.url, 'webhook.url', allowWebhooksTo));
  if (webhook?.url !== undefined && webhook.handler)
    issues.push({ path: 'webhook', message: 'takes a url or a handler, not both' });
  const { publicKey = REFERENCE_DEFAULTS.publicKey, secretKey = REFERENCE_DEFAULTS.secretKey } = merchant ?? {};
  if (publicKey === secretKey) issues.push({ path: 'merchant.secretKey', message: 'must differ from the public key' });
  return issues;
}

function settingsFrom(options: ReferenceServerOptions): Settings {
  const { appId, businessId, merchantEmail, publicKey, secretKey, segments, seed, webhookSecret, bodyLimit } =
    REFERENCE_DEFAULTS;
  const { url, handler, secret = webhookSecret } = options.webhook ?? {};
  const isFlowing = options.flow === 'real';
  const began = options.now === undefined ? undefined : instantFrom(options.now);
  const present = presentSecond();
  return {
    // A world that stands still begins again where it began; one that flows with the machine is in step with it again.
    now: () => began ?? (isFlowing ? presentSecond() : present),
    isFlowing,
    seed: options.seed ?? seed,
    merchant: {
      appId,
      businessId,
      publicKey,
      secretKey,
      status: 'approved',
      email: merchantEmail,
      ...options.merchant,
    },
    segments: { ...segments, ...options.segments },
    webhook: { url, handler, secret },
    policy: {
      ...DEFAULT_POLICY,
      ...options.policy,
      webhook: { ...DEFAULT_POLICY.webhook, ...options.policy?.webhook },
    },
    bodyLimit: options.bodyLimit ?? bodyLimit,
    controlToken: options.controlToken,
    allowHosts: options.allowHosts ?? [],
    allowWebhooksTo: options.allowWebhooksTo ?? [],
    onRequest: options.onRequest,
    onEvent: options.onEvent,
  };
}

// Whole seconds read better in everything that shows the time.
function presentSecond(): Instant {
  return Math.floor(systemClock.now() / 1_000) * 1_000;
}
