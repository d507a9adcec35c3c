/** Makes the text of answers storable: every store accepts it and returns it unchanged. No other code does this. */

/** Longer than any name, status, reference or sentence to a payer. */
export const LONGEST_STORED_TEXT = 1_000;

// Half a surrogate pair is not valid UTF-8, PostgreSQL cannot store U+0000, and other control characters disturb
// printed output.
// biome-ignore lint/suspicious/noControlCharactersInRegex: the pattern looks for them
const UNSTORABLE = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\ud800-\udfff]/gu;

// Stored data is never deeper, and answers may be nested deeper than the stack allows.
const DEEPEST = 32;

/**
 * The same answer with U+FFFD for each character that a store cannot keep, and with long text cut. A changed text is no
 * longer a valid reference: see {@link isStorableReference}.
 * @param longest maximum length of a text; Infinity if nothing of the answer is stored
 */
export function storableAnswer<Value>(value: Value, longest: number = LONGEST_STORED_TEXT): Value {
  return clean(value, longest, 0) as Value;
}

const MAYBE_UNSTORABLE = /[\u007f-\u009f\ud800-\udfff]|\\[bfu]/;

/** Whether an answer in this JSON text can be stored as it is. Costs a tenth of {@link storableAnswer}; most answers are so short and plain. */
export function isStorableJson(body: string): boolean {
  return body.length <= LONGEST_STORED_TEXT && !MAYBE_UNSTORABLE.test(body);
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

/** Whether a transaction can be queried by this reference later: not empty, not changed, and of one line. */
export function isStorableReference(reference: string): boolean {
  return reference.trim() !== '' && reference.length <= LONGEST_REFERENCE && !/[\ufffd\t\n\r]/.test(reference);
}
