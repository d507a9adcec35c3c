import { Pool } from 'pg';
import { afterAll, describe } from 'vitest';
import { describeLoanStore } from '../store-suite.ts';
import { TestSchemas } from './schemas.ts';

const url = process.env.DATABASE_URL;

describe.skipIf(url === undefined)('with a server', () => {
  const pool = new Pool({ connectionString: url, max: 8 });
  const schemas = new TestSchemas(pool);

  afterAll(async () => {
    await schemas.drop();
    await pool.end();
  });

  describeLoanStore('a store in PostgreSQL', () => schemas.open());
});
