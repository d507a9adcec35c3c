/** A link that works once: its token, in the fragment, is exchanged for a cookie of one browser. */
import { builtins } from '../../builtins.ts';
import type { ConsoleUser } from './console-options.ts';
import { plainAnswer } from './page.ts';

const COOKIE = 'repaykit_console';

export class OneTimeEntry {
  readonly token = secret();
  readonly #session = secret();
  readonly #user: ConsoleUser;
  #isUsed = false;

  constructor(user: ConsoleUser) {
    this.#user = user;
  }

  /** The person, if the request has the cookie. */
  readonly authorize = (request: Request): ConsoleUser | undefined => {
    const cookies = (request.headers.get('cookie') ?? '').split(/;\s*/);
    return cookies.some((cookie) => isSame(cookie, `${COOKIE}=${this.#session}`)) ? this.#user : undefined;
  };

  /** Answers the exchange. Undefined for any other request. */
  async answer(request: Request): Promise<Response | undefined> {
    if (request.method !== 'POST' || !new URL(request.url).pathname.endsWith('/api/enter')) return undefined;
    const isOwnPage = request.headers.get('sec-fetch-site') === 'same-origin';
    const { token } = (await request.json().catch(() => ({}))) as { readonly token?: unknown };
    if (!isOwnPage || this.#isUsed || typeof token !== 'string' || !isSame(token, this.token))
      return answer(403, {
        message: 'This link was used already, or is not whole: start repaykit console again for a new one.',
      });
    this.#isUsed = true;
    // Without Secure: on loopback there is no TLS.
    return answer(200, {}, { 'set-cookie': `${COOKIE}=${this.#session}; HttpOnly; SameSite=Strict; Path=/` });
  }
}

function secret(): string {
  return builtins.crypto.randomBytes(32).toString('base64url');
}

function isSame(a: string, b: string): boolean {
  const [left, right] = [Buffer.from(a), Buffer.from(b)];
  return left.length === right.length && builtins.crypto.timingSafeEqual(left, right);
}

function answer(status: number, value: object, more: Readonly<Record<string, string>> = {}): Response {
  const { headers, body } = plainAnswer(status, 'application/json; charset=utf-8', JSON.stringify(value));
  return new Response(body, { status, headers: { ...headers, ...more } });
}
