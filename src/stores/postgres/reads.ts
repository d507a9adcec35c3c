import type { FileHeadPage, LoanFile, LoanIdPage, PageQuery, StoredEvent } from '../../loan-file/store.ts';

/** A file from an event on: loan id, the event before. One statement, so that version and events are of one moment. */
export const LOAD = `select l.version, e.seq, e.body, e.hash, p.sealed from {schema}.loans l
  left join {schema}.events e on e.loan_no = l.no and e.seq > $2::integer
  left join {schema}.personal p on p.loan_no = e.loan_no and p.seq = e.seq
  where l.loan_id = $1 order by e.seq`;

/** Files under a label: label, place before the page, one more than its length. */
export const FIND = `select l.no, l.loan_id from {schema}.labels k join {schema}.loans l on l.no = k.loan_no
  where k.label = $1 and k.loan_no > $2::bigint order by k.loan_no limit $3`;

/** Heads: place before the page, one more than its length. */
export const LIST = 'select no, loan_id, version, head from {schema}.loans where no > $1::bigint order by no limit $2';

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
  readonly version: number;
  readonly head: string;
}

/** The file that rows of {@link LOAD} make up. */
export function fileOf(loanId: string, rows: readonly unknown[]): LoanFile | undefined {
  const found = rows as readonly LoadRow[];
  const [first] = found;
  if (!first) return undefined;
  // A file without newer events comes as one row without an event.
  return { loanId, version: first.version, events: first.seq === null ? [] : found.map(eventOf) };
}

function eventOf({ seq, body, hash, sealed }: LoadRow): StoredEvent {
  return { seq: Number(seq), body, hash, ...(sealed !== null && { personal: sealed }) };
}

/** The page that rows of {@link FIND} make up. */
export function loanIdsOf(rows: readonly unknown[], { limit }: PageQuery): LoanIdPage {
  const page = (rows as readonly PageRow[]).slice(0, limit);
  return { loanIds: page.map((row) => row.loan_id), ...next(page, rows.length) };
}

/** The page that rows of {@link LIST} make up. */
export function headsOf(rows: readonly unknown[], { limit }: PageQuery): FileHeadPage {
  const page = (rows as readonly PageRow[]).slice(0, limit);
  return {
    heads: page.map(({ loan_id: loanId, version, head }) => ({ loanId, version, head })),
    ...next(page, rows.length),
  };
}

function next(page: readonly PageRow[], found: number): { readonly next?: string } {
  const last = page.at(-1);
  return last && found > page.length ? { next: String(last.no) } : {};
}
