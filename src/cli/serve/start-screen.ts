import { formatInstant, type Instant } from '../../domain/calendar.ts';

/** The first line of `serve --json`. */
export interface ServeAnnouncement {
  /** Without a trailing slash. */
  readonly url: string;
  readonly appId: string;
  readonly businessId: string;
  readonly publicKey: string;
  readonly secretKey: string;
  readonly webhookSecret: string;
  readonly segments: { readonly mandate: string; readonly discovery: string };
}

/** The text at the start of a server: its URL, its keys, and a call to try. */
export function startScreen(
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

Try:
  curl -X POST ${url}/v1/${segments.discovery}/ -H 'Authorization: Bearer ${server.secretKey}' \\
    -H 'Content-Type: application/json' -d '{"bvn":"22200000001","type":"bvn"}'
  curl -X POST ${url}/_control/clock -d '{"advance":"P30D"}'

Ctrl-C stops it.
`;
}
