/**
 * Joins the chunks of a build. The bundler makes one for each set of files that share code: over fifty for the main
 * entry point. Loading a file costs as much as some 50 kB of code, however short it is.
 */
import { readdirSync, rmSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { type GetModuleInfo, type OutputOptions, rollup } from 'rollup';

/** Entry points that are small. They must not load the client. */
const small = ['postgres', 'sqlite', 'statements', 'ocr', 'msw'];

/** What the first call of a client loads. */
const firstCall = ['operations', 'undici-classes'];

export interface Joining {
  /** Holds an ESM build, whose files are replaced. */
  readonly from: string;
  readonly to: string;
  /** The names of the files to import or to start, without their ending. */
  readonly entries: readonly string[];
  readonly output: OutputOptions;
}

/** Writes the joined build. */
export async function joinChunks({ from, to, entries, output }: Joining): Promise<void> {
  const built = readdirSync(from).filter((name) => name.endsWith('.js'));
  const bundle = await rollup({
    input: Object.fromEntries(entries.map((name) => [name, resolve(from, `${name}.js`)])),
    external: (id) => !/^[./]/.test(id),
    treeshake: false,
    onwarn: ({ code, message }) => {
      if (code !== 'UNUSED_EXTERNAL_IMPORT') throw new Error(message);
    },
  });
  for (const name of built) rmSync(join(from, name));
  const ending = output.format === 'cjs' ? 'cjs' : 'js';
  let loadedBy: ReadonlyMap<string, ReadonlySet<string>> | undefined;
  await bundle.write({
    dir: to,
    entryFileNames: `[name].${ending}`,
    chunkFileNames: `[name]-[hash].${ending}`,
    hoistTransitiveImports: false,
    minifyInternalExports: false,
    manualChunks: (id, { getModuleIds, getModuleInfo }) => {
      loadedBy ??= loadersOf([...getModuleIds()], getModuleInfo);
      return getModuleInfo(id)?.isEntry ? undefined : nameOf(id, loadedBy.get(id) ?? new Set());
    },
    ...output,
  });
}

/** The name of the file that a chunk becomes a part of. */
function nameOf(id: string, loaders: ReadonlySet<string>): string {
  const isLoadedBy = (...names: readonly string[]) => names.some((name) => loaders.has(name));
  if (isLoadedBy('cli')) return 'start';
  if (isLoadedBy('index')) {
    if (isLoadedBy(...small)) return 'base';
    if (isLoadedBy('webhooks')) return 'core';
    return isLoadedBy('worker', 'server') ? 'loan-rules' : 'client';
  }
  if (isLoadedBy('operations')) return isLoadedBy('webhooks') ? 'validator' : 'operations';
  if (isLoadedBy('undici-classes')) return 'undici';
  return [...loaders].sort().join('-') || basename(id, '.js');
}

/** What loads each file: entry points, and what the first call loads. */
function loadersOf(ids: readonly string[], infoOf: GetModuleInfo): ReadonlyMap<string, ReadonlySet<string>> {
  const loaders = new Map(ids.map((id) => [id, new Set<string>()]));
  const visit = (id: string, loader: string) => {
    const known = loaders.get(id);
    if (!known || known.has(loader)) return;
    known.add(loader);
    for (const imported of infoOf(id)?.importedIds ?? []) visit(imported, loader);
  };
  for (const id of ids) {
    const name = basename(id, '.js').replace(/-[A-Z0-9]{8}$/, '');
    if (infoOf(id)?.isEntry || firstCall.includes(name)) visit(id, name);
  }
  return loaders;
}
