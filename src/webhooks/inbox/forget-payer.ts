import type { Clock } from '../../clock/clock.ts';
import type { ErasedPayer } from '../../loan-file/body-seal.ts';
import { personMask } from '../../redact/redact.ts';
import type { Inbox, InboxItem, InboxStatus } from './inbox.ts';
import { ERASED_BODY } from './sealed-inbox.ts';
import type { UnreadableDeliveries } from './unreadable-deliveries.ts';
import { isCounter, timesUnreadable } from './unreadable-reason.ts';

/** What forgetting needs. */
export interface Forgetting<Transaction> {
  readonly inbox: Inbox<Transaction>;
  readonly clock: Clock;
  readonly leaseMs: number;
  readonly unreadable: UnreadableDeliveries;
}

const PAGE = 200;

/**
 * Ends what is open about a payer who was erased, so that its body is emptied: what was stored in clear before there were keys, and what names the payer only in
 * words. No handler is called for it.
 */
export async function forgetPayer<Transaction>(
  payer: ErasedPayer,
  { inbox, clock, leaseMs, unreadable }: Forgetting<Transaction>,
): Promise<void> {
  const mask = personMask(payer.known);
  const isAbout = (body: string) =>
    body !== '' &&
    (payer.mandateIds.some((id) => body.toLowerCase().includes(id.toLowerCase())) || mask(body) !== body);
  for (const status of ['unfinished', 'quarantined'] satisfies InboxStatus[]) {
    const found: InboxItem[] = [];
    for (let after: string | undefined; ; ) {
      const page = await inbox.list({ status, limit: PAGE, ...(after === undefined ? {} : { after }) });
      found.push(
        ...page.filter(
          ({ body, reason }) =>
            (isAbout(body) && !isCounter(reason)) || (body === ERASED_BODY && timesUnreadable(reason) > 0),
        ),
      );
      after = page.at(-1)?.key;
      if (page.length < PAGE) break;
    }
    for (const { key, reason } of found) {
      const times = timesUnreadable(reason);
      if (times > 0) await unreadable.countErased(times);
      // A process that holds it loses it; what is quarantined can be claimed again.
      await inbox.decide(key, { kind: 'replay', now: clock.now() });
      const [item] = await inbox.claim({ key, now: clock.now(), leaseMs, limit: 1 });
      if (item) await inbox.settle(item, { kind: 'done' });
    }
  }
}
