import { beforeAll, describe, expect, test } from 'vitest';
import { sized } from '../../size.ts';
import { endlessFiles } from './endless-files.ts';
import { inflatingFiles } from './inflating-files.ts';
import { type FilesRead, readFiles } from './run-files.ts';
import { windingFiles } from './winding-files.ts';

const READINGS = sized(1, 2);
const hostile = [...inflatingFiles, ...windingFiles, ...endlessFiles];
// What winds without end is ended by the clock, and here soon. What ends by itself may take its time on a busy machine.
const limitsFor = ({ endings }: (typeof hostile)[number]) => ({
  timeMs: endings.includes('limit_exceeded') ? sized(2_000, 4_000) : 500_000,
});

describe('a hostile file', () => {
  let read: FilesRead;
  beforeAll(async () => {
    // Within one process, one after another and each again in full size: a crash of the process would be a failure of this hook.
    read = await readFiles(
      hostile.map((file) => ({ bytes: file.make(false), limits: limitsFor(file) })),
      READINGS,
    );
  }, 600_000);

  test.each(hostile.map(({ name, endings }, index) => ({ name, endings, index })))(
    'costs its limit at most: $name',
    ({ endings, index }) => {
      const found = read.files[index]?.endings.map(({ ending }) => ending) ?? [];
      expect(found).toHaveLength(READINGS);
      for (const ending of found) expect(endings).toContain(ending);
    },
  );

  test('takes about as much memory as is allowed, and not what it asks for', () => {
    // 256 MB are allowed; what was read before may not be given back yet, and between two looks a thread takes more. Unbounded, some take gigabytes.
    for (const { mostMb } of read.files) expect(mostMb).toBeLessThan(read.before + 3 * 256);
  });

  test('leaves no memory behind but what an allocator keeps', () => {
    expect(read.after).toBeLessThan(read.before + 250);
  });
});
