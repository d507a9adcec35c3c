/** A delivery before it is believed. */
export interface UnverifiedDelivery {
  /** The request's headers; names in any case. `Headers` fits. */
  readonly headers: { get(name: string): string | null | undefined };
  /** The body, byte for byte as it came. */
  readonly rawBody: Uint8Array;
  /** The address it was sent to, where it is known. */
  readonly url?: string;
  /** The address at the other end of the socket, where the host tells it. */
  readonly remoteAddress?: string;
}

/** The promise of a check that a delivery comes from the service. */
export interface WebhookVerifier {
  /** Does it? Compare in constant time; throwing counts as no. */
  verify(delivery: UnverifiedDelivery): boolean | Promise<boolean>;
}

/** Believes every delivery. Written out by merchants whose gateway has checked before, and by tests; never a default. */
export function unverified(): WebhookVerifier {
  return { verify: () => true };
}
