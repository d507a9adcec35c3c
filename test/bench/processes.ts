/** What must not outlive the bench: the processes it started, and what it wrote outside of its folder. */
import type { ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const running = new Set<ChildProcess>();
const folders = new Set<string>();

/** Remembers a child until it has ended. */
export function watched<Child extends ChildProcess>(child: Child): Child {
  running.add(child);
  child.once('exit', () => running.delete(child));
  return child;
}

/** A folder for files that are not needed afterwards. */
export function scratchFolder(): { readonly path: string; readonly remove: () => void } {
  const path = mkdtempSync(join(tmpdir(), 'repaykit-bench-'));
  folders.add(path);
  const remove = () => {
    rmSync(path, { recursive: true, force: true });
    folders.delete(path);
  };
  return { path, remove };
}

/** Ends all of it at once. What hangs on a pipe or a channel of this process ends with it, too. */
export function endEverything(): void {
  for (const child of running) child.kill('SIGKILL');
  for (const path of folders) rmSync(path, { recursive: true, force: true });
}
