import { endlessFiles } from '../statements/hostile/endless-files.ts';
import { inflatingFiles } from '../statements/hostile/inflating-files.ts';
import { type FileEndings, readFiles } from '../statements/hostile/run-files.ts';
import { windingFiles } from '../statements/hostile/winding-files.ts';

const TIMES = 10;
/** What a process may hold afterwards beyond what it held before, in megabytes: an allocator keeps some of what was freed. */
const LEFT_BEHIND_MB = 200;

/**
 * Reads every hostile file in its full size ten times in a row, all in one process with the default limits: each must end as it should, and the
 * process must live and be as small again as it was.
 */
export async function proveHostile(print: (text: string) => void, isSmall: boolean): Promise<boolean> {
  const files = [...inflatingFiles, ...windingFiles, ...endlessFiles];
  const made = files.map((file) => ({ bytes: file.make(!isSmall), limits: isSmall ? { timeMs: 3_000 } : {} }));
  const read = await readFiles(made, isSmall ? 2 : TIMES);
  let holds = read.after < read.before + LEFT_BEHIND_MB;
  for (const [index, file] of files.entries()) {
    const found = read.files[index] as FileEndings;
    const endings = [...new Set(found.endings.map(({ ending }) => ending))];
    const isRight = endings.every((ending) => (file.endings as readonly string[]).includes(ending));
    holds &&= isRight;
    const size = `${Math.ceil((made[index]?.bytes.length ?? 0) / 1_000)} kB`;
    print(
      `${isRight ? 'ok ' : 'NO '} ${file.name.padEnd(64)} ${size.padStart(9)}  ${endings.join(', ').padEnd(22)} ${String(found.ms).padStart(6)} ms  ${found.mostMb} MB\n`,
    );
  }
  print(
    `Memory of the process: ${read.before} MB before, ${read.after} MB after ${files.length} files, each ${isSmall ? 2 : TIMES} times.\n`,
  );
  return holds;
}
