/** The versions of Node that the package promises to run on, installed beside the one that runs the tests. */
import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sized } from '../size.ts';
import { output } from './tarball.ts';

/** The lowest of `engines`, and the newest of each line that the registry had when this was written. The only list of them; docs/versions.md explains the lines. */
export const nodeVersions = ['20.18.1', '22.23.3', '24.21.0', '26.10.0'] as const;

/** A Node that is too old: it lacks functions of its own modules that the package uses. */
export const refusedVersion = '18.20.8';

const running = process.versions.node;

/** Platforms for which npm carries Node itself, as packages without install scripts. */
const carried = ['linux-x64', 'linux-arm64', 'darwin-x64'];

const platform = `${process.platform}-${process.arch}`;

/** The versions that can be tried here: all, by CI the first and the last, or, where npm carries no Node, the running one. */
export const triedVersions: readonly string[] = carried.includes(platform)
  ? nodeVersions.filter((_, index) => index % sized(nodeVersions.length - 1, 1) === 0)
  : [running];

/** Can a Node that is too old be tried here? */
export const canTryRefused = carried.includes(platform);

/** Installs every version in an empty folder; answers where each one's program lies. */
export async function installNodes(folder: string): Promise<ReadonlyMap<string, string>> {
  const wanted = [...triedVersions, ...(canTryRefused ? [refusedVersion] : [])].filter(
    (version) => version !== running,
  );
  if (wanted.length > 0) {
    await writeFile(join(folder, 'package.json'), '{ "name": "nodes", "private": true }');
    const packages = wanted.map((version) => `node-${version}@npm:node-${platform}@${version}`);
    await output(
      folder,
      'npm',
      'install',
      '--prefer-offline',
      '--no-audit',
      '--no-fund',
      '--ignore-scripts',
      ...packages,
    );
  }
  const programs = wanted.map(
    (version) => [version, join(folder, 'node_modules', `node-${version}`, 'bin/node')] as const,
  );
  const missing = programs.filter(([, program]) => !existsSync(program));
  if (missing.length > 0)
    throw new Error(`No program in the packages of Node ${missing.map(([version]) => version).join(', ')}`);
  return new Map([...programs, [running, process.execPath]]);
}
