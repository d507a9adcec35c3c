/** How near two names are, for suggestions of what was meant. */

/** How many letters must be put in, taken out, changed or swapped with their neighbour to turn one text into the other. */
export function editDistance(a: string, b: string): number {
  const rows: number[][] = Array.from({ length: a.length + 1 }, (_, row) => [row]);
  for (let column = 0; column <= b.length; column += 1) (rows[0] as number[])[column] = column;
  for (let row = 1; row <= a.length; row += 1) {
    for (let column = 1; column <= b.length; column += 1) {
      const cost = a[row - 1] === b[column - 1] ? 0 : 1;
      const isSwap = row > 1 && column > 1 && a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1];
      const [left, up, corner] = [
        cell(rows, row, column - 1) + 1,
        cell(rows, row - 1, column) + 1,
        cell(rows, row - 1, column - 1) + cost,
      ];
      (rows[row] as number[])[column] = Math.min(
        left,
        up,
        corner,
        isSwap ? cell(rows, row - 2, column - 2) + 1 : Number.POSITIVE_INFINITY,
      );
    }
  }
  return cell(rows, a.length, b.length);
}

function cell(rows: readonly (readonly number[])[], row: number, column: number): number {
  return rows[row]?.[column] ?? 0;
}

/** Longer than any name here: what is longer is close to none, and costs nothing. */
const LONGEST_NAME = 64;

/** May one be the other, mistyped? One letter in four may be wrong, at least one and at most three. */
export function isClose(a: string, b: string): boolean {
  if (a.length > LONGEST_NAME || b.length > LONGEST_NAME) return false;
  const most = Math.min(3, Math.max(1, Math.floor(Math.min(a.length, b.length) / 4)));
  return Math.abs(a.length - b.length) <= most && editDistance(a, b) <= most;
}
