import { Pool } from 'pg';
import { afterAll, describe } from 'vitest';
import { describeInbox } from '../../webhooks/inbox-suite.ts';
import { TestSchemas } from './schemas.ts';

const url = process.env.DATABASE_URL;

describe.skipIf(url === undefined)('with a server', () => {
  const pool = new Pool({ connectionString: url, max: 8 });
  const schemas = new TestSchemas(pool);

  afterAll(async () => {
    await schemas.drop();
    await pool.end();
  }, 600_000);

  describeInbox('in PostgreSQL', { lends: 'awaited' }, () => schemas.openInbox());
});
