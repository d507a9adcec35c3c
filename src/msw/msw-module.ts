export type FoundMsw = { readonly msw: unknown } | { readonly cause: unknown };

// A variable hides the module from the compiler: msw's declarations need the types of a browser.
const name: string = 'msw';

/**
 * The optional peer, loaded by `import`: Node before 20.19 cannot `require` msw. The CJS build uses msw-module-cjs.ts.
 */
export const found: FoundMsw = await import(name).then(
  (msw: unknown) => ({ msw }),
  (cause: unknown) => ({ cause }),
);
