/** The result of looking for msw. */
export type FoundMsw = { readonly msw: unknown } | { readonly cause: unknown };

// By a name that the compiler does not follow: msw's declarations need the types of a browser.
const name: string = 'msw';

/**
 * The optional peer, imported: what msw offers to `require` cannot be loaded by Node before 20.19. The CJS build takes
 * msw-module-cjs.ts instead.
 */
export const found: FoundMsw = await import(name).then(
  (msw: unknown) => ({ msw }),
  (cause: unknown) => ({ cause }),
);
