import { textOf } from '../layout/text-line.ts';
import type { ColumnBand } from './column-bands.ts';
import { amountRoles } from './column-titles.ts';
import { hasKobo, moneyOf } from './money-text.ts';
import type { TableLine } from './table-line.ts';

// The second half stands on the next line, or on the one after where other text stands between.
const REACH = 2;

/** Puts figures together that a narrow column broke behind a comma: `41,197,` above `241.39`. */
export function joinBrokenFigures(lines: readonly TableLine[], bands: readonly ColumnBand[]): readonly TableLine[] {
  if (
    !lines.some(({ cells }) =>
      bands.some(({ role }, column) => amountRoles.has(role) && cells[column]?.at(-1)?.text.endsWith(',')),
    )
  )
    return lines;
  const joined = lines.map((line) => ({ ...line, money: new Map(line.money) }));
  bands.forEach((band, column) => {
    if (!amountRoles.has(band.role)) return;
    joined.forEach((line, index) => {
      const first = textOf(line.cells[column] ?? []);
      if (!/\d,$/.test(first)) return;
      const below = joined
        .slice(index + 1, index + 1 + REACH)
        .find((other) => (other.cells[column] ?? []).length > 0 && other.baseline - line.baseline < 2.5 * line.size);
      const second = textOf(below?.cells[column] ?? []);
      const money = /^\d{3}/.test(second) && hasKobo(second) ? moneyOf(first + second) : undefined;
      if (!below || !money) return;
      line.money.set(column, money);
      below.money.delete(column);
    });
  });
  return joined;
}
