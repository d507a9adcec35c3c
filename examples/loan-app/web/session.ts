// What a browser holds, in one cookie that no script reads and only this app can make: the loan's id and, until the payer consents, the application. So the
// lender keeps nothing of people who never consent. For a payer with a loan it stands for your own sign-in.
import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  randomBytes,
  randomUUID,
  timingSafeEqual,
} from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { LoanTermsInput, Payer } from 'repaykit';
import type { Config } from '../config.ts';

/** What the payer applied for. */
export interface Application {
  readonly payer: Payer;
  readonly terms: LoanTermsInput;
}

/** A browser's session. */
export interface Session {
  /** Given before anything is typed, so that a form that is sent twice is one loan. Nothing about the payer is in it. */
  readonly loanId: string;
  readonly application?: Application;
}

const NAME = 'loan';
const DAY_SECONDS = 86_400;

/** A session for a new loan. */
export function newSession(): Session {
  return { loanId: `L-${randomUUID()}` };
}

/** The session of this browser; undefined without a cookie, and for one that was changed. */
export function readSession(
  { headers }: FastifyRequest,
  { sessionSecret }: Config,
): Session | undefined {
  const sealed = new RegExp(`(?:^|; )${NAME}=([^;]*)`).exec(
    headers.cookie ?? '',
  )?.[1];
  if (sealed === undefined) return undefined;
  try {
    const bytes = Buffer.from(sealed, 'base64url');
    const decipher = createDecipheriv(
      'aes-256-gcm',
      keyOf(sessionSecret),
      bytes.subarray(0, 12),
      {
        authTagLength: 16,
      },
    ).setAuthTag(bytes.subarray(-16));
    return JSON.parse(
      Buffer.concat([
        decipher.update(bytes.subarray(12, -16)),
        decipher.final(),
      ]).toString(),
    );
  } catch {
    return undefined;
  }
}

/** Gives the browser its session. */
export function writeSession(
  reply: FastifyReply,
  session: Session,
  { sessionSecret, isBehindProxy }: Config,
): void {
  const iv = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', keyOf(sessionSecret), iv);
  const sealed = Buffer.concat([
    iv,
    cipher.update(JSON.stringify(session)),
    cipher.final(),
    cipher.getAuthTag(),
  ]).toString('base64url');
  const keptSeconds = session.application ? DAY_SECONDS : 180 * DAY_SECONDS;
  reply.header(
    'set-cookie',
    `${NAME}=${sealed}; HttpOnly; SameSite=Lax; Path=/; Max-Age=${keptSeconds}${isBehindProxy ? '; Secure' : ''}`,
  );
}

/** Compares in constant time. */
export function isSame(given: string, wanted: string): boolean {
  const [a, b] = [given, wanted].map((text) =>
    createHmac('sha256', 'compare').update(text).digest(),
  ) as [Buffer, Buffer];
  return timingSafeEqual(a, b);
}

function keyOf(secret: string): Buffer {
  return createHash('sha256').update(secret).digest();
}
