/** What hearing the service costs: verify and parse, the whole receiver, and the time until a delivery is kept for good. */
import type { BenchRow } from './rows.ts';
import { benchAcknowledge } from './webhooks-acknowledge.ts';
import { benchMemoryReceiver } from './webhooks-receiver.ts';
import { benchVerify } from './webhooks-verify.ts';

/** Rows of verify and parse, memory, SQLite and, where DATABASE_URL names a server, PostgreSQL. */
export async function benchWebhooks(): Promise<BenchRow[]> {
  const parts = { 'verify and parse': benchVerify, 'the receiver in memory': benchMemoryReceiver, 'durable acknowledgement': benchAcknowledge };
  const rows: BenchRow[] = [];
  for (const [name, run] of Object.entries(parts)) {
    process.stderr.write(`webhooks: ${name} …\n`);
    rows.push(...(await run()));
  }
  return rows;
}
