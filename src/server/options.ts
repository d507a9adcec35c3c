import type { Policy } from './engine/policy.ts';
import type { MerchantStatus } from './engine/world.ts';
import type { InstantLike } from './instant-like.ts';
import type { ServerEvent } from './journal/announce.ts';
import type { ShownRequest } from './journal/journal.ts';
import type { WebhookHandler } from './webhooks/endpoint.ts';

/** What `createReferenceServer` takes; everything is optional. All options are checked at once, unknown ones are refused. */
export interface ReferenceServerOptions {
  /**
   * Where the clock begins: ISO 8601 with an offset, milliseconds since 1970, or a `Date`. Default the machine's present second, so that a client on the
   * system clock agrees with the server; give it, and `seed`, where two runs must answer the same bytes.
   */
  readonly now?: InstantLike;
  /** `frozen`, the default: time moves only when it is moved. `real`: it also flows as the machine's does. */
  readonly flow?: 'frozen' | 'real';
  /** A whole number. The same seed, `now` and calls give the same bytes. Default 1. */
  readonly seed?: number;
  /** The one merchant. */
  readonly merchant?: MerchantOptions;
  /** The fixed path segments of the service. Default `mandates` and `discovery`. */
  readonly segments?: { readonly mandate?: string; readonly discovery?: string };
  /** Where webhooks go: a URL, or a handler in this process. */
  readonly webhook?: WebhookOptions;
  /** Terms of the merchant agreement, where they differ from the defaults. */
  readonly policy?: Partial<Policy>;
  /** Largest request body in bytes. Default 10 MB. */
  readonly bodyLimit?: number;
  /** Header `x-repaykit-control` that control calls must carry; needed to listen beyond loopback. */
  readonly controlToken?: string;
  /** Host names that control calls may be addressed to, beside loopback's. */
  readonly allowHosts?: readonly string[];
  /** Hosts that webhooks may go to, beside loopback and private addresses. */
  readonly allowWebhooksTo?: readonly string[];
  /** Called with every answered request, masked, and the name of its world; for a live log. */
  readonly onRequest?: (request: ShownRequest, world: string) => void;
  /** Called with requests, attempts to deliver a webhook, moves of the clock and control calls, masked; for a live log. */
  readonly onEvent?: (event: ServerEvent) => void;
}

/** Who the merchant is. */
export interface MerchantOptions {
  /** Default that of `REFERENCE_DEFAULTS`. */
  readonly appId?: string;
  /** Default that of `REFERENCE_DEFAULTS`. */
  readonly businessId?: string;
  /** Default that of `REFERENCE_DEFAULTS`. */
  readonly publicKey?: string;
  /** Default that of `REFERENCE_DEFAULTS`. */
  readonly secretKey?: string;
  /** Default `approved`. */
  readonly status?: MerchantStatus;
  /** Where the daily digest goes. Default an invented address. */
  readonly email?: string;
}

/** Where webhooks go; `url` and `handler` exclude each other. */
export interface WebhookOptions {
  /** An address on loopback or a private one, unless `allowWebhooksTo` names it. */
  readonly url?: string;
  /** A receiver in this process, called without a port. */
  readonly handler?: WebhookHandler;
  /** What `x-auth-signature` carries. Default `whsec_repaykit`. */
  readonly secret?: string;
}
