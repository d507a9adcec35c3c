const SHORTEST = 12;

/** How much of its key names an item: twelve characters, or as many as it takes to tell those that are shown apart. */
export function shortKeyLength(keys: readonly string[]): number {
  const longest = Math.max(SHORTEST, ...keys.map((key) => key.length));
  for (let length = SHORTEST; length < longest; length += 1) {
    if (new Set(keys.map((key) => key.slice(0, length))).size === new Set(keys).size) return length;
  }
  return longest;
}
