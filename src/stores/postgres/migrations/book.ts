import { appendEvents } from './loan-files.ts';

/**
 * The order of commits: the first event of each append has the number of its transaction, and those after it belong to
 * it. So an append pays for one entry of the index, however many events it has. Older events have no number: they were
 * all committed before, because adding the column waits for running transactions. Nothing is rewritten.
 */
export const positions: readonly string[] = [
  'alter table {schema}.events add column position bigint',
  'create index events_by_position on {schema}.events (position) where position is not null',
  appendEvents
    .replace('create function', 'create or replace function')
    .replace('.events (loan_no, seq, body, hash)', '.events (loan_no, seq, body, hash, position)')
    .replace(
      'e.body, e.hash from',
      'e.body, e.hash, case when e.seq = expected[e.place] + 1 then txid_current() end from',
    ),
];

const filtered =
  'stage, mandate_status, collection_mode, open_debits, unknown_debits, parked_debits, duties, duty_until';

/**
 * Rows that are derived from the loan files, so that questions about all loans need not read every file. They can be made
 * again from them at any time. Every index begins with the generation, because a rebuild writes a new one while the
 * present one answers.
 */
export const bookTables: readonly string[] = [
  // One row. `cluster` is the server whose transaction numbers the positions are.
  `create table {schema}.book_state (
    id boolean primary key default true check (id),
    cluster text,
    position bigint not null default 0,
    events bigint not null default 0,
    at text,
    generation bigint,
    building bigint,
    built bigint not null default 0,
    done bigint not null default 0,
    total bigint not null default 0,
    has_old boolean not null default false
  )`,
  'insert into {schema}.book_state default values',
  // How many events of each file are in the book, whichever generation.
  `create table {schema}.book_files (
    file bigint primary key,
    version integer not null
  ) with (fillfactor = 80)`,
  // Amounts are whole kobo, days are YYYY-MM-DD. The day 9999-12-31 in unpaid_since stands for none. A file is named by
  // the number of its loan.
  `create table {schema}.book_loans (
    generation bigint not null,
    file bigint not null,
    loan_id text collate "C" not null,
    version bigint not null,
    payer_id text collate "C" not null,
    mandate_id text collate "C" not null,
    stage text collate "C" not null,
    mandate_status text collate "C",
    collection_mode text collate "C" not null,
    opened_on text collate "C" not null,
    disbursed_on text collate "C",
    closed_on text collate "C",
    is_adopted boolean not null,
    principal bigint not null,
    due bigint not null,
    collected bigint not null,
    repaid_outside bigint not null,
    outstanding bigint not null,
    overpaid bigint not null,
    unpaid_since text collate "C" not null,
    open_debits bigint not null,
    unknown_debits bigint not null,
    parked_debits bigint not null,
    duties bigint not null,
    duty_until text collate "C",
    refresh_on text collate "C",
    primary key (generation, file)
  )`,
  'create unique index book_loans_by_id on {schema}.book_loans (generation, loan_id)',
  'create index book_loans_by_stage on {schema}.book_loans (generation, stage, file)',
  'create index book_loans_by_mandate_status on {schema}.book_loans (generation, mandate_status, file)',
  'create index book_loans_by_payer on {schema}.book_loans (generation, payer_id, file)',
  // A page in one of these orders is filtered within the index, without looking up the loans that it leaves out.
  `create index book_loans_by_unpaid_since on {schema}.book_loans (generation, unpaid_since, file)
    include (outstanding, ${filtered})`,
  `create index book_loans_by_outstanding on {schema}.book_loans (generation, outstanding, file)
    include (unpaid_since, ${filtered})`,
  'create index book_loans_with_debits on {schema}.book_loans (generation, file) where open_debits > 0',
  'create index book_loans_with_duties on {schema}.book_loans (generation, file) where duties > 0',
  'create index book_loans_by_duty on {schema}.book_loans (generation, duty_until, file) where duty_until is not null',
  'create index book_loans_by_refresh on {schema}.book_loans (generation, refresh_on, file) where refresh_on is not null',
  `create table {schema}.book_histories (
    generation bigint not null,
    file bigint not null,
    loan_id text collate "C" not null,
    history text not null,
    primary key (generation, file)
  )`,
  `create table {schema}.book_instalments (
    generation bigint not null,
    file bigint not null,
    number bigint not null,
    due_date text collate "C" not null,
    amount bigint not null,
    unpaid bigint not null,
    primary key (generation, file, number)
  )`,
  'create index book_instalments_unpaid on {schema}.book_instalments (generation, due_date, file) where unpaid > 0',
  `create table {schema}.book_accounts (
    generation bigint not null,
    file bigint not null,
    position bigint not null,
    bank text collate "C",
    status text collate "C",
    primary key (generation, file, position)
  )`,
  'create index book_accounts_by_bank on {schema}.book_accounts (generation, bank, file)',
  'create index book_accounts_by_status on {schema}.book_accounts (generation, status, file)',
];
