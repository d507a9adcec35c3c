/** A delivery before it is believed. */
export interface UnverifiedDelivery {
  /** The request's headers; names in any case. `Headers` fits. */
  readonly headers: { get(name: string): string | null | undefined };
  /** The body, byte for byte as it came. */
  readonly rawBody: Uint8Array;
  /** The address it was sent to, whole or from the path on, where it is known. */
  readonly url?: string;
  /** The address at the other end of the socket, where the host tells it: the sender's own, or that of the proxy in front of the receiver. Nothing that a header says. */
  readonly remoteAddress?: string;
}

/** The promise of a check that a delivery comes from the service. */
export interface WebhookVerifier {
  /** Does it? Compare in constant time; throwing counts as no, and so does anything but `true`. */
  verify(delivery: UnverifiedDelivery): boolean | Promise<boolean>;
}

/** Believes every delivery. Written out by merchants whose gateway has checked before, and by tests; never a default. */
export function unverified(): WebhookVerifier {
  return { verify: () => true };
}
