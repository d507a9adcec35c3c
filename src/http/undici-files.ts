/**
 * Loads undici on first use, by its inner files. Its main entry takes four times as long and replaces the global
 * dispatcher, and with it the `fetch` of the whole process.
 */

/** Ways to load parts of undici. Only tests pass other ones. */
export interface UndiciSources<Parts> {
  readonly files: () => Promise<Parts>;
  readonly main: () => Promise<Parts>;
}

export async function loadUndiciParts<Parts>({ files, main }: UndiciSources<Parts>): Promise<Parts> {
  try {
    return await files();
  } catch {
    return main();
  }
}

/** The function or class that an inner file of undici exports. @throws TypeError when it exports something else */
export function heldBy<Held>(file: { readonly default?: unknown }): Held {
  if (typeof file.default !== 'function') throw new TypeError('undici has moved its files.');
  return file.default as Held;
}
