/** The credential of a request: the header to write, and the key to read from it. Spec §5. */

/**
 * The credential of a request: the header `token` with the public key, a bearer with the secret key, or
 * `Authorization: token` with the public key.
 */
export type CredentialScheme = 'token' | 'bearer' | 'authorization-token';

/** A merchant application's two keys. */
export interface ApplicationKeys {
  /** Called the app public key or API key. */
  readonly publicKey: string;
  /** Called the app secret key. */
  readonly secretKey: string;
}

const schemes = {
  token: { header: 'token', before: '', key: 'publicKey' },
  bearer: { header: 'authorization', before: 'Bearer ', key: 'secretKey' },
  'authorization-token': { header: 'authorization', before: 'token ', key: 'publicKey' },
} as const satisfies Readonly<Record<CredentialScheme, object>>;

/** The header with the credential, its name in lower case. Spec §5. */
export function credentialHeaders(scheme: CredentialScheme, keys: ApplicationKeys): Record<string, string> {
  const { header, before, key } = schemes[scheme];
  return { [header]: before + keys[key] };
}

/** The key in the header that the operation uses, or undefined. Header names are in lower case. Spec §5. */
export function readCredential(
  row: { readonly credential: CredentialScheme },
  headers: Readonly<Record<string, string | undefined>>,
): string | undefined {
  const { header, before } = schemes[row.credential];
  const value = headers[header];
  if (value?.slice(0, before.length).toLowerCase() !== before.toLowerCase()) return undefined;
  return (before === '' ? value : value.slice(before.length).trim()) || undefined;
}

const namedInTheBody: ReadonlySet<string> = new Set(['createConsent', 'attachByMicroDeposit', 'attachBySignature']);

/** Whether the body names the merchant by appId and businessId, so that a key is accepted but not required. Spec §5. */
export function isNamedInTheBody({ id }: { readonly id: string }): boolean {
  return namedInTheBody.has(id);
}
