import type { IncomingMessage } from 'node:http';
import { expect, onTestFinished, vi } from 'vitest';
import { REFERENCE_DEFAULTS } from '../../../src/server/defaults.ts';
import { createReferenceServer, type ReferenceServer } from '../../../src/server/index.ts';
import { matchOperation } from '../../../src/wire/operations.ts';
import type { OperationId } from '../../../src/wire/types/operation-types.ts';
import { listen } from '../http-listener.ts';

/** An answer on its way: what a test may turn into another. */
export interface Passing {
  readonly status: number;
  // biome-ignore lint/suspicious/noExplicitAny: tests reach into answers of every kind
  readonly body: any;
  readonly type?: string;
  /** How it is said to be compressed. */
  readonly coding?: string;
}

/** The reference server with a loan in it, behind a proxy that may change what it answers. */
export interface DriftingService {
  readonly url: string;
  readonly server: ReferenceServer;
  readonly mandateId: string;
  readonly bvn: string;
  /** What reached the service, in order. */
  readonly asked: readonly { readonly operation: OperationId; readonly headers: IncomingMessage['headers'] }[];
}

/** Starts one; it is closed when the test is over. The environment holds no keys but the reference server's defaults, and no BVN. */
export async function driftingService(
  change: Partial<Record<OperationId, (answer: Passing) => Passing>> = {},
): Promise<DriftingService> {
  for (const name of [
    'REPAYKIT_PUBLIC_KEY',
    'REPAYKIT_SECRET_KEY',
    'REPAYKIT_BVN',
    'REPAYKIT_MANDATE_SEGMENT',
    'REPAYKIT_DISCOVERY_SEGMENT',
  ])
    vi.stubEnv(name, '');
  const server = createReferenceServer({ now: '2026-01-05T08:00:00Z' });
  onTestFinished(async () => {
    vi.unstubAllEnvs();
    await server.close();
  });
  const { mandateId, payer } = await server.controls.scenario('partial');
  const asked: { readonly operation: OperationId; readonly headers: IncomingMessage['headers'] }[] = [];
  const url = await listen(async (request, response) => {
    const { method = '', url: target = '', headers } = request;
    const row = matchOperation(method, target.split('?')[0] ?? '', REFERENCE_DEFAULTS.segments);
    if (!('id' in row)) expect.fail(`nobody knows ${method} ${target}`);
    asked.push({ operation: row.id, headers });
    const chunks: Uint8Array[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const passed = await server.fetch(
      new Request(`http://127.0.0.1${target}`, {
        method,
        headers: headers as Record<string, string>,
        ...(chunks.length > 0 && { body: Buffer.concat(chunks) }),
      }),
    );
    const {
      status,
      body,
      type = 'application/json',
      coding,
    } = (change[row.id] ?? ((answer) => answer))({ status: passed.status, body: await passed.json() });
    response.writeHead(status, { 'content-type': type, ...(coding && { 'content-encoding': coding }) });
    response.end(typeof body === 'string' || Buffer.isBuffer(body) ? body : JSON.stringify(body));
  });
  return { url, server, mandateId, bvn: payer.bvn, asked };
}

/** Changes the payload of an answer. */
// biome-ignore lint/suspicious/noExplicitAny: as above
export function payload(change: (data: any) => unknown): (answer: Passing) => Passing {
  return ({ body, ...answer }) => ({ ...answer, body: { ...body, data: change(body.data) } });
}
