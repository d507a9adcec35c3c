import type { Policy } from './engine/policy.ts';
import type { MerchantStatus } from './engine/world.ts';
import type { InstantLike } from './instant-like.ts';
import type { ServerEvent } from './journal/announce.ts';
import type { ShownRequest } from './journal/journal.ts';
import type { WebhookHandler } from './webhooks/endpoint.ts';

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
  /** Called with every answered request, masked, and the name of its world. Use it for a live log. */
  readonly onRequest?: (request: ShownRequest, world: string) => void;
  /** Called with requests, webhook attempts, clock moves and control calls, masked. Use it for a live log. */
  readonly onEvent?: (event: ServerEvent) => void;
}

/** The merchant of a reference server. */
export interface MerchantOptions {
  /** Default: the one of `REFERENCE_DEFAULTS`. */
  readonly appId?: string;
  /** Default: the one of `REFERENCE_DEFAULTS`. */
  readonly businessId?: string;
  /** Default: the one of `REFERENCE_DEFAULTS`. */
  readonly publicKey?: string;
  /** Default: the one of `REFERENCE_DEFAULTS`. */
  readonly secretKey?: string;
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
