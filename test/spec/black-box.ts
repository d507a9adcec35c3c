/** A stranger's view of the reference server: a port, raw JSON, and what the documents say. Knows nothing of our client and of no server file but the door. */
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished } from 'vitest';
import { createReferenceServer, type ReferenceServerOptions } from '../../src/server/index.ts';

/** The fixed defaults of the design. */
export const APP_ID = '650000000000000000000001';
export const BUSINESS_ID = '650000000000000000000002';
export const PUBLIC_KEY = 'pk_test_repaykit';
export const SECRET_KEY = 'sk_test_repaykit';

/** A Monday at 09:00 in Lagos. */
export const STARTS = '2026-01-05T08:00:00Z';
export const LOAN = 'c0ffee00c0ffee00c0ffee00';
export const BVN = '29900000077';

export const EMAIL = 'ngozi.sample@example.com';
/** The accounts of the borrower, in the order of her choice. */
export const FIRST = { accountNumber: '7000000001', bankCode: '011' };
export const SECOND = { accountNumber: '7000000002', bankCode: '033' };
export const THIRD = { accountNumber: '7000000003', bankCode: '070' };

export const CREATE = 'POST /v1/mandates/mandates/consent/create';
export const ATTACH = 'POST /v1/mandates/micro-deposit/create/mandate';
export const SIGN = 'POST /v1/mandates/mandate/create-mandate';
export const READ = 'POST /v1/mandates/consent/business/get-mandate';
export const DEBIT = 'PUT /v1/mandates/consent/business/manual/activate';
export const LOG = 'GET /v1/mandates/consent/business/collection-log';
export const LIST = 'GET /v1/mandates/consent/business/collection';

/** What came back, read. */
export interface Reply {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  // biome-ignore lint/suspicious/noExplicitAny: a stranger reads whatever comes
  readonly json: any;
}

/** What is sent beside method and path; `raw` goes out as it is. A header that is empty text is left out. */
export interface Sent {
  readonly body?: unknown;
  readonly raw?: string | Uint8Array;
  readonly headers?: Record<string, string>;
}

export type Account = { readonly accountNumber: string; readonly bankCode: string };

/** A server on a port, as a stranger uses it. */
export interface BlackBox {
  readonly url: string;
  /** Sends with the public key in `token`. */
  send(target: string, sent?: Sent): Promise<Reply>;
  /** A control call; the path without `/_control`. */
  control(target: string, body?: unknown): Promise<Reply>;
  /** Moves the clock to an instant, or on by a duration. */
  moveTo(instant: string): Promise<Reply>;
  advance(duration: string): Promise<Reply>;
  /** `data` of get-mandate. */
  // biome-ignore lint/suspicious/noExplicitAny: a stranger reads whatever comes
  mandate(mandateId?: string): Promise<any>;
}

/** Starts a server on a free port, at {@link STARTS}, with the borrower and her three accounts known to the banks. */
export async function start(options: ReferenceServerOptions = {}): Promise<BlackBox> {
  const server = createReferenceServer({ now: STARTS, ...options });
  onTestFinished(() => server.close());
  const { url } = await server.listen();
  const box = stranger(url);
  await box.control('POST /payers', payer());
  return box;
}

/** The borrower as `POST /payers` takes her, with ₦100,000 on each account. */
export function payer(balances: readonly [number, number, number] = [100_000, 100_000, 100_000]) {
  const accounts = [FIRST, SECOND, THIRD].map((account, index) => ({
    ...account,
    accountName: 'NGOZI SAMPLE',
    balance: balances[index],
  }));
  return { bvn: BVN, name: 'Ngozi Sample', email: EMAIL, phone: '08030000077', accounts };
}

/** Speaks to a server that listens at `url`. */
export function stranger(url: string): BlackBox {
  const send = async (target: string, { body, raw, headers }: Sent = {}): Promise<Reply> => {
    const [method = 'GET', path = '/'] = target.split(' ');
    const payload = raw ?? (body === undefined ? undefined : JSON.stringify(body));
    const all: Record<string, string> = {
      token: PUBLIC_KEY,
      ...(payload !== undefined && { 'content-type': 'application/json' }),
      ...headers,
    };
    for (const name of Object.keys(all)) if (all[name] === '') delete all[name];
    const response = await fetch(url + path, {
      method,
      headers: all,
      redirect: 'manual',
      ...(payload !== undefined && { body: payload as string }),
    });
    const text = await response.text();
    const isJson = response.headers.get('content-type')?.startsWith('application/json');
    return {
      status: response.status,
      headers: response.headers,
      text,
      json: isJson && text !== '' ? JSON.parse(text) : undefined,
    };
  };
  const control = (target: string, body?: unknown) => {
    const [method, path] = target.split(' ');
    return send(`${method} /_control${path}`, { ...(body !== undefined && { body }), headers: { token: '' } });
  };
  return {
    url,
    send,
    control,
    moveTo: (instant) => control('POST /clock', { to: instant }),
    advance: (duration) => control('POST /clock', { advance: duration }),
    mandate: async (mandateId = LOAN) => (await send(READ, { body: { mandateId } })).json.data,
  };
}

/** The eight fields of spec §4.3 for an account. */
export function placement(account: Account = FIRST, mandateId = LOAN) {
  const payer = { email: EMAIL, mobileNumber: '08030000077', address: '7 Sample Close, Lagos' };
  return { appId: APP_ID, businessId: BUSINESS_ID, mandateId, ...payer, ...account };
}

/** The eleven fields of spec §4.5 for an account. */
export function signature(account: Account = FIRST, mandateId = LOAN) {
  const { mobileNumber: phone, ...rest } = placement(account, mandateId);
  return {
    ...rest,
    phone,
    accountName: 'NGOZI SAMPLE',
    bankAddress: '1 Branch Road, Lagos',
    file: Buffer.from('a signature').toString('base64'),
  };
}

/** Three monthly instalments of ₦10,000 from 31 January 2026. */
export const TERMS = { totalAmountDue: 30_000, startDate: '2026-01-31', endDate: '2026-03-31', frequency: 'monthly' };

/** What is placed; fields beside these go into the terms. */
export interface Placing {
  readonly accounts?: readonly Account[];
  readonly mandateId?: string;
  readonly primary?: boolean;
  readonly collectionMode?: string;
}

/** Places and attaches accounts under one mandate, the first as primary; the deposits have not come yet. */
export async function place(
  box: BlackBox,
  { accounts = [FIRST], mandateId = LOAN, ...terms }: Placing = {},
): Promise<void> {
  for (const account of accounts) {
    await ok(box.send(CREATE, { body: { ...placement(account, mandateId), ...TERMS, ...terms } }));
    await ok(box.send(ATTACH, { body: placement(account, mandateId) }));
  }
}

/** The ₦50 arrives at the bank of an account. */
export function deposit(box: BlackBox, account: Account = FIRST, more: Record<string, unknown> = {}): Promise<Reply> {
  return box.control('POST /micro-deposits', { mandateId: LOAN, ...account, ...more });
}

/** Reports to the bureau; content as the design lists it. */
export function report(
  box: BlackBox,
  event: string,
  content: unknown,
  about: { readonly mandateId?: string; readonly reportId?: string } = {},
): Promise<Reply> {
  const { mandateId = LOAN, reportId = `${event}-${mandateId}` } = about;
  return box.send('POST /_bureau/reports', { body: { reportId, event, mandateId, occurredAt: STARTS, content } });
}

/** Approval and disbursement, reported: the gate of spec §3.4 is open afterwards. */
export async function disburse(box: BlackBox, mandateId = LOAN): Promise<void> {
  await ok(
    report(
      box,
      'loan.approved',
      { offerTerms: 'three instalments', approvedAmount: 28_000, tenure: 'P3M' },
      { mandateId },
    ),
  );
  await ok(report(box, 'loan.disbursed', { amount: 28_000, date: '2026-01-05', reference: 'TRF-77' }, { mandateId }));
}

/** A loan that may be collected: every account active, disbursement reported. */
export async function collectable(box: BlackBox, how: Placing = {}): Promise<void> {
  await place(box, how);
  for (const account of how.accounts ?? [FIRST]) await ok(deposit(box, account, { mandateId: how.mandateId ?? LOAN }));
  await disburse(box, how.mandateId ?? LOAN);
}

/** An answer that must be a success. */
export async function ok(answer: Promise<Reply>): Promise<Reply> {
  const reply = await answer;
  if (reply.status >= 300) throw new Error(`refused with ${reply.status}: ${reply.text}`);
  return reply;
}

/** One webhook as it came in over the wire. */
export interface Received {
  readonly method: string | undefined;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
  // biome-ignore lint/suspicious/noExplicitAny: a stranger reads whatever comes
  readonly json: any;
}

/** A merchant's endpoint on a port; `answer` may call the server before it says its status. */
export async function endpoint(answer: (received: Received, nth: number) => number | Promise<number> = () => 200) {
  const received: Received[] = [];
  const http = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const text = Buffer.concat(chunks).toString();
    const one = { method: request.method, headers: request.headers, text, json: JSON.parse(text) };
    received.push(one);
    response.writeHead(await answer(one, received.length)).end();
  });
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    http.closeAllConnections();
    http.close();
  });
  return { url: `http://127.0.0.1:${(http.address() as AddressInfo).port}/webhooks`, received };
}

export const BANKS = 'GET /v1/mandates/micro-deposit/bank-list';

export const refusal = (code: unknown = expect.any(String)) => ({
  status: false,
  error: true,
  message: expect.any(String),
  data: { code },
});

export const balances = (box: BlackBox, ...amounts: number[]) =>
  Promise.all(
    amounts.map((balance, index) =>
      box.control(`PATCH ${pathOf([FIRST, SECOND, THIRD][index] as Account)}`, { balance }),
    ),
  );

export const pathOf = ({ bankCode, accountNumber }: Account) => `/accounts/${bankCode}/${accountNumber}`;

export const instalments = async (box: BlackBox) => (await box.mandate()).repaymentDetails.breakdown;

export const attempts = async (box: BlackBox, nth = 0) => {
  const { _id } = (await instalments(box))[nth];
  return (await box.send(`${LOG}/installment?mandateId=${LOAN}&breakdownId=${_id}`)).json.data;
};

export const [ONE, TWO, THREE] = [FIRST.accountNumber, SECOND.accountNumber, THIRD.accountNumber];
