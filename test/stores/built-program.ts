import { basename, join } from 'node:path';

// By a name that is no literal: tsup's declarations name packages that are not installed.
const specifier: string = 'tsup';

/** Builds a program of the tests into a folder, so that plain Node can start it in a process of its own; answers its path. */
export async function buildProgram(entry: string, folder: string): Promise<string> {
  const { build } = (await import(specifier)) as { readonly build: (options: object) => Promise<void> };
  await build({
    entry: [entry],
    outDir: folder,
    format: 'esm',
    outExtension: () => ({ js: '.mjs' }),
    removeNodeProtocol: false,
    config: false,
    silent: true,
    clean: false,
    target: 'node20',
  });
  return join(folder, `${basename(entry, '.ts')}.mjs`);
}
