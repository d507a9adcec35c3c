import { randomBytes } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { kit, loanId } from '../../examples/worker-config.ts';

const databaseUrl = process.env.DATABASE_URL;

describe('the recipes for a worker', () => {
  test.skipIf(!databaseUrl)('pg-boss delivers what is filed (needs a server at DATABASE_URL)', { timeout: 30_000 }, async () => {
    const { workWithPgBoss } = await import('../../examples/worker-pg-boss.ts');
    const { default: pg } = await import('pg');
    const schema = `pgboss_${randomBytes(6).toString('hex')}`;
    const boss = await workWithPgBoss(kit, { connectionString: databaseUrl as string, schema });
    try {
      // Rather than wait for the next minute.
      await boss.send('repaykit', {});
      await expect.poll(async () => (await kit.loans.get(loanId)).stage, { timeout: 20_000 }).toBe('collecting');
    } finally {
      await boss.stop({ wait: true });
      const client = new pg.Client({ connectionString: databaseUrl as string });
      await client.connect();
      await client.query(`DROP SCHEMA IF EXISTS ${schema} CASCADE`);
      await client.end();
    }
  });

  test('cron delivers what is filed, in one run', async () => {
    const before = await kit.loans.get(loanId);
    const { report } = await import('../../examples/worker-cron.ts');
    // Where the recipe before this one ran, nothing is left to do.
    const delivered = before.stage === 'disbursed' ? 2 : 0;
    expect(report).toMatchObject({ reports: { delivered, failed: 0, stuck: 0 }, errors: [] });
    expect((await kit.loans.get(loanId)).stage).toBe('collecting');
  });
});
