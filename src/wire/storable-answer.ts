/** Makes the text of answers fit to be stored: every store keeps it, and reading it back gives the same. The one place where that is done. */

/** Longer than any name, status, reference or sentence to a payer. */
export const LONGEST_STORED_TEXT = 1_000;

// Halves of surrogate pairs are no UTF-8, PostgreSQL has no place for U+0000, and the other control characters disturb whatever prints them.
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const UNSTORABLE = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]|\p{Surrogate}/gu;

// Nothing that is stored lies deeper, and answers may be nested deeper than the stack is.
const DEEPEST = 32;

/**
 * The same answer with U+FFFD for each character that a store may not keep, and with long text cut. Text that had to be changed is no reference any more:
 * see {@link isStorableReference}.
 * @param longest the most characters of a text; Infinity where nothing of the answer is stored
 */
export function storableAnswer<Value>(value: Value, longest: number = LONGEST_STORED_TEXT): Value {
  return clean(value, longest, 0) as Value;
}

function clean(value: unknown, longest: number, depth: number): unknown {
  if (typeof value === 'string') return storableText(value, longest);
  if (typeof value !== 'object' || value === null || depth === DEEPEST) return value;
  const members = value as Record<string, unknown>;
  for (const name of Object.keys(members)) {
    const member = members[name];
    const cleaned = clean(member, longest, depth + 1);
    if (cleaned !== member) members[name] = cleaned;
  }
  return value;
}

function storableText(text: string, longest: number): string {
  const cut = text.length > longest ? `${text.slice(0, longest - 1)}\ufffd` : text;
  return cut.replace(UNSTORABLE, '\ufffd');
}

const LONGEST_REFERENCE = 200;

/** Can a transaction be asked for by this reference later? Not by an empty one, by one that had to be changed, nor by one of many lines. */
export function isStorableReference(reference: string): boolean {
  return reference.trim() !== '' && reference.length <= LONGEST_REFERENCE && !/[\ufffd\t\n\r]/.test(reference);
}
