/** What happens to a kept delivery after the answer: confirm it by asking, then hand it to the merchant. */
import { redactText } from '../redact.ts';
import type { WebhookEvent } from '../wire/webhook-event-types.ts';
import type { Confirmation, Confirmed } from './confirmer.ts';
import type { InboxItem, Settlement } from './inbox.ts';
import { parse } from './parse.ts';
import type { ReceiverSettings } from './receive-options.ts';

/** How work on a delivery ended; `elsewhere`: someone else has it, or it was settled already. */
export type WorkEnd = Settlement['kind'] | 'elsewhere';

/** Works on one kept delivery. Never throws: what fails stays unfinished with its reason. */
export async function workOn<Result extends Confirmation>(key: string, settings: ReceiverSettings<Result>): Promise<WorkEnd> {
  const { inbox, clock, leaseMs, logger } = settings;
  try {
    const item = await inbox.claim(key, { now: clock.now(), leaseMs });
    if (!item) return 'elsewhere';
    const settlement = await settlementOf(item, settings);
    await inbox.settle(item, settlement);
    return settlement.kind;
  } catch (error) {
    logger.error?.('repaykit: the inbox failed; the delivery is worked on again when it is drained', { key, reason: reasonOf(error) });
    return 'failed';
  }
}

async function settlementOf<Result extends Confirmation>(item: InboxItem, settings: ReceiverSettings<Result>): Promise<Settlement> {
  const { logger } = settings;
  let kind: string | undefined;
  try {
    const event = parse(item.body);
    kind = event.kind;
    const result = await settings.confirm.confirm(event);
    if (result.kind === 'unconfirmed') {
      logger.warn?.('repaykit: a delivery was quarantined', { key: item.key, kind, reason: result.reason });
      return { kind: 'quarantined', reason: redactText(result.reason) };
    }
    if (result.kind === 'unrelated') logger.info?.('repaykit: a delivery concerns nothing of ours', { key: item.key, kind, reason: result.reason });
    else await handle(event, result as Confirmed<Result>, settings);
    return { kind: 'done' };
  } catch (error) {
    const reason = reasonOf(error);
    logger.error?.('repaykit: work on a delivery failed; it is tried again when the inbox is drained', {
      key: item.key,
      kind,
      attempts: item.attempts,
      reason,
    });
    return { kind: 'failed', reason };
  }
}

async function handle<Result extends Confirmation>(event: WebhookEvent, confirmed: Confirmed<Result>, { on }: ReceiverSettings<Result>): Promise<void> {
  // The table's type guarantees that the handler of a kind takes the event of that kind.
  const handler = on[event.kind] as ((event: WebhookEvent, confirmed: Confirmed<Result>) => void | Promise<void>) | undefined;
  await handler?.(event, confirmed);
}

// Anything may be thrown, also what cannot be turned into text.
function reasonOf(error: unknown): string {
  try {
    return redactText(error instanceof Error ? `${error.name}: ${error.message}` : String(error));
  } catch {
    return 'an error without a text';
  }
}
