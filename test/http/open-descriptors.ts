import { readdirSync, readlinkSync } from 'node:fs';
import { join } from 'node:path';

/** How many descriptors of this process point at a file; Linux knows. */
export function openDescriptors(path: string): number {
  const holder = '/proc/self/fd';
  return readdirSync(holder).filter((name) => {
    try {
      return readlinkSync(join(holder, name)) === path;
    } catch {
      return false;
    }
  }).length;
}
