/** The secrets of the Standard Webhooks scheme. */

const PREFIX = 'whsec_';
const SHORTEST_BYTES = 24;
const LONGEST_BYTES = 64;

/** The key that a secret stands for; undefined where {@link whyNoSigningSecret} says why. */
export function signingKey(secret: string): Buffer | undefined {
  const encoded = secret.slice(PREFIX.length);
  const key = Buffer.from(encoded, 'base64');
  // Decoding passes over what is no base64, so only what encodes to the same text again was base64. Some copy it without its padding.
  const padded = key.toString('base64');
  const isBase64 = encoded === padded || encoded === padded.replace(/=+$/, '');
  return secret.startsWith(PREFIX) && isBase64 && key.length >= SHORTEST_BYTES && key.length <= LONGEST_BYTES
    ? key
    : undefined;
}

/** What is wrong with a secret, without the secret. */
export function whyNoSigningSecret(secret: string): string | undefined {
  if (signingKey(secret)) return undefined;
  if (!secret.startsWith(PREFIX))
    return `must begin with ${PREFIX}: copy the signing secret of the webhook endpoint, whole`;
  return `must be ${PREFIX} and base64 of ${SHORTEST_BYTES} to ${LONGEST_BYTES} bytes: copy it again, whole`;
}
