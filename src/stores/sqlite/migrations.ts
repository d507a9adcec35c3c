import { inbox } from './inbox-migration.ts';

/**
 * The schema, step by step. A step that was published never changes: what has to differ comes as another one at the end. The database itself refuses to
 * change or to take away what happened, also from whoever comes with another program. REPLACE would take rows away without asking the triggers for
 * deletion, so inserting over what exists is refused as well.
 */
export const migrations: readonly string[] = [
  `
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
`,
  inbox,
];
