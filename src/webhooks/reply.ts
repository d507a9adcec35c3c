/** What a sender is told. Senders ignore bodies, so they say little, and never repeat what was sent. */

/** Why a delivery was not taken. */
export type RefusalCode =
  | 'method_not_allowed'
  | 'body_too_large'
  | 'not_json'
  | 'charset_not_utf8'
  | 'body_encoded'
  | 'webhook_unverified'
  | 'webhook_malformed'
  | 'not_stored'
  | 'body_already_read';

const statuses: Readonly<Record<RefusalCode, number>> = {
  method_not_allowed: 405,
  body_too_large: 413,
  not_json: 415,
  charset_not_utf8: 415,
  body_encoded: 415,
  webhook_unverified: 401,
  webhook_malformed: 400,
  not_stored: 500,
  body_already_read: 500,
};

/** The delivery is kept. */
export function received(): Response {
  return json(200, { received: true });
}

// What would have been taken, for the refusals of which HTTP has a header to say so.
const offers: { readonly [Code in RefusalCode]?: Readonly<Record<string, string>> } = {
  method_not_allowed: { allow: 'POST' },
  body_encoded: { 'accept-encoding': 'identity' },
};

/** The delivery was not taken. */
export function refused(code: RefusalCode): Response {
  return json(statuses[code], { received: false, code }, offers[code]);
}

function json(status: number, body: object, headers: Readonly<Record<string, string>> = {}): Response {
  return new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json', ...headers } });
}
