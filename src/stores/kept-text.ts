const ESCAPED = 'json:';

/**
 * Any text as every database can keep it: PostgreSQL has no place for U+0000, some drivers cut a text there, and halves of characters are no UTF-8. A text that holds
 * them, or that looks as if it had been treated so, becomes a JSON string behind a mark; all others stay as they are.
 */
export function toKeptText(text: string): string {
  return text.startsWith(ESCAPED) || /\0|\p{Cs}/u.test(text) ? `${ESCAPED}${JSON.stringify(text)}` : text;
}

/** The text that {@link toKeptText} was given. */
export function fromKeptText(kept: string): string {
  return kept.startsWith(ESCAPED) ? JSON.parse(kept.slice(ESCAPED.length)) : kept;
}
