import { Pool } from 'pg';
import { afterAll, describe } from 'vitest';
import { describeLoanStore } from '../store-suite.ts';
import { describeConcurrentBook, describePostgresBook } from './book-suite.ts';
import { describeMigrations } from './migrations-suite.ts';
import { describeOpenTransactions } from './open-transaction-suite.ts';
import { describeSchema } from './schema-suite.ts';
import { TestSchemas } from './schemas.ts';
import { describeTransactions } from './transactions-suite.ts';

const url = process.env.DATABASE_URL;

describe.skipIf(url === undefined)('with a server', () => {
  const pool = new Pool({ connectionString: url, max: 8 });
  const schemas = new TestSchemas(pool);

  afterAll(async () => {
    await schemas.drop();
    await pool.end();
  }, 600_000);

  describeLoanStore('a store in PostgreSQL', () => schemas.open());
  describeSchema('PostgreSQL', { pool, schemas });
  describeMigrations('PostgreSQL', { pool, schemas });
  describeTransactions('PostgreSQL', { pool, schemas });
  describeOpenTransactions('PostgreSQL', { pool, schemas });
  describePostgresBook('PostgreSQL', { pool, schemas });
  describeConcurrentBook('PostgreSQL', { pool, schemas });
});
