import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { ConfigurationError } from '../../errors.ts';
import { thisFile } from './this-file.ts';

const FILE = 'statement-worker.js';

/**
 * The file of the reading threads: beside the built package, or, where this code was bundled into another program, in the installed package.
 * @throws ConfigurationError where it is in neither place
 */
export function findWorkerFile(here: string = thisFile): string {
  const beside = join(dirname(here), FILE);
  if (existsSync(beside)) return beside;
  const installed = installedFile(here);
  if (installed !== undefined && existsSync(installed)) return installed;
  const message = `its file ${FILE} is not found: keep the package out of the bundle (mark it as external), or copy the file beside the bundle`;
  throw new ConfigurationError('repaykit/statements', [{ path: 'repaykit', message }]);
}

function installedFile(here: string): string | undefined {
  try {
    return join(dirname(createRequire(here).resolve('repaykit/package.json')), 'dist', FILE);
  } catch {
    return undefined;
  }
}
