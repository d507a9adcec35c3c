/**
 * The entry points of the package: the name of each subpath (`index` is `.`) and the file it leads to. The build reads this list;
 * `exports` in package.json and `entryPoints` in typedoc.json repeat it, and test/house.test.ts compares them.
 */
export const entryPoints: Readonly<Record<string, string>> = {
  index: 'src/index.ts',
  webhooks: 'src/webhooks/index.ts',
  worker: 'src/worker/index.ts',
  book: 'src/book/index.ts',
  postgres: 'src/stores/postgres/index.ts',
  sqlite: 'src/stores/sqlite/index.ts',
  statements: 'src/statements/index.ts',
  ocr: 'src/ocr/index.ts',
  server: 'src/server/index.ts',
  console: 'src/console/index.ts',
  testing: 'src/testing/index.ts',
  msw: 'src/msw/index.ts',
};
