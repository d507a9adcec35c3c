import { unfit } from './connect.ts';
import type { SqliteConnection, SqliteInteger } from './sqlite-connection.ts';

// The database refuses to change or delete events, even for other programs. REPLACE would delete rows without firing
// the delete triggers, so inserting over a row is refused as well.
const loanFiles = `
-- Ids are long, so rows name a file by its place: its number in the order in which the files were begun.
CREATE TABLE loan_files (
  place INTEGER PRIMARY KEY,
  loan_id TEXT NOT NULL UNIQUE,
  version INTEGER NOT NULL CHECK (version > 0),
  head TEXT NOT NULL
) STRICT;

-- In the order in which they were appended, whichever file they belong to: appending touches the end of the table only.
CREATE TABLE loan_events (
  place INTEGER NOT NULL REFERENCES loan_files (place),
  seq INTEGER NOT NULL CHECK (seq > 0),
  body TEXT NOT NULL,
  hash TEXT NOT NULL,
  PRIMARY KEY (place, seq)
) STRICT;

-- Sealed text about persons, apart from the log, which holds commitments to it only.
CREATE TABLE loan_personal (
  place INTEGER NOT NULL,
  seq INTEGER NOT NULL,
  sealed TEXT NOT NULL,
  PRIMARY KEY (place, seq),
  FOREIGN KEY (place, seq) REFERENCES loan_events (place, seq)
) STRICT;

CREATE TABLE loan_labels (
  label TEXT NOT NULL,
  place INTEGER NOT NULL REFERENCES loan_files (place),
  PRIMARY KEY (label, place)
) STRICT, WITHOUT ROWID;
CREATE UNIQUE INDEX loan_labels_one_file_a_mandate ON loan_labels (label) WHERE substr(label, 1, 8) = 'mandate:';

-- Times are epoch milliseconds; held_until is 0 while nobody holds the work.
CREATE TABLE loan_work (
  place INTEGER NOT NULL REFERENCES loan_files (place),
  kind TEXT NOT NULL,
  due_at INTEGER,
  held_until INTEGER NOT NULL DEFAULT 0,
  fence INTEGER NOT NULL DEFAULT 0,
  attempts INTEGER NOT NULL DEFAULT 0,
  reason TEXT,
  PRIMARY KEY (place, kind)
) STRICT, WITHOUT ROWID;
CREATE INDEX loan_work_due ON loan_work (kind, due_at, place) WHERE due_at IS NOT NULL;

CREATE TRIGGER loan_events_never_change BEFORE UPDATE ON loan_events
BEGIN SELECT RAISE(ABORT, 'loan_events is append-only: events never change'); END;
CREATE TRIGGER loan_events_never_go BEFORE DELETE ON loan_events
BEGIN SELECT RAISE(ABORT, 'loan_events is append-only: events never go'); END;
CREATE TRIGGER loan_events_are_never_replaced BEFORE INSERT ON loan_events
WHEN EXISTS (SELECT 1 FROM loan_events WHERE place = NEW.place AND seq = NEW.seq)
BEGIN SELECT RAISE(ABORT, 'loan_events is append-only: this event exists'); END;

CREATE TRIGGER loan_files_only_grow BEFORE UPDATE ON loan_files
WHEN NEW.place <> OLD.place OR NEW.loan_id <> OLD.loan_id OR NEW.version <= OLD.version
BEGIN SELECT RAISE(ABORT, 'loan_files only grow'); END;
CREATE TRIGGER loan_files_never_go BEFORE DELETE ON loan_files
BEGIN SELECT RAISE(ABORT, 'loan_files never go'); END;
CREATE TRIGGER loan_files_are_never_replaced BEFORE INSERT ON loan_files
WHEN EXISTS (SELECT 1 FROM loan_files WHERE place = NEW.place OR loan_id = NEW.loan_id)
BEGIN SELECT RAISE(ABORT, 'loan_files are never replaced'); END;

CREATE TRIGGER loan_work_fences_only_grow BEFORE UPDATE ON loan_work WHEN NEW.fence < OLD.fence
BEGIN SELECT RAISE(ABORT, 'loan_work: a fence never goes backwards'); END;
CREATE TRIGGER loan_work_never_goes BEFORE DELETE ON loan_work
BEGIN SELECT RAISE(ABORT, 'loan_work never goes: its fence is still needed'); END;
`;

// Done rows stay, to recognise repetitions; only their body is emptied. The indexes of open items contain no done rows.
const inbox = `
-- Times are epoch milliseconds, held_until is 0 while nobody holds the item; received_at is given back as it came.
CREATE TABLE inbox (
  place INTEGER PRIMARY KEY,
  key TEXT NOT NULL UNIQUE,
  kind TEXT NOT NULL,
  source TEXT NOT NULL CHECK (source IN ('webhook', 'reconciled')),
  body TEXT NOT NULL,
  received_at TEXT NOT NULL,
  status TEXT NOT NULL DEFAULT 'unfinished' CHECK (status IN ('unfinished', 'done', 'quarantined')),
  attempts INTEGER NOT NULL DEFAULT 0,
  fence INTEGER NOT NULL DEFAULT 0,
  due_at INTEGER NOT NULL DEFAULT 0,
  held_until INTEGER NOT NULL DEFAULT 0,
  news TEXT,
  reason TEXT,
  keep_body_until INTEGER
) STRICT;
CREATE UNIQUE INDEX inbox_news ON inbox (news) WHERE news IS NOT NULL;
CREATE INDEX inbox_due ON inbox (due_at) WHERE status = 'unfinished';
CREATE INDEX inbox_kept_bodies ON inbox (keep_body_until) WHERE keep_body_until IS NOT NULL;
CREATE INDEX inbox_open ON inbox (status) WHERE status <> 'done';
CREATE INDEX inbox_reconciled ON inbox (source) WHERE source = 'reconciled';
CREATE INDEX inbox_kinds ON inbox (kind);

CREATE TRIGGER inbox_only_grows BEFORE UPDATE ON inbox WHEN NEW.fence < OLD.fence OR NEW.key <> OLD.key OR NEW.place <> OLD.place
BEGIN SELECT RAISE(ABORT, 'inbox: a fence never goes backwards, and a delivery keeps its key'); END;
CREATE TRIGGER inbox_stays_done BEFORE UPDATE ON inbox WHEN OLD.status = 'done' AND NEW.status <> 'done'
BEGIN SELECT RAISE(ABORT, 'inbox: what is done stays done'); END;
CREATE TRIGGER inbox_never_goes BEFORE DELETE ON inbox
BEGIN SELECT RAISE(ABORT, 'inbox: a delivery never goes, because it may come again'); END;
CREATE TRIGGER inbox_is_never_replaced BEFORE INSERT ON inbox
WHEN EXISTS (SELECT 1 FROM inbox WHERE key = NEW.key) OR EXISTS (SELECT 1 FROM inbox WHERE place = NEW.place) OR EXISTS (SELECT 1 FROM inbox WHERE news = NEW.news)
BEGIN SELECT RAISE(ABORT, 'inbox: this delivery exists, or its news'); END;
CREATE TRIGGER inbox_news_is_never_taken BEFORE UPDATE OF news ON inbox
WHEN EXISTS (SELECT 1 FROM inbox WHERE news = NEW.news AND place <> OLD.place)
BEGIN SELECT RAISE(ABORT, 'inbox: another delivery brings this news'); END;
`;

// Rows that are derived from the loan files, so that questions about all loans need not read every file. They can be
// made again from them at any time. Every index begins with the generation, because a rebuild writes a new one while the
// present one answers.
const book = `
-- The one row of state. The position is the rowid of an event: events are only appended, by one writer at a time, so
-- their rowids count them from 1 without a gap, in the order of commits, and VACUUM numbers them in the same way.
CREATE TABLE book_state (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  revision INTEGER NOT NULL DEFAULT 0,
  position INTEGER NOT NULL DEFAULT 0,
  at TEXT,
  generation INTEGER,
  building INTEGER,
  built INTEGER NOT NULL DEFAULT 0,
  done INTEGER NOT NULL DEFAULT 0,
  total INTEGER NOT NULL DEFAULT 0,
  has_old INTEGER NOT NULL DEFAULT 0
) STRICT;
INSERT INTO book_state (id) VALUES (1);

-- Amounts are whole kobo, days are YYYY-MM-DD; the day 9999-12-31 in unpaid_since stands for none. A file is named by
-- its place.
CREATE TABLE book_loans (
  generation INTEGER NOT NULL,
  file INTEGER NOT NULL,
  loan_id TEXT NOT NULL,
  version INTEGER NOT NULL,
  payer_id TEXT NOT NULL,
  mandate_id TEXT NOT NULL,
  stage TEXT NOT NULL,
  mandate_status TEXT,
  collection_mode TEXT NOT NULL,
  opened_on TEXT NOT NULL,
  disbursed_on TEXT,
  closed_on TEXT,
  is_adopted INTEGER NOT NULL,
  principal INTEGER NOT NULL,
  due INTEGER NOT NULL,
  collected INTEGER NOT NULL,
  repaid_outside INTEGER NOT NULL,
  outstanding INTEGER NOT NULL,
  overpaid INTEGER NOT NULL,
  unpaid_since TEXT NOT NULL,
  open_debits INTEGER NOT NULL,
  unknown_debits INTEGER NOT NULL,
  parked_debits INTEGER NOT NULL,
  duties INTEGER NOT NULL,
  duty_until TEXT,
  refresh_on TEXT,
  PRIMARY KEY (generation, file)
) STRICT, WITHOUT ROWID;
CREATE UNIQUE INDEX book_loans_by_id ON book_loans (generation, loan_id);
CREATE INDEX book_loans_by_stage ON book_loans (generation, stage, file);
CREATE INDEX book_loans_by_mandate_status ON book_loans (generation, mandate_status, file);
CREATE INDEX book_loans_by_payer ON book_loans (generation, payer_id, file);
-- A page in one of these orders is filtered within the index, without looking up the loans that it leaves out.
CREATE INDEX book_loans_by_unpaid_since ON book_loans (generation, unpaid_since, file, outstanding, stage, mandate_status,
  collection_mode, open_debits, unknown_debits, parked_debits, duties, duty_until);
CREATE INDEX book_loans_by_outstanding ON book_loans (generation, outstanding, file, unpaid_since, stage, mandate_status,
  collection_mode, open_debits, unknown_debits, parked_debits, duties, duty_until);
CREATE INDEX book_loans_with_debits ON book_loans (generation, file, open_debits, unknown_debits, parked_debits)
  WHERE open_debits > 0;
CREATE INDEX book_loans_with_duties ON book_loans (generation, file, duties) WHERE duties > 0;
CREATE INDEX book_loans_by_duty ON book_loans (generation, duty_until, file) WHERE duty_until IS NOT NULL;
CREATE INDEX book_loans_by_refresh ON book_loans (generation, refresh_on, file) WHERE refresh_on IS NOT NULL;

CREATE TABLE book_histories (
  generation INTEGER NOT NULL,
  file INTEGER NOT NULL,
  loan_id TEXT NOT NULL,
  history TEXT NOT NULL,
  PRIMARY KEY (generation, file)
) STRICT, WITHOUT ROWID;

CREATE TABLE book_instalments (
  generation INTEGER NOT NULL,
  file INTEGER NOT NULL,
  number INTEGER NOT NULL,
  due_date TEXT NOT NULL,
  amount INTEGER NOT NULL,
  unpaid INTEGER NOT NULL,
  PRIMARY KEY (generation, file, number)
) STRICT, WITHOUT ROWID;
CREATE INDEX book_instalments_unpaid ON book_instalments (generation, due_date, file, unpaid) WHERE unpaid > 0;

CREATE TABLE book_accounts (
  generation INTEGER NOT NULL,
  file INTEGER NOT NULL,
  position INTEGER NOT NULL,
  bank TEXT,
  status TEXT,
  PRIMARY KEY (generation, file, position)
) STRICT, WITHOUT ROWID;
CREATE INDEX book_accounts_by_bank ON book_accounts (generation, bank, file);
CREATE INDEX book_accounts_by_status ON book_accounts (generation, status, file);
`;

/** A published step never changes: a later change is a new step at the end. */
export const migrations: readonly string[] = [loanFiles, inbox, book];

/** Marks a file as ours (`RPKT` in ASCII), so that another program's version number is not mistaken for ours. */
const APPLICATION_ID = 0x52504b54;

/**
 * Brings the schema up to date, forward only. Each step is one transaction that writes the new version (`user_version`)
 * first.
 * @throws ConfigurationError if the file belongs to another program, or to a later version of this one
 */
export function migrate(connection: SqliteConnection): void {
  // The version is read again within each step, because another process may be migrating too.
  while (versionOf(connection) < migrations.length) connection.write(() => takeStep(connection));
}

/**
 * Checks, without writing, that the tables of the loan files exist. Later steps did not change them, so a file of an
 * earlier version is fine.
 * @throws ConfigurationError if the file belongs to another program, or to a later version of this one
 */
export function requireLoanFiles(connection: SqliteConnection): void {
  if (versionOf(connection) < 1) throw unfit('holds no loan files: check the path');
}

function takeStep(connection: SqliteConnection): void {
  const version = versionOf(connection);
  const sql = migrations[version];
  if (sql === undefined) return;
  connection.exec(`PRAGMA user_version = ${version + 1}`);
  if (version === 0) connection.exec(`PRAGMA application_id = ${APPLICATION_ID}`);
  connection.exec(sql);
}

// One statement, so that all three values are consistent.
const VERSION = `SELECT (SELECT user_version FROM pragma_user_version) AS version,
  (SELECT application_id FROM pragma_application_id) AS application, (SELECT count(*) FROM sqlite_schema) AS entries`;

function versionOf(connection: SqliteConnection): number {
  const row = connection.read(() =>
    connection.prepare<Record<'version' | 'application' | 'entries', SqliteInteger>>(VERSION).get(),
  );
  const [version, application, entries] = [Number(row?.version), Number(row?.application), Number(row?.entries)];
  const isNew = version === 0 && application === 0 && entries === 0;
  if (!isNew && application !== APPLICATION_ID)
    throw unfit('belongs to something else: give the store a file of its own');
  if (version > migrations.length)
    throw unfit(`has schema ${version}, and this version of repaykit knows ${migrations.length}: install a later one`);
  return version;
}
