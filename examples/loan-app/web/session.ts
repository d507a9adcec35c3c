// The session: one encrypted cookie with the loan id and, until the payer consents, the application. So the lender stores
// nothing about people who never consent. Replace it by your own sign-in.
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
  /** Made before the form is shown, so that a form sent twice is one loan. Holds nothing about the payer. */
  readonly loanId: string;
  readonly application?: Application;
}

const NAME = 'loan';
const DAY_SECONDS = 86_400;

/** A session for a new loan. */
export function newSession(): Session {
  return { loanId: `L-${randomUUID()}` };
}

/** The session of this browser. Undefined without a cookie, or if the cookie was changed. */
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
