/** What the page shows, kept in the fragment of its URL: `#/mandates/ID?world=demo`. */
import { useEffect, useState } from 'preact/hooks';

export type Query = Readonly<Record<string, string>>;

export interface View {
  readonly path: readonly string[];
  readonly query: Query;
}

/** Parts of the query that follow from view to view. */
const KEPT = ['world'];

export function readView(): View {
  const [path = '', query = ''] = location.hash.replace(/^#\/?/, '').split('?');
  return {
    path: path.split('/').filter(Boolean).map(decoded),
    query: Object.fromEntries(new URLSearchParams(query)),
  };
}

export function useView(): View {
  const [view, setView] = useState(readView);
  useEffect(() => {
    const follow = () => setView(readView());
    addEventListener('hashchange', follow);
    return () => removeEventListener('hashchange', follow);
  }, []);
  return view;
}

/** The link to a view. The world stays, unless the query names another one. */
export function linkTo(
  path: readonly (string | number)[],
  query: Readonly<Record<string, string | undefined>> = {},
): string {
  const now = readView().query;
  const kept = Object.fromEntries(KEPT.map((name) => [name, now[name]]));
  const given = Object.entries({ ...kept, ...query }).filter((entry): entry is [string, string] => Boolean(entry[1]));
  const asked = new URLSearchParams(given).toString();
  return `#/${path.map(encodeURIComponent).join('/')}${asked && `?${asked}`}`;
}

/** Changes parts of the query of this view. */
export function ask(change: Readonly<Record<string, string | undefined>>): void {
  const { path, query } = readView();
  location.replace(linkTo(path, { ...query, ...change }));
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
