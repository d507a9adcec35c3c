/** Charts as SVG, each with its table and its definition. Shapes are drawn in percent, so the texts stay readable. */
import type { ComponentChildren } from 'preact';
import { Section } from './parts.tsx';

export interface Point {
  readonly label: string;
  /** One for each series. */
  readonly values: readonly number[];
}

interface ChartProps {
  readonly title: string;
  readonly definition: string;
  readonly series: readonly string[];
  readonly points: readonly Point[];
  readonly format: (value: number) => string;
  /** Lines for what goes on in time, bars for what is counted. */
  readonly as: 'bars' | 'lines';
  /** What to say while there is nothing. */
  readonly empty: ComponentChildren;
  readonly children?: ComponentChildren;
}

const HEIGHT = 100;
const LEAST_SLOTS = 10;

export function Chart({ title, definition, series, points, format, as, empty, children }: ChartProps) {
  const most = Math.max(0, ...points.flatMap(({ values }) => values));
  const [first, last] = [points[0], points.at(-1)];
  return (
    <Section title={title} aside={<Legend series={series} />}>
      <p class="quiet">{definition}</p>
      {children}
      {first === undefined || last === undefined || most === 0 ? (
        <p class="empty">{empty}</p>
      ) : (
        <figure class="chart">
          <span class="scale">{format(most)}</span>
          <svg
            viewBox={`0 0 100 ${HEIGHT}`}
            preserveAspectRatio="none"
            role="img"
            aria-label={`${title}: at most ${format(most)}. The table below has every value.`}
          >
            {as === 'bars' ? (
              <Bars points={points} most={most} format={format} series={series} />
            ) : (
              <Lines points={points} most={most} />
            )}
          </svg>
          <figcaption
            style={
              as === 'bars' && points.length < LEAST_SLOTS ? { width: `${(100 * points.length) / LEAST_SLOTS}%` } : {}
            }
          >
            <span>{first.label}</span>
            <span>{last.label}</span>
          </figcaption>
        </figure>
      )}
      {points.length > 0 && (
        <details class="code">
          <summary>{title} as a table</summary>
          <ValueTable
            label={title}
            head={['', ...series]}
            rows={points.map(({ label, values }) => [label, ...values.map(format)])}
          />
        </details>
      )}
    </Section>
  );
}

function Legend({ series }: Pick<ChartProps, 'series'>) {
  if (series.length < 2) return null;
  return (
    <ul class="legend">
      {series.map((name, index) => (
        <li key={name} class={`series-${index}`}>
          {name}
        </li>
      ))}
    </ul>
  );
}

function Bars({
  points,
  most,
  format,
  series,
}: Pick<ChartProps, 'points' | 'format' | 'series'> & { readonly most: number }) {
  // A few bars would be as wide as walls.
  const slot = 100 / Math.max(points.length, LEAST_SLOTS);
  const width = (slot * 0.8) / series.length;
  return (
    <>
      {points.map(({ label, values }, at) =>
        values.map((value, of) => {
          const height = (value / most) * HEIGHT;
          return (
            <rect
              key={`${label} ${series[of]}`}
              class={`series-${of}`}
              x={at * slot + slot * 0.1 + of * width}
              y={HEIGHT - height}
              width={width}
              height={height}
            >
              <title>{`${label}${series.length > 1 ? `, ${series[of]}` : ''}: ${format(value)}`}</title>
            </rect>
          );
        }),
      )}
    </>
  );
}

function Lines({ points, most }: Pick<ChartProps, 'points'> & { readonly most: number }) {
  const count = points[0]?.values.length ?? 0;
  const x = (at: number) => (points.length === 1 ? 50 : (at * 100) / (points.length - 1));
  return (
    <>
      {Array.from({ length: count }, (_, of) => {
        const path = points
          .map(({ values }, at) => `${x(at)},${HEIGHT - ((values[of] ?? 0) / most) * HEIGHT}`)
          .join(' ');
        return <polyline key={path} class={`series-${of}`} points={path} vector-effect="non-scaling-stroke" />;
      })}
    </>
  );
}

interface ValueTableProps {
  readonly label: string;
  readonly head: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

/** Values side by side: the first column names its row. */
export function ValueTable({ label, head, rows }: ValueTableProps) {
  return (
    <section class="table" tabIndex={0} aria-label={label}>
      <table>
        <thead>
          <tr>
            {head.map((title, place) =>
              title === '' ? (
                <td key={place} />
              ) : (
                <th key={title} scope="col" class="number">
                  {title}
                </th>
              ),
            )}
          </tr>
        </thead>
        <tbody>
          {rows.map(([name, ...values]) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              {values.map((value, place) => (
                <td key={head[place + 1]} class="number">
                  {value}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
