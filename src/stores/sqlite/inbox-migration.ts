/**
 * Where webhooks wait between the answer and the work. What is done stays, to be recognised when it comes again; only its body goes. Indexes of what waits
 * hold nothing else, so a heap of what is done costs nothing. As with the loan files, REPLACE would take rows away without asking, so it is refused.
 */
export const inbox = `
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
