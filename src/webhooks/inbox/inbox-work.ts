/** What happens to a kept delivery after the answer: confirm it by asking, then hand it to the merchant. */
import { parseInstant } from '../domain/calendar.ts';
import { redactText } from '../redact.ts';
import type { WebhookEvent } from '../wire/webhook-event-types.ts';
import type { Confirmation, Confirmed } from './confirmer.ts';
import type { InboxItem, Settlement } from './inbox.ts';
import { parse } from './parse.ts';
import type { ReceiverSettings } from './receive-options.ts';

/** How work on a delivery ended; `elsewhere`: someone else has it, or it was settled already. */
export type WorkEnd = Settlement['kind'] | 'elsewhere';

/** Works on one kept delivery. Never throws: what fails, or is not confirmed yet, stays unfinished with its reason. */
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
    if (result.kind === 'unconfirmed') return unconfirmed(item, { kind, reason: redactText(result.reason) }, settings);
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

// A few looks say more than one, however far apart.
const FEWEST_LOOKS = 3;

// The service's reads may lag behind its webhooks: what they do not show at first may be true all the same.
function unconfirmed<Result extends Confirmation>(
  item: InboxItem,
  { kind, reason }: { readonly kind: string; readonly reason: string },
  { clock, unconfirmedForMs, logger }: ReceiverSettings<Result>,
): Settlement {
  const waitedMs = clock.now() - (parseInstant(item.receivedAt) ?? 0);
  const facts = { key: item.key, kind, attempts: item.attempts, reason };
  if (unconfirmedForMs === 0 || (waitedMs >= unconfirmedForMs && item.attempts >= FEWEST_LOOKS)) {
    logger.warn?.('repaykit: a delivery was quarantined', facts);
    return { kind: 'quarantined', reason };
  }
  logger.info?.('repaykit: a delivery is not confirmed yet; it is looked at again when the inbox is drained', facts);
  return { kind: 'failed', reason: `not confirmed yet: ${reason}` };
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
