import { randomBytes } from 'node:crypto';
import { createTestDelivery } from 'repaykit/webhooks';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { clock, inbox, kit, loanId, mandateId } from '../../examples/worker-config.ts';

const databaseUrl = process.env.DATABASE_URL;

let printed = '';
beforeEach(() => {
  printed = '';
  vi.spyOn(process.stdout, 'write').mockImplementation((text) => {
    printed += text;
    return true;
  });
});
afterEach(() => vi.restoreAllMocks());

/** Keeps the messages that the mandate is active, as a web server does that ends before it has worked on it. */
async function leaveDelivery(key: string): Promise<void> {
  const { body } = createTestDelivery('mandate.activated', { mandateId }, { secret: 'whsec_repaykit' });
  await inbox.inbox.store({
    key,
    body,
    kind: 'mandate.activated',
    source: 'webhook',
    receivedAt: '2026-01-05T08:00:00Z',
  });
}

describe('the recipes for a worker', () => {
  test.skipIf(!databaseUrl)(
    'pg-boss by the minute delivers what is filed and works on what was left behind; by night it reports what no webhook reported, and the duties (needs a server at DATABASE_URL)',
    { timeout: 600_000 },
    async () => {
      const { workWithPgBoss } = await import('../../examples/worker-pg-boss.ts');
      const { default: pg } = await import('pg');
      const schema = `pgboss_${randomBytes(6).toString('hex')}`;
      await leaveDelivery('left');
      const { boss, stop } = await workWithPgBoss({ kit, inbox }, { connectionString: databaseUrl as string, schema });
      try {
        expect(await boss.getSchedules()).toMatchObject([
          { name: 'repaykit', cron: '* * * * *' },
          { name: 'repaykit-night', cron: '30 1 * * *', timezone: 'Africa/Lagos' },
        ]);
        // Rather than wait for the next minute, and the next night.
        await boss.send('repaykit', {});
        await expect.poll(async () => (await kit.loans.get(loanId)).stage).toBe('collecting');
        expect(printed).toContain(`an account of ${loanId} is proved\n`);
        // Three instalments, of which this receiver gets no webhook. What was just recorded is reported the night after.
        await clock.advance({ months: 3 });
        await boss.send('repaykit-night', {});
        await expect.poll(() => printed).toContain(`${loanId} report-closure: `);
        await clock.advance({ days: 1 });
        await boss.send('repaykit-night', {});
        await expect.poll(() => printed.match(/ stands at 30000 naira$/gm)).toHaveLength(3);
      } finally {
        await stop();
        const client = new pg.Client({ connectionString: databaseUrl as string });
        await client.connect();
        await client.query(`DROP SCHEMA IF EXISTS ${schema} CASCADE`);
        await client.end();
      }
    },
  );

  test('cron delivers what is filed and works on what was left behind, in one run', async () => {
    const before = await kit.loans.get(loanId);
    await leaveDelivery('left again');
    const { report } = await import('../../examples/worker-cron.ts');
    // Where the recipe before this one ran, nothing is left to do, and the messages is no messages any more.
    const isFirst = before.stage === 'disbursed';
    expect(report).toMatchObject({
      reports: { delivered: isFirst ? 2 : 0, failed: 0, stuck: 0 },
      inbox: { done: 1, failed: 0, quarantined: 0 },
      errors: [],
    });
    expect(printed).toBe(isFirst ? `an account of ${loanId} is proved\n` : '');
    expect((await kit.loans.get(loanId)).stage).toBe('collecting');
  });
});
