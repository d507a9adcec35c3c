/** Lists that a service wraps, whole or page by page. The specification shows no list operation's pages (§4.1, §4.2, §4.10), so the customary forms are read. */

type Fields = Readonly<Record<string, unknown>>;

const LIST_NAMES = ['docs', 'data', 'items', 'results', 'records', 'rows', 'list'];

/** The list in a payload: the payload itself, or under one of its own names or a customary one, also one level deeper. */
export function listIn(data: unknown, names: readonly string[]): readonly unknown[] | undefined {
  return findList(data, [...names, ...LIST_NAMES], 2);
}

function findList(data: unknown, names: readonly string[], depth: number): readonly unknown[] | undefined {
  if (Array.isArray(data)) return data;
  if (depth === 0 || !isFields(data)) return undefined;
  for (const name of names) {
    const list = Object.hasOwn(data, name) ? findList(data[name], names, depth - 1) : undefined;
    if (list) return list;
  }
  return undefined;
}

/** Is it an object with fields? */
export function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
