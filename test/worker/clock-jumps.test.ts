import { generateKeyPairSync } from 'node:crypto';
import { setImmediate as turn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import type { Transport } from '../../src/http/transport.ts';
import { memoryCheckpoints } from '../../src/index.ts';
import { runDue } from '../../src/worker/index.ts';
import { createFixture, type Fixture } from '../journeys/fixture.ts';
import { autoTerms, manualTerms } from '../journeys/people.ts';
import { walkTo } from '../journeys/walk.ts';
import { disbursedLoans, testBureau } from './bureaus.ts';

/** Lets a promise wait until a test opens it, and counts who waits. */
function gate() {
  let open: () => void = () => undefined;
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  const counts = { waiting: 0 };
  const pass = () => {
    counts.waiting += 1;
    return opened;
  };
  return { open, pass, counts };
}

const slow = (transport: Transport, pass: () => Promise<void>): Transport => ({
  ...transport,
  reportsLeaving: true,
  send: async (request) => {
    if (request.path.includes('/get-mandate')) await pass();
    return transport.send(request);
  },
  close: async () => {},
});

type Gate = ReturnType<typeof gate>;

const works: readonly [string, (held: Gate) => Promise<Fixture>][] = [
  [
    'a look at a loan',
    async ({ pass }) => {
      const fixture = await createFixture({ receivesWebhooks: false });
      await walkTo(fixture, 'collecting', { terms: autoTerms });
      await fixture.moveTo('2026-02-01T22:00:00Z');
      return { ...fixture, kit: fixture.newKit({ transport: slow(fixture.transport, pass) }) };
    },
  ],
  [
    'asking about a debit',
    async ({ pass }) => {
      const fixture = await createFixture({ receivesWebhooks: false });
      const loan = await walkTo(fixture, 'collecting', { terms: manualTerms });
      await fixture.kit.collections.collect(loan, { amount: 30_000, debitDate: '2026-02-01' });
      await fixture.moveTo('2026-02-01T07:05:00Z');
      return { ...fixture, kit: fixture.newKit({ transport: slow(fixture.transport, pass) }) };
    },
  ],
  [
    'a report to the bureau',
    async ({ pass }) => {
      const bureau = testBureau();
      const fixture = await createFixture({ kit: { bureau }, receivesWebhooks: false });
      await disbursedLoans(fixture, 1);
      bureau.fault = pass;
      return fixture;
    },
  ],
  [
    'a checkpoint',
    async ({ pass }) => {
      const sink = memoryCheckpoints();
      const { privateKey: key } = generateKeyPairSync('ed25519');
      const slowSink = { ...sink, put: (...args: Parameters<typeof sink.put>) => pass().then(() => sink.put(...args)) };
      const fixture = await createFixture({
        kit: { bureau: testBureau(), checkpoints: { key, sink: slowSink } },
        receivesWebhooks: false,
      });
      await disbursedLoans(fixture, 1);
      return fixture;
    },
  ],
];

test.each(works)(
  '%s that is under way ends well, though the clock of the client jumps by a month',
  async (_work, prepare) => {
    const held = gate();
    const { kit, server } = await prepare(held);
    const running = runDue(kit, { concurrency: 1 });
    while (held.counts.waiting === 0) await turn();
    await server.clock.advance({ months: 1 });
    held.open();
    expect((await running).errors).toEqual([]);
  },
);
