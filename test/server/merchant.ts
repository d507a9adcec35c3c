import { createReferenceServer, type ReferenceServer, type ReferenceServerOptions } from '../../src/server/index.ts';

/** What a merchant's test knows by heart. */
export const APP_ID = '650000000000000000000001';
export const BUSINESS_ID = '650000000000000000000002';
export const MANDATE_ID = 'a'.repeat(24);
export const PRIMARY = { accountNumber: '0100000011', bankCode: '058' };
export const BACKUP = { accountNumber: '0100000012', bankCode: '044' };

/** An answer, read. */
export interface Reply {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  // biome-ignore lint/suspicious/noExplicitAny: tests reach into answers of every shape
  readonly json: any;
}

/** What to send. */
export interface Sent {
  readonly body?: unknown;
  readonly raw?: string | Uint8Array;
  readonly headers?: Record<string, string>;
}

/** Sends a request with the public key, as JSON unless set otherwise. */
export type Send = (target: string, sent?: Sent) => Promise<Reply>;

/** A caller of a server through its `fetch`. */
export function caller(server: Pick<ReferenceServer, 'fetch'>): Send {
  return async (target, { body, raw, headers } = {}) => {
    const [method = 'GET', path = '/'] = target.split(' ');
    const payload = raw ?? (body === undefined ? undefined : JSON.stringify(body));
    const all: Record<string, string> = {
      token: 'pk_test_repaykit',
      ...(payload !== undefined && { 'content-type': 'application/json' }),
      ...headers,
    };
    for (const name of Object.keys(all)) if (all[name] === '') delete all[name];
    const response = await server.fetch(path, {
      method,
      headers: all,
      ...(payload !== undefined && { body: payload as string }),
    });
    return readReply(response);
  };
}

/** Reads an answer to its end. */
export async function readReply(response: Response): Promise<Reply> {
  const text = await response.text();
  const isJson = response.headers.get('content-type')?.startsWith('application/json');
  return { status: response.status, headers: response.headers, text, json: isJson ? JSON.parse(text) : undefined };
}

/** A Monday at 09:00 in Lagos, before the terms begin. */
export const STARTS = '2026-01-05T08:00:00Z';

/** A server with a caller; its clock begins at {@link STARTS}. */
export function serverWithCaller(options?: ReferenceServerOptions): {
  readonly server: ReferenceServer;
  readonly send: Send;
} {
  const server = createReferenceServer({ now: STARTS, ...options });
  return { server, send: caller(server) };
}

/** The body of 4.3 and, but for the terms, of 4.4. */
export function placement(account: { readonly accountNumber: string; readonly bankCode: string } = PRIMARY) {
  return {
    appId: APP_ID,
    businessId: BUSINESS_ID,
    mandateId: MANDATE_ID,
    email: 'ada.obiora@example.com',
    mobileNumber: '08030000001',
    address: '1 Sample Street, Lagos',
    ...account,
  };
}

/** Terms of three instalments of ₦30,000, on the first of February, March and April 2026. */
export const TERMS = { totalAmountDue: 90_000, startDate: '2026-02-01', endDate: '2026-04-01', frequency: 'monthly' };

/** Places and attaches an account; the deposit has not come yet. */
export async function place(send: Send, account = PRIMARY): Promise<void> {
  await send('POST /v1/mandates/mandates/consent/create', { body: { ...placement(account), ...TERMS } });
  await send('POST /v1/mandates/micro-deposit/create/mandate', { body: placement(account) });
}

/** The ₦50 arrives. */
export function deposit(send: Send, account = PRIMARY): Promise<Reply> {
  return send('POST /_control/micro-deposits', { body: { mandateId: MANDATE_ID, ...account } });
}

/** Approval and disbursement reach the bureau. */
export async function disburse(send: Send, mandateId = MANDATE_ID): Promise<void> {
  const report = { mandateId, occurredAt: '2026-01-05T08:00:00Z' };
  const approved = {
    ...report,
    reportId: `approved:${mandateId}`,
    event: 'loan.approved',
    content: { offerTerms: 'three months', approvedAmount: 85_000, tenure: 'P3M' },
  };
  const disbursed = {
    ...report,
    reportId: `disbursed:${mandateId}`,
    event: 'loan.disbursed',
    content: { amount: 85_000, date: '2026-01-05', reference: 'TRF-1' },
  };
  await send('POST /_bureau/reports', { body: approved });
  await send('POST /_bureau/reports', { body: disbursed });
}
