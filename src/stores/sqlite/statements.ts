/**
 * Every statement of the store. Each finds its rows through an index and in the required order, so that a call costs
 * the same in a file of a million loans. A test checks the query plans.
 */
export const statements = {
  loadFile: `
    SELECT f.version, e.seq, e.body, e.hash, p.sealed
    FROM loan_files f
    LEFT JOIN loan_events e ON e.place = f.place AND e.seq > ?
    LEFT JOIN loan_personal p ON p.place = e.place AND p.seq = e.seq
    WHERE f.loan_id = ? ORDER BY e.seq`,
  listFiles: 'SELECT place, loan_id, version, head FROM loan_files WHERE place > ? ORDER BY place LIMIT ?',
  findByLabel: `
    SELECT l.place, f.loan_id FROM loan_labels l CROSS JOIN loan_files f ON f.place = l.place
    WHERE l.label = ? AND l.place > ? ORDER BY l.place LIMIT ?`,

  fileAt: 'SELECT place, version, head FROM loan_files WHERE loan_id = ?',
  beginFile: 'INSERT INTO loan_files (loan_id, version, head) VALUES (?, ?, ?) RETURNING place',
  growFile: 'UPDATE loan_files SET version = ?, head = ? WHERE place = ?',
  addEvent: 'INSERT INTO loan_events (place, seq, body, hash) VALUES (?, ?, ?, ?)',
  addPersonal: 'INSERT INTO loan_personal (place, seq, sealed) VALUES (?, ?, ?)',
  otherUnderLabel: 'SELECT 1 AS other FROM loan_labels WHERE label = ? AND place <> ? LIMIT 1',
  addLabel: 'INSERT INTO loan_labels (label, place) VALUES (?, ?) ON CONFLICT (label, place) DO NOTHING',
  removeLabel: 'DELETE FROM loan_labels WHERE label = ? AND place = ?',
  // A claim without an end is still running, or its claimant died. It may have acted, so it counts as an attempt.
  setWork: `
    INSERT INTO loan_work (place, kind, due_at) VALUES (?, ?, ?)
    ON CONFLICT (place, kind) DO UPDATE SET due_at = excluded.due_at, attempts = held_until <> 0, reason = NULL`,

  dueWork: `
    SELECT w.place, f.loan_id, w.kind, w.due_at, w.fence, w.attempts FROM loan_work w CROSS JOIN loan_files f ON f.place = w.place
    WHERE w.kind = ? AND w.due_at <= ? AND w.held_until <= ? ORDER BY w.due_at, w.place LIMIT ?`,
  workOfLoan: `
    SELECT w.place, f.loan_id, w.kind, w.due_at, w.fence, w.attempts FROM loan_files f CROSS JOIN loan_work w ON w.place = f.place
    WHERE f.loan_id = ? AND w.kind = ? AND w.due_at IS NOT NULL AND w.held_until <= ?`,
  leaseWork: 'UPDATE loan_work SET fence = ?, attempts = ?, held_until = ? WHERE place = ? AND kind = ?',
  finishWork: `
    UPDATE loan_work SET held_until = 0, attempts = 0, reason = NULL
    WHERE place = (SELECT place FROM loan_files WHERE loan_id = ?) AND kind = ? AND fence = ? AND held_until <> 0`,
  postponeWork: `
    UPDATE loan_work SET held_until = 0, attempts = max(attempts, 1), due_at = ?, reason = ?
    WHERE place = (SELECT place FROM loan_files WHERE loan_id = ?) AND kind = ? AND fence = ? AND held_until <> 0`,
} as const;

/** Every statement of the book except pages and counts. Each finds its rows through an index. */
export const bookStatements = {
  bookState: `
    SELECT revision, position, at, generation, building, built, done, total, has_old FROM book_state WHERE id = 1`,
  setBookState: `
    UPDATE book_state SET revision = revision + 1, position = ?, at = ?, generation = ?, building = ?, built = ?,
      done = ?, total = ?, has_old = ? WHERE id = 1`,
  lastPosition: 'SELECT max(rowid) AS last FROM loan_events',
  // Files are never deleted, so this is their number, too.
  lastFile: 'SELECT max(place) AS last FROM loan_files',
  positionsAfter: 'SELECT rowid AS position, place FROM loan_events WHERE rowid > ? ORDER BY rowid LIMIT ?',
  filesAfter: 'SELECT place, loan_id FROM loan_files WHERE place > ? ORDER BY place LIMIT ?',
  fileAtPlace: 'SELECT place, loan_id FROM loan_files WHERE place = ?',
  // A unary plus, so that the events are found by their file.
  eventsUpTo: 'SELECT seq, body, hash FROM loan_events WHERE place = ? AND +rowid <= ? ORDER BY seq',
  outdated: `
    SELECT file AS place FROM book_loans WHERE generation = ? AND refresh_on <= ? ORDER BY refresh_on, file LIMIT ?`,
  oldRows: `
    SELECT generation, file FROM book_loans WHERE generation > ? AND generation < ? ORDER BY generation, file LIMIT ?`,

  loanInBook: `
    SELECT l.*, h.history FROM book_loans l CROSS JOIN book_histories h ON h.generation = l.generation AND h.file = l.file
    WHERE l.generation = ? AND l.loan_id = ?`,
  instalmentsInBook: 'SELECT * FROM book_instalments WHERE generation = ? AND file = ? ORDER BY number',
  accountsInBook: 'SELECT * FROM book_accounts WHERE generation = ? AND file = ? ORDER BY position',
  historiesInBook: `
    SELECT file, loan_id, history FROM book_histories WHERE generation = ? AND file > ? ORDER BY file LIMIT ?`,
} as const;

export const ITEM_COLUMNS = 'place, key, kind, source, body, received_at, status, attempts, fence, news, reason';

/**
 * Every statement of the inbox except lists. Each finds its rows through an index and in the required order, so that a
 * call costs the same among a million done deliveries.
 */
export const inboxStatements = {
  deliveryAt: 'SELECT place, status FROM inbox WHERE key = ?',
  bringerOf: 'SELECT place, status FROM inbox WHERE news = ?',
  addDelivery: 'INSERT INTO inbox (key, kind, source, body, received_at, news) VALUES (?, ?, ?, ?, ?, ?)',
  reopenDelivery:
    "UPDATE inbox SET status = 'unfinished', due_at = ?, held_until = 0 WHERE key = ? AND status <> 'done'",
  replayDelivery:
    "UPDATE inbox SET status = 'unfinished', attempts = 0, due_at = ?, held_until = 0 WHERE key = ? AND status <> 'done'",
  quarantineDelivery:
    "UPDATE inbox SET status = 'quarantined', reason = ?, held_until = 0 WHERE key = ? AND status <> 'done'",

  // A few at a time, so that many of them do not block a writer.
  emptyBodies: `
    UPDATE inbox SET body = '', keep_body_until = NULL
    WHERE place IN (SELECT place FROM inbox WHERE keep_body_until <= ? ORDER BY keep_body_until LIMIT 1000)`,
  dueDeliveries: `
    SELECT ${ITEM_COLUMNS} FROM inbox WHERE status = 'unfinished' AND due_at <= ? AND held_until <= ? ORDER BY due_at, place LIMIT ?`,
  freeDelivery: `SELECT ${ITEM_COLUMNS} FROM inbox WHERE key = ? AND status = 'unfinished' AND held_until <= ?`,
  holdDelivery: 'UPDATE inbox SET fence = ?, attempts = ?, held_until = ? WHERE place = ?',

  heldDelivery: "SELECT place FROM inbox WHERE key = ? AND fence = ? AND status = 'unfinished' AND held_until <> 0",
  setStateChange: 'UPDATE inbox SET news = ? WHERE place = ?',
  finishDelivery: "UPDATE inbox SET status = 'done', held_until = 0, reason = NULL, body = '' WHERE place = ?",
  finishWithBody:
    "UPDATE inbox SET status = 'done', held_until = 0, reason = NULL, keep_body_until = ? WHERE place = ?",
  shutDelivery: "UPDATE inbox SET status = 'quarantined', held_until = 0, reason = ? WHERE place = ?",
  postponeDelivery: 'UPDATE inbox SET held_until = 0, reason = ?, due_at = ? WHERE place = ?',
} as const;
