/** What receiving webhooks costs: verify and parse, the whole receiver, and the time until a delivery is kept for good. */
import type { BenchContext, PartResult } from './context.ts';
import { benchAcknowledge } from './webhooks-acknowledge.ts';
import { benchMemoryReceiver } from './webhooks-receiver.ts';
import { benchVerify } from './webhooks-verify.ts';

/** Rows of verify and parse, memory, SQLite and, where there is one, PostgreSQL. */
export async function benchWebhooks(context: BenchContext): Promise<PartResult> {
  context.log('verify and parse, one core');
  const rows = await benchVerify();
  context.log('the receiver in memory');
  rows.push(...(await benchMemoryReceiver()));
  rows.push(...(await benchAcknowledge(context)));
  return { rows };
}
