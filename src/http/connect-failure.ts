// Connecting, not sending, ends with these. Codes that an established connection can end with too (ECONNRESET, EHOSTUNREACH, ETIMEDOUT) prove nothing.
const connectCodes: ReadonlySet<string> = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'UND_ERR_CONNECT_TIMEOUT',
]);

// What Node says of a certificate that it does not trust: X509 verification, and a name that is another's.
const certificateCodes =
  /^(CERT_[A-Z_]+|UNABLE_TO_(GET_ISSUER_CERT(_LOCALLY)?|VERIFY_LEAF_SIGNATURE)|(DEPTH_ZERO_)?SELF_SIGNED_CERT(_IN_CHAIN)?|ERR_TLS_CERT_ALTNAME_INVALID|HOSTNAME_MISMATCH)$/;

/** Does the error tell that no connection was made, so that nothing of the request can have left? */
export function hadNoConnection(error: unknown): boolean {
  const { code } = (error ?? {}) as { readonly code?: unknown };
  return typeof code === 'string' && (connectCodes.has(code) || certificateCodes.test(code));
}
