/** A link that works once: its token, in the fragment, is exchanged for a cookie of one browser. */
import { builtins } from '../../builtins.ts';
import { looseFields } from '../../validation/checks.ts';
import type { ConsoleUser } from './console-options.ts';
import { plainAnswer } from './page.ts';

export class OneTimeEntry {
  readonly token = secret(32);
  /** A path of its own: browsers send cookies to every port of this machine, but only below their path. */
  readonly path = `/${secret(12)}`;
  readonly #session = `repaykit_console=${secret(32)}`;
  readonly #user: ConsoleUser;
  #isUsed = false;

  constructor(user: ConsoleUser) {
    this.#user = user;
  }

  /** The person, if the request has the cookie. */
  readonly authorize = (request: Request): ConsoleUser | undefined => {
    const cookies = (request.headers.get('cookie') ?? '').split(/;\s*/);
    return cookies.some((cookie) => isSame(cookie, this.#session)) ? this.#user : undefined;
  };

  /** Answers the exchange. Undefined for any other request. */
  async answer(request: Request): Promise<Response | undefined> {
    if (request.method !== 'POST' || !new URL(request.url).pathname.endsWith('/-/enter')) return undefined;
    const isOwnPage = request.headers.get('sec-fetch-site') === 'same-origin';
    const { token } = looseFields(await request.json().catch(() => undefined));
    if (!isOwnPage || this.#isUsed || typeof token !== 'string' || !isSame(token, this.token))
      return answer(403, {
        message: 'This link was used already, or is not whole: start repaykit console again for a new one.',
      });
    this.#isUsed = true;
    // Without Secure: on loopback there is no TLS.
    return answer(200, {}, { 'set-cookie': `${this.#session}; HttpOnly; SameSite=Strict; Path=${this.path}` });
  }
}

function secret(bytes: number): string {
  return builtins.crypto.randomBytes(bytes).toString('base64url');
}

function isSame(a: string, b: string): boolean {
  const [left, right] = [Buffer.from(a), Buffer.from(b)];
  return left.length === right.length && builtins.crypto.timingSafeEqual(left, right);
}

function answer(status: number, value: object, more: Readonly<Record<string, string>> = {}): Response {
  const { headers, body } = plainAnswer(status, 'application/json; charset=utf-8', JSON.stringify(value));
  return new Response(body, { status, headers: { ...headers, ...more } });
}
