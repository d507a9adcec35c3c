import { createRequire } from 'node:module';

/** The version of this package, as it was published. */
export function packageVersion(): string {
  // By its own name, because the sources and what is built of them lie at different depths.
  const { version }: { readonly version: string } = createRequire(import.meta.url)('repaykit/package.json');
  return version;
}
