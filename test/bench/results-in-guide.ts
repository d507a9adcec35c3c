/** Between these two lines of the guide stand the last results; everything else in it is written by people. */
const BEGIN = '<!-- results: written by `npm run bench -- --write docs/benchmarks.md` -->';
const END = '<!-- end of results -->';

/** The guide with other results in it. */
export function withResults(guide: string, results: string): string {
  const { before, after } = around(guide);
  return `${before}${BEGIN}\n\n${results.trim()}\n\n${END}${after}`;
}

/** The results that stand in the guide. */
export function resultsIn(guide: string): string {
  const { before, after } = around(guide);
  return guide.slice(before.length + BEGIN.length, guide.length - after.length - END.length).trim();
}

function around(guide: string): { readonly before: string; readonly after: string } {
  const [from, to] = [guide.indexOf(BEGIN), guide.indexOf(END)];
  if (from < 0 || to < from)
    throw new Error(`This file has no place for results: a line ${BEGIN} and after it a line ${END}`);
  return { before: guide.slice(0, from), after: guide.slice(to + END.length) };
}
