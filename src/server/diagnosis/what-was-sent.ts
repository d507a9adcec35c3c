/** What a value looks like, without the value: `text of 10 characters`, `number`, `nothing`. */
export function whatWasSent(value: unknown): string {
  if (value === undefined) return 'nothing';
  if (value === null) return 'null';
  if (typeof value === 'string') return `text of ${value.length} characters${likeness(value)}`;
  if (value instanceof Uint8Array) return `file of ${value.byteLength} bytes`;
  if (Array.isArray(value)) return `list of ${value.length}`;
  return typeof value;
}

const forms: readonly (readonly [RegExp, string])[] = [
  [/^\s*$/, 'blank'],
  [/^\d{4}-\d{2}-\d{2}[T ]\d/, 'like a timestamp'],
  [/^\d{4}[/.]\d{1,2}[/.]\d{1,2}$/, 'like YYYY/MM/DD'],
  [/^\d{1,2}[/.-]\d{1,2}[/.-]\d{4}$/, 'like DD/MM/YYYY'],
  [/^\d{4}-\d{1,2}-\d{1,2}$/, 'like YYYY-MM-DD'],
  [/^\d{8}$/, 'like YYYYMMDD'],
  [/^[+-]?[\d,]*\.?\d+$/, 'all digits'],
  [/^₦|^NGN/i, 'like an amount with its currency'],
  [/^data:/, 'like a data: URL'],
];

function likeness(text: string): string {
  const found = forms.find(([pattern]) => pattern.test(text));
  return found ? `, ${found[1]}` : '';
}
