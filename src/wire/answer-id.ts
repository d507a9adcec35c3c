/** Reads an identifier: text, a whole number, or the populated document it stands for. Apart from the shapes, because the client reads notifications without them. */
export function answerId(value: unknown): string | undefined {
  if (typeof value === 'string') return value;
  if (typeof value === 'number') return Number.isSafeInteger(value) ? String(value) : undefined;
  if (typeof value !== 'object' || value === null) return undefined;
  const { _id, id, $oid } = value as { _id?: unknown; id?: unknown; $oid?: unknown };
  const inner = _id ?? id ?? $oid;
  return inner === undefined || inner === value ? undefined : innerId(inner);
}

// One level more, for `{ _id: { $oid: '…' } }`, and no further: an answer must not decide how deep we recurse.
function innerId(value: unknown): string | undefined {
  if (typeof value === 'string' && value !== '') return value;
  if (typeof value === 'number' && Number.isSafeInteger(value)) return String(value);
  const oid = (value as { $oid?: unknown } | null)?.$oid;
  return typeof oid === 'string' && oid !== '' ? oid : undefined;
}
