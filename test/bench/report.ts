import { readFileSync } from 'node:fs';
import { cpus, release, totalmem, type } from 'node:os';
import type { PartResult } from './context.ts';
import type { PartName } from './parts.ts';
import type { PostgresPlace } from './postgres.ts';

/** Where and with what it was measured. */
export interface Setting {
  readonly version: string;
  readonly date: string;
  readonly cpu: string;
  readonly cores: number;
  readonly memoryGiB: number;
  readonly system: string;
  readonly node: string;
  readonly postgres: string;
  /** Name and version of each. */
  readonly peers: readonly string[];
  /** The long form. */
  readonly isFull: boolean;
}

/** A run, as `--json` prints it and `--from` reads it. */
export interface BenchReport {
  readonly setting: Setting;
  readonly parts: readonly (PartResult & { readonly name: PartName; readonly seconds: number })[];
}

const peers = ['stripe', 'axios', 'standardwebhooks', '@stoplight/prism-cli', '@mockoon/cli'];
const ownPeers = ['undici', 'fastify', 'unpdf', 'pg'];

/** What this run is measured on. */
export function settingOf({
  postgres,
  isFull,
}: {
  readonly postgres: PostgresPlace;
  readonly isFull: boolean;
}): Setting {
  return {
    version: versionIn('.'),
    date: new Date().toISOString().slice(0, 10),
    cpu: cpus()[0]?.model.trim() || process.arch,
    cores: cpus().length,
    memoryGiB: Math.round(totalmem() / 2 ** 30),
    // The number only: what stands behind it names a build, and often whose.
    system: `${distribution() ?? type()}, kernel ${/^[\d.]*\d/.exec(release())?.[0] ?? 'unknown'}`,
    node: process.version,
    postgres: postgres.url === undefined ? 'none' : postgres.version,
    peers: [
      ...peers.map((peer) => `${peer} ${versionIn(`test/bench/node_modules/${peer}`)}`),
      ...ownPeers.map((peer) => `${peer} ${versionIn(`node_modules/${peer}`)}`),
    ],
    isFull,
  };
}

function versionIn(folder: string): string {
  return (JSON.parse(readFileSync(`${folder}/package.json`, 'utf8')) as { version: string }).version;
}

function distribution(): string | undefined {
  try {
    return /^PRETTY_NAME="?(.*?)"?$/m.exec(readFileSync('/etc/os-release', 'utf8'))?.[1];
  } catch {
    return undefined;
  }
}
