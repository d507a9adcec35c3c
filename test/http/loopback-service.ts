import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { onTestFinished } from 'vitest';
import { OperationEngine } from '../../src/client/engine.ts';
import type { RepayKitOptions } from '../../src/client/options.ts';
import { checkOptions } from '../../src/client/options-check.ts';

/** What reached the wire. */
export interface SeenRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
}

/** Answers one request; `count` is 1 for the first. */
export type Answer = (
  response: ServerResponse,
  seen: SeenRequest & { readonly count: number; readonly socket: Socket },
) => void;

/** A real HTTP server on loopback that counts what arrives. */
export interface LoopbackService {
  readonly url: string;
  readonly port: number;
  readonly seen: readonly SeenRequest[];
  /** Connections that were made. */
  readonly sockets: () => number;
}

/** Starts a service that ends with the test. */
export async function loopbackService(answer: Answer, port = 0): Promise<LoopbackService> {
  const seen: SeenRequest[] = [];
  let sockets = 0;
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('error', () => {});
    request.on('end', () => {
      const { method = '', url = '', headers, socket } = request;
      const one = { method, url, headers, body: Buffer.concat(chunks).toString('latin1') };
      seen.push(one);
      answer(response, { ...one, count: seen.length, socket });
    });
  });
  server.on('connection', () => {
    sockets += 1;
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    return new Promise<void>((resolve) => server.close(() => resolve()));
  });
  const { port: own } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${own}`, port: own, seen, sockets: () => sockets };
}

/** A port without a listener. */
export async function deadPort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise<void>((resolve) => server.close(() => resolve()));
  return port;
}

/** Answers with a success envelope. */
export function succeed(response: ServerResponse, data: unknown, message: string | null = null): void {
  respond(response, 200, { status: true, message, error: false, data });
}

/** Answers with JSON. */
export function respond(
  response: ServerResponse,
  status: number,
  body: unknown,
  headers: Record<string, string> = {},
): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers });
  response.end(JSON.stringify(body));
}

/** Options that work on loopback, quick to retry. */
export function optionsFor(url: string, more: Partial<RepayKitOptions> = {}): RepayKitOptions {
  return {
    baseUrl: url,
    appId: '650000000000000000000001',
    businessId: '650000000000000000000002',
    publicKey: 'pk_test_planted-public',
    secretKey: 'sk_test_planted-secret',
    segments: { mandate: 'mandates', discovery: 'discovery' },
    retry: { firstDelayMs: 1 },
    ...more,
  };
}

/** An engine against a service; closed with the test. */
export function engineFor(url: string, more: Partial<RepayKitOptions> = {}): OperationEngine {
  const engine = new OperationEngine(checkOptions(optionsFor(url, more)));
  onTestFinished(() => engine.close());
  return engine;
}

/** What a call rejects with. */
export async function errorOf<Expected = Record<string, unknown>>(call: PromiseLike<unknown>): Promise<Expected> {
  try {
    await call;
  } catch (error) {
    return error as Expected;
  }
  throw new Error('The call was expected to fail.');
}

export const mandateId = 'a0b1c2d3e4f5a0b1c2d3e4f5';

/** An invented mandate that fits the interface. */
export const mandate = {
  _id: mandateId,
  businessId: '650000000000000000000002',
  reference: '0b0f6a4e-6f4e-4f39-8a53-7d1f7c3e9a10',
  bvn: '22200000001',
  status: 'active',
  totalAmountDue: 120_000,
  outstandingBalance: 120_000,
  collectedAmount: 0,
  startDate: '2026-01-31',
  endDate: '2026-06-30',
  frequency: 'monthly',
  collectionMode: 'manual',
  consents: [],
};

/** Input of a debit. */
export const debit = { mandateId, amount: 5_000, debitDate: '2026-01-31' };

/** The answer of a debit that fits the interface. */
export const scheduledDebit = {
  mandateId,
  totalAmount: 5_000,
  outstandingBalance: 120_000,
  transactionRefence: '0b0f6a4e-6f4e-4f39-8a53-7d1f7c3e9a11',
  paymentStatus: 'pending',
  dueDate: '2026-01-31T07:00:00.000Z',
};

/** Input of an attachment, a write that may only be repeated after asking. */
export const attachment = {
  appId: '650000000000000000000001',
  businessId: '650000000000000000000002',
  mandateId,
  accountNumber: '0123456789',
  bankCode: '044',
  email: 'ada.obi@example.com',
  mobileNumber: '08030000001',
  address: '1 Sample Street, Lagos',
};
