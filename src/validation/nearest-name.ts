/** How many letters to insert, delete, change or swap with a neighbour to turn one text into the other. */
export function editDistance(a: string, b: string): number {
  let [beforeLast, last]: [readonly number[], readonly number[]] = [
    [],
    Array.from({ length: b.length + 1 }, (_, i) => i),
  ];
  const at = (row: readonly number[], column: number) => row[column] ?? Number.POSITIVE_INFINITY;
  for (let i = 1; i <= a.length; i += 1) {
    const row = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const isSwap = a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      const changed = at(last, j - 1) + (a[i - 1] === b[j - 1] ? 0 : 1);
      const swapped = isSwap ? at(beforeLast, j - 2) + 1 : Number.POSITIVE_INFINITY;
      row.push(Math.min(at(row, j - 1) + 1, at(last, j) + 1, changed, swapped));
    }
    [beforeLast, last] = [last, row];
  }
  return at(last, b.length);
}

// Longer than any name here. Longer input matches nothing and costs no time.
const LONGEST_NAME = 64;
// Shorter parts prove nothing: `at` is a part of many names.
const SHORTEST_PART = 4;

/** Whether one may be a typing mistake for the other: one letter in four may differ, from one to three in total. */
export function isClose(a: string, b: string): boolean {
  if (a.length > LONGEST_NAME || b.length > LONGEST_NAME) return false;
  const most = Math.min(3, Math.max(1, Math.floor(Math.min(a.length, b.length) / 4)));
  return Math.abs(a.length - b.length) <= most && editDistance(a, b) <= most;
}

/** The one known name that is close, mistyped or as a part (`date` for `debitDate`). Undefined if not exactly one. */
export function nearestName(name: string, known: readonly string[]): string | undefined {
  if (name.length > LONGEST_NAME) return undefined;
  const word = name.toLowerCase();
  // If more than a third of the word differs, a suggestion is a guess.
  let nearest: string | undefined;
  let nearestDistance = Math.min(Math.max(2, Math.floor(word.length / 3)), word.length - 1) + 1;
  for (const candidate of known) {
    const distance = editDistance(word, candidate.toLowerCase());
    if (distance < nearestDistance) [nearest, nearestDistance] = [candidate, distance];
  }
  const onlyOne = (fits: (candidate: string) => boolean) => {
    const fitting = known.filter((candidate) => fits(candidate.toLowerCase()));
    return fitting.length === 1 ? fitting[0] : undefined;
  };
  // The first three quarters of its letters match: `attemptsPerDay` for `attemptsPerDueDate`.
  const start = word.slice(0, Math.ceil(word.length * 0.75));
  return (
    nearest ??
    (word.length < SHORTEST_PART ? undefined : onlyOne((each) => each.startsWith(word) || each.endsWith(word))) ??
    (start.length < 2 * SHORTEST_PART ? undefined : onlyOne((each) => each.startsWith(start)))
  );
}
