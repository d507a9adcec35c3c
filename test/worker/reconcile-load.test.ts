import { expect, test } from 'vitest';
import type { Transport } from '../../src/http/transport.ts';
import { runDue } from '../../src/worker/index.ts';
import { PRIMARY } from '../journeys/people.ts';
import { walkTo } from '../journeys/walk.ts';
import { dropWebhooks, UNPACED } from './dropped-webhooks.ts';

const LOANS = 150;
const HOUR_MS = 3_600_000;

/** A transport that counts what leaves. */
function counting(transport: Transport): { readonly transport: Transport; readonly counts: Record<string, number> } {
  const counts: Record<string, number> = {};
  const send: Transport['send'] = (request) => {
    const name = request.path.split('?')[0]?.split('/').at(-1) ?? '';
    counts[name] = (counts[name] ?? 0) + 1;
    return transport.send(request);
  };
  return {
    transport: new Proxy(transport, { get: (target, name) => (name === 'send' ? send : Reflect.get(target, name)) }),
    counts,
  };
}

test('a month of loans with a due date, of which one webhook in a hundred is lost, costs what twelve requests a second for a million are, and ends with all of it reported', {
  timeout: 600_000,
}, async () => {
  const stage = await dropWebhooks();
  await stage.server.controls.clearFaults();
  await stage.server.controls.patchAccount(PRIMARY, { balance: LOANS * 30_000 });
  for (let loan = 1; loan <= LOANS; loan++)
    await walkTo(stage, 'collecting', { loanId: `loan-${loan}`, selection: primaryOnly });
  await stage.receiver.settled();
  // Their reports, and what the first days of a loan cost, are not what is measured.
  await runDue(stage.kit, { inbox: stage.receiver, ...UNPACED });
  await stage.moveTo('2026-01-20T00:00:00Z');
  await runDue(stage.kit, { inbox: stage.receiver, ...UNPACED });

  await stage.server.controls.addFault({ kind: 'webhook-drop', every: 100 });
  const { transport, counts } = counting(stage.transport);
  const worker = stage.newKit({ transport });
  const begin = Date.parse('2026-01-20T00:00:00Z');
  let missing = 0;
  for (let hour = 1; hour <= 30 * 24; hour++) {
    await stage.moveTo(new Date(begin + hour * HOUR_MS).toISOString());
    const { reconcile } = await runDue(worker, { inbox: stage.receiver, kinds: ['reconcile'], ...UNPACED });
    missing += reconcile.missing;
  }
  const requests = Object.values(counts).reduce((sum, count) => sum + count, 0);
  const perSecondOfAMillion = (requests / LOANS / (30 * 86_400)) * 1_000_000;
  expect(perSecondOfAMillion).toBeLessThanOrEqual(12);
  expect(perSecondOfAMillion).toBeGreaterThan(10);
  expect(missing).toBeGreaterThan(0);
  expect(stage.handled.filter((words) => words.startsWith('collection'))).toHaveLength(LOANS);
});

const primaryOnly = {
  primaryAccount: { accountNumber: '0200000011', bankCode: '058' },
  backupAccounts: [],
  chosenBy: { ipAddress: '203.0.113.9', at: '2026-01-05T07:58:00Z' },
};
