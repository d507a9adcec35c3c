/** The columns of which an item is made. */
export const ITEM_COLUMNS = 'place, key, kind, source, body, received_at, status, attempts, fence, news, reason';

/**
 * Every statement of the inbox but lists. As with the loan files, each finds its rows through an index and in the order wanted, so that a call costs the same
 * among a million deliveries that are done.
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

  // Some at a time, so that a heap of them holds up nobody.
  emptyBodies: `
    UPDATE inbox SET body = '', keep_body_until = NULL
    WHERE place IN (SELECT place FROM inbox WHERE keep_body_until <= ? ORDER BY keep_body_until LIMIT 1000)`,
  dueDeliveries: `
    SELECT ${ITEM_COLUMNS} FROM inbox WHERE status = 'unfinished' AND due_at <= ? AND held_until <= ? ORDER BY due_at, place LIMIT ?`,
  freeDelivery: `SELECT ${ITEM_COLUMNS} FROM inbox WHERE key = ? AND status = 'unfinished' AND held_until <= ?`,
  holdDelivery: 'UPDATE inbox SET fence = ?, attempts = ?, held_until = ? WHERE place = ?',

  heldDelivery: "SELECT place FROM inbox WHERE key = ? AND fence = ? AND status = 'unfinished' AND held_until <> 0",
  nameNews: 'UPDATE inbox SET news = ? WHERE place = ?',
  finishDelivery: "UPDATE inbox SET status = 'done', held_until = 0, reason = NULL, body = '' WHERE place = ?",
  finishWithBody:
    "UPDATE inbox SET status = 'done', held_until = 0, reason = NULL, keep_body_until = ? WHERE place = ?",
  shutDelivery: "UPDATE inbox SET status = 'quarantined', held_until = 0, reason = ? WHERE place = ?",
  postponeDelivery: 'UPDATE inbox SET held_until = 0, reason = ?, due_at = ? WHERE place = ?',
} as const;
