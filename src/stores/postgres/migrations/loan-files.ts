/** Which steps were made, for whoever comes after. */
export const madeSteps = `create table {schema}.migrations (
    version integer primary key,
    name text not null,
    breaking boolean not null,
    applied_at timestamptz not null default now()
  )`;

/** Tables of the loan files: an append-only log, what is personal apart from it, labels, and the work that waits. */
export const loanFiles: readonly string[] = [
  // "C": names are compared byte by byte, so indexes survive an update of the operating system's collations.
  `create table {schema}.loans (
    no bigint generated always as identity primary key,
    loan_id text collate "C" not null unique,
    version integer not null check (version > 0),
    head text collate "C" not null
  ) with (fillfactor = 80)`,
  `create table {schema}.events (
    loan_no bigint not null,
    seq integer not null check (seq > 0),
    body text not null,
    hash text collate "C" not null,
    primary key (loan_no, seq)
  )`,
  `create table {schema}.personal (
    loan_no bigint not null,
    seq integer not null,
    sealed text not null,
    primary key (loan_no, seq)
  )`,
  `create table {schema}.labels (
    label text collate "C" not null,
    loan_no bigint not null references {schema}.loans,
    primary key (label, loan_no)
  )`,
  `create unique index labels_of_mandates on {schema}.labels (label) where label like 'mandate:%'`,
  // A claim changes no indexed column, so with room on its page it writes no index either.
  `create table {schema}.work (
    loan_no bigint not null references {schema}.loans,
    kind text collate "C" not null,
    due_at bigint,
    lease_until bigint,
    fence bigint not null default 0,
    attempts integer not null default 0,
    failure text,
    primary key (loan_no, kind)
  ) with (fillfactor = 50)`,
  'create index work_by_due on {schema}.work (kind, due_at, loan_no) where due_at is not null',
];

/** The database refuses too what nothing in this package does. Always, also for a session that replays replication. */
export const appendOnly: readonly string[] = [
  `create function {schema}.refuse_change() returns trigger language plpgsql as $$
  begin
    raise exception 'loan files are append-only: % on %.% is refused', tg_op, tg_table_schema, tg_table_name using errcode = 'restrict_violation';
  end $$`,
  `create trigger events_only_grow before update or delete or truncate on {schema}.events
    for each statement execute function {schema}.refuse_change()`,
  `create trigger loans_stay before delete or truncate on {schema}.loans
    for each statement execute function {schema}.refuse_change()`,
  `create trigger loans_only_grow before update on {schema}.loans
    for each row when (new.version <= old.version or new.loan_id <> old.loan_id) execute function {schema}.refuse_change()`,
  // A row that went away and came back would count its fence from the beginning.
  `create trigger work_stays before delete or truncate on {schema}.work
    for each statement execute function {schema}.refuse_change()`,
  `create trigger fences_only_grow before update on {schema}.work
    for each row when (new.fence < old.fence) execute function {schema}.refuse_change()`,
  'alter table {schema}.events enable always trigger events_only_grow',
  'alter table {schema}.loans enable always trigger loans_stay',
  'alter table {schema}.loans enable always trigger loans_only_grow',
  'alter table {schema}.work enable always trigger work_stays',
  'alter table {schema}.work enable always trigger fences_only_grow',
];
