import { singleFlight } from '../../clock/mutex.ts';
import {
  bookOnDemand,
  type FileHeadPage,
  type LoanFile,
  type LoanIdPage,
  type LoanStore,
  type PageQuery,
} from '../../loan-file/store.ts';
import { checkAppend, checkClaim, checkName, checkPage } from '../../loan-file/store-checks.ts';
import { withSelfCheck } from '../../validation/self-check.ts';
import { GroupCommit } from '../group-commit.ts';
import { type PostgresAccess, poolAccess, transactionAccess } from './access.ts';
import { checkPostgres } from './check-postgres.ts';
import type { PostgresClient } from './connection.ts';
import { blamesContent } from './failures.ts';
import {
  APPEND,
  appendValues,
  type ClaimRow,
  claimStatement,
  claimsOf,
  conflict,
  type EndedRow,
  endedOf,
  keysOf,
  type PendingAppend,
  type PendingEnd,
  type RefusedRow,
  refusals,
  SETTLE,
  settleValues,
  weightOf,
} from './loan-writes.ts';
import { inSchema, refuseOtherSchema } from './migrations/schema-version.ts';
import { type Closable, openPlace, type PostgresOptions } from './options.ts';

/**
 * Options of {@link postgresStore}. With a pool or a connection string, every write is a separate transaction, and
 * parallel writes share one.
 */
export interface PostgresStoreOptions extends PostgresOptions {
  /**
   * Instead of a pool or connection string: a connection in your transaction. Writes become durable when you commit.
   */
  readonly client?: PostgresClient | undefined;
}

/** Stores loan files in PostgreSQL. */
export interface PostgresStore extends LoanStore, Closable {
  /**
   * Whether writes belong to your transaction, so that they are not durable when a call returns. Workflows that send
   * requests need a store where this is false.
   */
  readonly isTransaction: boolean;
}

// A batch should take a few milliseconds, so that the next one does not wait long.
const APPENDS = { maxItems: 100, maxWeight: 2_000 };
const ENDS = { maxItems: 500, maxWeight: 500 };

/**
 * Stores loan files in PostgreSQL, shared by any number of processes. The schema must exist: run `repaykit migrate` or
 * `migratePostgres`.
 */
export function postgresStore(options: PostgresStoreOptions): PostgresStore {
  const { pool, client, schema, closable } = openPlace('postgresStore', options);
  const sql = inSchema(schema);
  const ready = singleFlight(async () => pool && (await refuseOtherSchema(pool, schema)));
  // The options are checked: one of the two is present.
  const access = pool ? poolAccess(pool, ready) : transactionAccess(client as PostgresClient);
  const writer = writerOf(access, sql, { isGrouped: client === undefined });

  const store = closable<LoanStore & Pick<PostgresStore, 'isTransaction'>>({
    isTransaction: client !== undefined,
    async load(loanId, afterSeq = 0) {
      checkName('loanId', loanId);
      return fileOf(loanId, await access.read(sql(LOAD), [loanId, afterSeq]));
    },
    // biome-ignore lint/complexity/useMaxParams: the interface of a store
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
      return claimsOf(await access.write<ClaimRow>(sql(text), values));
    },
    settle: (claim, end) => writer.settle({ claim, end }),
    // A book in a transaction of the lender's could be rolled back behind its own back.
    ...(pool && {
      book: bookOnDemand(async () => (await import('./book-tables.ts')).postgresBook({ pool, ready, sql })),
    }),
  });
  return withSelfCheck(store, async () => {
    const warnings = await checkPostgres(pool ?? (client as PostgresClient), { schema });
    return warnings.map(({ setting, value, message }) => ({
      message: `PostgreSQL: ${setting} = ${value}`,
      fix: message,
    }));
  });
}

function writerOf(
  access: PostgresAccess,
  sql: (statement: string) => string,
  { isGrouped }: { readonly isGrouped: boolean },
) {
  const writeAppends = async (batch: readonly PendingAppend[]) =>
    refusals(batch, await access.write<RefusedRow>(sql(APPEND), appendValues(batch)));
  const writeEnds = async (batch: readonly PendingEnd[]) =>
    endedOf(batch, await access.write<EndedRow>(sql(SETTLE), settleValues(batch)));
  const endKeys = ({ claim }: PendingEnd) => [JSON.stringify([claim.loanId, claim.kind])];
  const appends = new GroupCommit({ ...APPENDS, keysOf, weightOf, blamesContent, write: writeAppends });
  const ends = new GroupCommit({ ...ENDS, keysOf: endKeys, blamesContent, write: writeEnds });
  return {
    append: async (append: PendingAppend) => (isGrouped ? appends.submit(append) : (await writeAppends([append]))[0]),
    settle: async (end: PendingEnd) => (isGrouped ? ends.submit(end) : (await writeEnds([end]))[0] === true),
  };
}

// Loads a file after an event. Parameters: loan id, the event before. One statement, so that version and events are
// consistent.
const LOAD = `select l.version, e.seq, e.body, e.hash, p.sealed from {schema}.loans l
  left join {schema}.events e on e.loan_no = l.no and e.seq > $2::integer
  left join {schema}.personal p on p.loan_no = e.loan_no and p.seq = e.seq
  where l.loan_id = $1 order by e.seq`;

// Finds files by label. Parameters: label, place before the page, page length plus one.
const FIND = `select l.no, l.loan_id from {schema}.labels k join {schema}.loans l on l.no = k.loan_no
  where k.label = $1 and k.loan_no > $2::bigint order by k.loan_no limit $3`;

// Lists heads. Parameters: place before the page, page length plus one.
const LIST = 'select no, loan_id, version, head from {schema}.loans where no > $1::bigint order by no limit $2';

interface LoadRow {
  readonly version: number;
  readonly seq: number | null;
  readonly body: string;
  readonly hash: string;
  readonly sealed: string | null;
}

interface PageRow {
  readonly no: string | number;
  readonly loan_id: string;
}

interface HeadRow extends PageRow {
  readonly version: number;
  readonly head: string;
}

function fileOf(loanId: string, rows: readonly LoadRow[]): LoanFile | undefined {
  // A file without newer events yields one row without an event.
  const events = rows.flatMap(({ seq, body, hash, sealed }) =>
    seq === null ? [] : { seq: Number(seq), body, hash, ...(sealed !== null && { personal: sealed }) },
  );
  return rows[0] && { loanId, version: rows[0].version, events };
}

function loanIdsOf(rows: readonly PageRow[], { limit }: PageQuery): LoanIdPage {
  const page = rows.slice(0, limit);
  return { loanIds: page.map((row) => row.loan_id), ...next(page, rows.length) };
}

function headsOf(rows: readonly HeadRow[], { limit }: PageQuery): FileHeadPage {
  const page = rows.slice(0, limit);
  return {
    heads: page.map(({ loan_id: loanId, version, head }) => ({ loanId, version, head })),
    ...next(page, rows.length),
  };
}

function next(page: readonly PageRow[], found: number): { readonly next?: string } {
  const last = page.at(-1);
  return last && found > page.length ? { next: String(last.no) } : {};
}
