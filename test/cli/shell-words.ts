/** Splits a line as a shell does, as far as the examples need it. */
export function shellWords(line: string): readonly string[] {
  return [...line.replaceAll('\\\n', ' ').matchAll(/'([^']*)'|(\S+)/g)].map(
    ([, quoted, plain]) => quoted ?? (plain as string),
  );
}
