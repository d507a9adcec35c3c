// Handlers run for a webhook that never came, and not for a baseline.
import assert from 'node:assert/strict';
import { REFERENCE_DEFAULTS } from 'repaykit/server';
import { createTestKit } from 'repaykit/testing';
import { memoryInbox, receive, sharedSecret } from 'repaykit/webhooks';

const platform = await createTestKit();
const { kit, loanAt, clock, controls } = platform;
const notified: string[] = [];
const lines: string[] = [];
const log = { info: (text: string) => void lines.push(text) };
const newReceiver = () =>
  receive({
    verify: sharedSecret({ secrets: [REFERENCE_DEFAULTS.webhookSecret] }),
    inbox: memoryInbox(),
    confirm: kit,
    clock,
    on: {
      collection: ({ data }, _confirmed, { source }) =>
        void notified.push(`${source}: ${data.instalmentStatus}`),
    },
  });
const receiver = newReceiver();
const { loanId } = await loanAt('collecting');
await controls.addFault({ kind: 'webhook-drop' });
await clock.advance({ months: 1, days: 2 });

// #region reconcile
import { reconcile } from 'repaykit/worker';

// Asks about every loan now. Use it after an outage.
const report = await reconcile(kit, { inbox: receiver, all: true });
for (const { loanId, name } of report.missing) log.info(`${loanId} ${name}`);
// #endregion reconcile

await receiver.settled();
assert.deepEqual(notified, ['reconciled: success']);
assert.match(
  lines.join('\n'),
  new RegExp(
    `^${loanId} collection:[0-9a-f]{24}:[0-9a-f-]{36}:success:3000000$`,
    'm',
  ),
);

const newInbox = newReceiver();
// #region baseline
const { baseline, failed, heldElsewhere } = await reconcile(kit, {
  inbox: newInbox,
  all: true,
  baseline: true,
});
if (failed + heldElsewhere > 0)
  throw new Error('Run it again before a worker runs.');
// #endregion baseline

await newInbox.settled();
assert.ok((baseline ?? 0) > 0);
assert.equal(notified.length, 1);
await platform.close();
