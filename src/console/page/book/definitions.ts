/** The definition of each figure, as docs/book.md gives it. Empty here: the build puts them in (`build/console-page.ts`). */
export const definitions: Readonly<Record<string, string>> = {};
