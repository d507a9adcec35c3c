/** Where a tree of JSON still has prototypes: the paths of all objects that do; `''` is the whole. */
export function prototypesIn(value: unknown, path = ''): readonly string[] {
  if (typeof value !== 'object' || value === null) return [];
  const own = Array.isArray(value) || Object.getPrototypeOf(value) === null ? [] : [path];
  return [...own, ...Object.entries(value).flatMap(([name, member]) => prototypesIn(member, `${path}.${name}`))];
}
