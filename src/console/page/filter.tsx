/** Filters of a view. Each is a part of the URL's query. */
import { ask, useView } from './view.ts';

interface FilterProps {
  readonly label: string;
  /** Its name in the query. */
  readonly name: string;
  readonly of: readonly string[];
  /** What it is called not to filter. */
  readonly any?: string;
}

/** A choice among the values that a list may have. */
export function Filter({ label, name, of, any = 'any' }: FilterProps) {
  const value = useView().query[name] ?? '';
  return (
    <label>
      <span>{label}</span>
      <select value={value} onChange={({ currentTarget }) => ask({ [name]: currentTarget.value })}>
        <option value="">{any}</option>
        {of.map((each) => (
          <option key={each}>{each}</option>
        ))}
      </select>
    </label>
  );
}
