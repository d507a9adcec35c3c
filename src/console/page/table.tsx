/** Tables. A long one renders only the rows in sight, and asks for more at its end. */
import type { ComponentChildren } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { Empty } from './parts.tsx';

export interface Column<Row> {
  readonly title: string;
  readonly cell: (row: Row) => ComponentChildren;
  readonly isNumber?: boolean;
}

interface TableProps<Row> {
  readonly label: string;
  readonly rows: readonly Row[];
  readonly keyOf: (row: Row) => string;
  /** The first column leads to the row's own view. */
  readonly columns: readonly Column<Row>[];
  readonly linkOf?: (row: Row) => string;
  /** What to do next while there are no rows. */
  readonly empty: ComponentChildren;
  /** Reads more rows, if there are more. */
  readonly onEnd?: (() => void) | undefined;
}

const ROW_PX = 37;
// Above this, only a window of the rows is in the document.
const MOST_ROWS = 120;
const MARGIN_ROWS = 20;

export function Table<Row>({ label, rows, keyOf, columns, linkOf, empty, onEnd }: TableProps<Row>) {
  const box = useRef<HTMLElement>(null);
  const [top, setTop] = useState(0);
  const isLong = rows.length > MOST_ROWS;
  const height = box.current?.clientHeight ?? 600;
  // A list that became shorter is shown to its end.
  const first = isLong ? Math.max(0, Math.min(Math.floor(top / ROW_PX), rows.length - 1) - MARGIN_ROWS) : 0;
  const last = isLong ? Math.min(rows.length, first + Math.ceil(height / ROW_PX) + 2 * MARGIN_ROWS) : rows.length;
  useEffect(() => {
    if (last >= rows.length) onEnd?.();
  }, [last, rows.length, onEnd]);
  if (rows.length === 0) return <Empty>{empty}</Empty>;
  return (
    // The keyboard scrolls it.
    <section
      class={`table ${isLong ? 'long' : ''}`}
      ref={box}
      tabIndex={0}
      aria-label={label}
      onScroll={({ currentTarget }) => isLong && setTop(currentTarget.scrollTop)}
    >
      <table aria-rowcount={rows.length}>
        <Head columns={columns} />
        <tbody>
          <Gap rows={first} columns={columns.length} />
          {rows.slice(first, last).map((row, index) => (
            <tr key={keyOf(row)} aria-rowindex={first + index + 1}>
              {columns.map(({ title, cell, isNumber }, place) => (
                <td key={title} class={isNumber ? 'number' : ''}>
                  {place === 0 && linkOf ? (
                    <a class="row" href={linkOf(row)}>
                      {cell(row)}
                    </a>
                  ) : (
                    cell(row)
                  )}
                </td>
              ))}
            </tr>
          ))}
          <Gap rows={rows.length - last} columns={columns.length} />
        </tbody>
      </table>
    </section>
  );
}

function Head<Row>({ columns }: Pick<TableProps<Row>, 'columns'>) {
  return (
    <thead>
      <tr>
        {columns.map(({ title, isNumber }) => (
          <th key={title} scope="col" class={isNumber ? 'number' : ''}>
            {title}
          </th>
        ))}
      </tr>
    </thead>
  );
}

function Gap({ rows, columns }: { readonly rows: number; readonly columns: number }) {
  if (rows <= 0) return null;
  return (
    <tr>
      <td colSpan={columns} style={{ height: `${rows * ROW_PX}px`, padding: 0 }} />
    </tr>
  );
}
