import { symlink } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';

// By a name that is no literal: tsup's declarations name packages that are not installed.
const specifier: string = 'tsup';

/** Builds a program of the tests into a new folder, so that plain Node can start it there with our packages; answers its path. */
export async function buildProgram(entry: string, folder: string): Promise<string> {
  await symlink(resolve('node_modules'), join(folder, 'node_modules'));
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
