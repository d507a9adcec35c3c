/** Set-up of the unit tests: `dist/openapi.json` must be made of these sources, with or without a build. */
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

const FILE = 'dist/openapi.json';
/** Where the document comes from: the shapes, the rules and the server on which its examples are played. */
const sources = ['build/openapi', 'src/domain', 'src/wire', 'src/server'];

/** Writes the document where it is missing, or older than a source. */
export async function setup(): Promise<void> {
  const written = statSync(FILE, { throwIfNoEntry: false })?.mtimeMs ?? 0;
  const files = sources.flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name)),
  );
  if (files.every((file) => statSync(file).mtimeMs < written)) return;
  const { writeOpenApi } = await import('../build/openapi/write.ts');
  await writeOpenApi(FILE);
}
