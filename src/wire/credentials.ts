/** The credential of a request: the header to write, and the key to read from it. Spec §5. */

/** Header `token` with the public key, the secret key as a bearer, or `Authorization: token` with the public key. */
export type CredentialScheme = 'token' | 'bearer' | 'authorization-token';

/** A merchant application's two keys. */
export interface ApplicationKeys {
  /** Called the app public key or API key. */
  readonly publicKey: string;
  /** Called the app secret key. */
  readonly secretKey: string;
}

/** The header with the credential, its name in lower case. Spec §5. */
export function credentialHeaders(scheme: CredentialScheme, keys: ApplicationKeys): Record<string, string> {
  switch (scheme) {
    case 'token':
      return { token: keys.publicKey };
    case 'bearer':
      return { authorization: `Bearer ${keys.secretKey}` };
    case 'authorization-token':
      return { authorization: `token ${keys.publicKey}` };
  }
}

/** The key in the header that the operation uses, or undefined. Header names are in lower case. Spec §5. */
export function readCredential(
  row: { readonly credential: CredentialScheme },
  headers: Readonly<Record<string, string | undefined>>,
): string | undefined {
  switch (row.credential) {
    case 'token':
      return headers.token || undefined;
    case 'bearer':
      return keyAfter('bearer ', headers.authorization);
    case 'authorization-token':
      return keyAfter('token ', headers.authorization);
  }
}

const namedInTheBody: ReadonlySet<string> = new Set(['createConsent', 'attachByMicroDeposit', 'attachBySignature']);

/** Whether the body names the merchant by appId and businessId, so that a key is accepted but not required. Spec §5. */
export function isNamedInTheBody({ id }: { readonly id: string }): boolean {
  return namedInTheBody.has(id);
}

function keyAfter(scheme: string, header: string | undefined): string | undefined {
  if (header?.slice(0, scheme.length).toLowerCase() !== scheme) return undefined;
  return header.slice(scheme.length).trim() || undefined;
}
