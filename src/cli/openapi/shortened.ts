/** So many members of a list show what it is. */
const ENOUGH = 3;

/** The same JSON with lists that can be taken in at a glance. */
export function shortened(value: unknown): unknown {
  if (Array.isArray(value)) return value.slice(0, ENOUGH).map(shortened);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, shortened(member)]));
}
