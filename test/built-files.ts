/** Set-up of the tests: the two files of `dist` that a run from source needs must be made of these sources, with or without a build. */
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';

interface Built {
  readonly file: string;
  readonly sources: readonly string[];
  write(): Promise<void>;
}

const openApi: Built = {
  file: 'dist/openapi.json',
  // The shapes, the rules and the server on which its examples are played.
  sources: ['build/openapi', 'src/domain', 'src/wire', 'src/server'],
  async write() {
    const { writeOpenApi } = await import('../build/openapi/write.ts');
    await writeOpenApi(openApi.file);
  },
};

// Node.js starts a thread from JavaScript only.
const statementWorker: Built = {
  file: 'dist/statement-worker.cjs',
  sources: ['src'],
  async write() {
    await build({
      entryPoints: ['src/statements/thread/statement-worker.ts'],
      outfile: statementWorker.file,
      bundle: true,
      packages: 'external',
      platform: 'node',
      target: 'node20',
      format: 'cjs',
    });
  },
};

/** Writes each file where it is missing, or older than a source. */
export async function setup(): Promise<void> {
  for (const built of [openApi, statementWorker]) if (!isFresh(built)) await built.write();
}

function isFresh({ file, sources }: Built): boolean {
  const written = statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0;
  return sources
    .flatMap((folder) => readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name)))
    .every((path) => statSync(path).mtimeMs < written);
}
