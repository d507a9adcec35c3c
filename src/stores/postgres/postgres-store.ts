import { singleFlight } from '../../clock/mutex.ts';
import type { LoanStore } from '../../loan-file/store.ts';
import { checkAppend, checkClaim, checkName, checkPage } from '../../loan-file/store-checks.ts';
import { GroupCommit } from '../group-commit.ts';
import { type PostgresAccess, poolAccess, transactionAccess } from './access.ts';
import {
  APPEND,
  appendValues,
  conflict,
  keysOf,
  type PendingAppend,
  type RefusedRow,
  refusals,
  weightOf,
} from './append-batch.ts';
import { claimStatement, claimsOf, endedOf, type PendingEnd, SETTLE, settleValues } from './claims.ts';
import type { PostgresClient } from './connection.ts';
import { blamesContent } from './failures.ts';
import { type Closable, openPlace, type PostgresOptions } from './options.ts';
import { FIND, fileOf, headsOf, LIST, LOAD, loanIdsOf } from './reads.ts';
import { inSchema } from './schema-name.ts';
import { refuseOtherSchema } from './schema-version.ts';

/** Where the loan files lie, and on whose connections. On a pool or by a connection string every write is a transaction of its own; parallel writes share one. */
export interface PostgresStoreOptions extends PostgresOptions {
  /** Instead of both: a connection in a transaction of the caller's own. What is written lasts once the caller commits, and is gone if not. */
  readonly client?: PostgresClient | undefined;
}

/** A store of loan files in PostgreSQL. */
export interface PostgresStore extends LoanStore, Closable {
  /** Is everything done in a transaction of the caller's, so that nothing is durable when a call returns? Steps that write down an intent before they send need a store that is not. */
  readonly isTransaction: boolean;
}

// A batch is to take some milliseconds, so that nobody waits long for the one before.
const APPENDS = { maxItems: 100, maxWeight: 2_000 };
const ENDS = { maxItems: 500, maxWeight: 500 };

/** Keeps loan files in PostgreSQL, shared by any number of processes. The schema must be there: `repaykit migrate` or `migratePostgres`. */
export function postgresStore(options: PostgresStoreOptions): PostgresStore {
  const { pool, client, schema, closable } = openPlace('postgresStore', options);
  const sql = inSchema(schema);
  const access = pool
    ? poolAccess(
        pool,
        singleFlight(() => refuseOtherSchema(pool, schema)),
      )
    : transactionAccess(client as PostgresClient);
  const writer = client ? separateWrites(access, sql) : groupedWrites(access, sql);

  return closable<LoanStore & Pick<PostgresStore, 'isTransaction'>>({
    isTransaction: client !== undefined,
    async load(loanId, afterSeq = 0) {
      checkName('loanId', loanId);
      return fileOf(loanId, await access.read(sql(LOAD), [loanId, afterSeq]));
    },
    async append(loanId, expectedVersion, events, extras = {}) {
      checkAppend(loanId, expectedVersion, events, extras);
      const append = { loanId, expectedVersion, events, extras };
      const refused = await writer.append(append);
      if (refused) throw conflict(append, refused);
    },
    async find(label, page) {
      checkName('label', label);
      return loanIdsOf(await access.read(sql(FIND), [label, checkPage(page), page.limit + 1]), page);
    },
    async list(page) {
      return headsOf(await access.read(sql(LIST), [checkPage(page), page.limit + 1]), page);
    },
    async claim(query) {
      checkClaim(query);
      const [text, values] = claimStatement(query);
      return claimsOf(await access.write(sql(text), values));
    },
    settle: (claim, end) => writer.settle({ claim, end }),
  });
}

interface Writer {
  append(append: PendingAppend): Promise<RefusedRow | undefined>;
  settle(end: PendingEnd): Promise<boolean>;
}

function groupedWrites(access: PostgresAccess, sql: (statement: string) => string): Writer {
  const appends = new GroupCommit<PendingAppend, RefusedRow | undefined>({
    ...{ ...APPENDS, keysOf, weightOf, blamesContent },
    write: async (batch) => refusals(batch, await access.write(sql(APPEND), appendValues(batch))),
  });
  const ends = new GroupCommit<PendingEnd, boolean>({
    ...{ ...ENDS, weightOf: () => 1, blamesContent },
    keysOf: ({ claim }) => [JSON.stringify([claim.loanId, claim.kind])],
    write: async (batch) => endedOf(batch, await access.write(sql(SETTLE), settleValues(batch))),
  });
  return { append: (append) => appends.submit(append), settle: (end) => ends.submit(end) };
}

function separateWrites(access: PostgresAccess, sql: (statement: string) => string): Writer {
  return {
    append: async (append) => refusals([append], await access.write(sql(APPEND), appendValues([append])))[0],
    settle: async (end) => endedOf([end], await access.write(sql(SETTLE), settleValues([end])))[0] === true,
  };
}
