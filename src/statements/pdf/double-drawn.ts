import type { TextPiece } from './text-page.ts';

/** Of the letters' size: bold type and shadows are made by drawing the same text again this near. Narrow letters stand further apart. */
const NEAR = 0.12;
const FURTHEST = 4;
/** Side of a cell in points: so large that most pieces look into one cell, so small that few share it. */
const CELL = 16;
/** A hostile page may pile everything up in one place. */
const MOST_LOOKS = 100;
/** More cells than a page has across, so that two numbers make one key. */
const CELLS_ACROSS = 65_536;

/** Keeps each text once that is drawn several times at the same place, and the order of the rest. */
export function withoutDoubles(pieces: readonly TextPiece[]): TextPiece[] {
  const lastInCell = new Map<number, number>();
  const before: number[] = [];
  const kept: TextPiece[] = [];
  for (const piece of pieces) {
    const near = Math.min(piece.size * NEAR, FURTHEST);
    if (isThere(piece, near)) continue;
    const cell = cellOf(piece.left, piece.baseline);
    before.push(lastInCell.get(cell) ?? -1);
    lastInCell.set(cell, kept.push(piece) - 1);
  }
  return kept;

  function isThere(piece: TextPiece, near: number): boolean {
    const { left, baseline } = piece;
    const home = cellOf(left - near, baseline - near);
    if (cellHolds(home, piece, near)) return true;
    const right = cellOf(left + near, baseline - near);
    if (right !== home && cellHolds(right, piece, near)) return true;
    const below = cellOf(left - near, baseline + near);
    if (below === home) return false;
    return (
      cellHolds(below, piece, near) || (right !== home && cellHolds(cellOf(left + near, baseline + near), piece, near))
    );
  }

  function cellHolds(cell: number, { text, left, baseline }: TextPiece, near: number): boolean {
    let looks = 0;
    for (let index = lastInCell.get(cell) ?? -1; index >= 0 && looks < MOST_LOOKS; index = before[index] ?? -1) {
      looks += 1;
      const other = kept[index] as TextPiece;
      if (other.text === text && Math.abs(other.left - left) <= near && Math.abs(other.baseline - baseline) <= near)
        return true;
    }
    return false;
  }
}

function cellOf(left: number, baseline: number): number {
  return Math.floor(left / CELL) * CELLS_ACROSS + Math.floor(baseline / CELL);
}
