/**
 * How undici is loaded: on first use and by its inner files. Its main entry takes four times as long and replaces the
 * global dispatcher, and with it everybody's `fetch`.
 */

/** Ways to load some parts of undici; only tests give other ones. */
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

/** What an inner file of undici holds: one function or class. @throws TypeError when it holds something else. */
export function heldBy<Held>(file: { readonly default?: unknown }): Held {
  if (typeof file.default !== 'function') throw new TypeError('undici has moved its files.');
  return file.default as Held;
}
