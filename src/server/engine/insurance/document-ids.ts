/** A 24-hex id that belongs to a numbered record, always the same for the same number. */
export function objectIdFromNumber(id: number): string {
  return `66${id.toString(16).padStart(22, '0')}`;
}

/** A UUID that belongs to a numbered record, always the same for the same number. */
export function uuidFromNumber(id: number): string {
  return `00000000-0000-4000-8000-${id.toString(16).padStart(12, '0')}`;
}
