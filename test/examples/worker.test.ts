import { randomBytes } from 'node:crypto';
import { describe, expect, test, vi } from 'vitest';
import { kit, loanId } from '../../examples/worker-config.ts';

const databaseUrl = process.env.DATABASE_URL;

describe('the recipes for a worker', () => {
  test.skipIf(!databaseUrl)(
    'pg-boss delivers what is filed by the minute, and tells the duties by night (needs a server at DATABASE_URL)',
    { timeout: 30_000 },
    async () => {
      const { workWithPgBoss } = await import('../../examples/worker-pg-boss.ts');
      const { default: pg } = await import('pg');
      const schema = `pgboss_${randomBytes(6).toString('hex')}`;
      let printed = '';
      const write = vi.spyOn(process.stdout, 'write').mockImplementation((text) => {
        printed += text;
        return true;
      });
      const { boss, stop } = await workWithPgBoss(kit, { connectionString: databaseUrl as string, schema });
      try {
        expect(await boss.getSchedules()).toMatchObject([
          { name: 'repaykit', cron: '* * * * *' },
          { name: 'repaykit-night', cron: '30 1 * * *', timezone: 'Africa/Lagos' },
        ]);
        // Rather than wait for the next minute, and the next night.
        await boss.send('repaykit', {});
        await expect.poll(async () => (await kit.loans.get(loanId)).stage, { timeout: 20_000 }).toBe('collecting');
        const loan = await kit.loans.get(loanId);
        if (loan.stage !== 'collecting') throw new Error(loan.stage);
        await kit.mandates.openDispute(loan, { reference: 'D-1', reason: 'says that the amount is wrong', openedAt: '2026-01-05T08:00:00Z' });
        await boss.send('repaykit-night', {});
        await expect.poll(() => printed, { timeout: 20_000 }).toContain(`${loanId} resolve-dispute: `);
      } finally {
        await stop();
        write.mockRestore();
        const client = new pg.Client({ connectionString: databaseUrl as string });
        await client.connect();
        await client.query(`DROP SCHEMA IF EXISTS ${schema} CASCADE`);
        await client.end();
      }
    },
  );

  test('cron delivers what is filed, in one run', async () => {
    const before = await kit.loans.get(loanId);
    const { report } = await import('../../examples/worker-cron.ts');
    // Where the recipe before this one ran, nothing is left to do.
    const delivered = before.stage === 'disbursed' ? 2 : 0;
    expect(report).toMatchObject({ reports: { delivered, failed: 0, stuck: 0 }, errors: [] });
    expect((await kit.loans.get(loanId)).stage).toBe('collecting');
  });
});
