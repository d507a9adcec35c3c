import type { Statement } from '../statement.ts';
import type { LinesOfPages } from '../text/lines.ts';

interface Place {
  readonly row: number;
  readonly baseline: number;
}

/** Where the entries of a statement stand on its pages. */
export class RowPlaces {
  readonly #pages = new Map<number, Place[]>();
  readonly #rows = new Map<string, number>();

  constructor(lines: LinesOfPages, { transactions }: Pick<Statement, 'transactions'>) {
    for (const [row, { page, line }] of transactions.entries()) {
      this.#rows.set(`${page} ${line}`, row);
      const baseline = lines[page - 1]?.[line - 1]?.baseline;
      if (baseline === undefined) continue;
      const places = this.#pages.get(page) ?? [];
      this.#pages.set(page, places);
      places.push({ row, baseline });
    }
  }

  /** The entry whose figures are on a line. */
  onLine(page: number, line: number): number | undefined {
    return this.#rows.get(`${page} ${line}`);
  }

  /** The entries at the given heights of a page. Text far from all entries belongs to none. */
  at(page: number, baselines: readonly number[]): readonly number[] {
    const places = this.#pages.get(page) ?? [];
    const rows = baselines.flatMap((baseline) => {
      const distance = (place: Place) => Math.abs(place.baseline - baseline);
      const nearest = places.reduce<Place | undefined>(
        (best, place) => (best && distance(best) <= distance(place) ? best : place),
        undefined,
      );
      return nearest && distance(nearest) <= NEAR ? [nearest.row] : [];
    });
    return [...new Set(rows)].sort((a, b) => a - b);
  }
}

// Half the height of a row, in points. Rows with narrations of several lines are higher, but their figures are not.
const NEAR = 6;
