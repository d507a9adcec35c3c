import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { firstLine, launch, until } from '../cli/running.ts';
import { root, temporaryFolder } from './tarball.ts';

let folder: string;

beforeAll(async () => {
  folder = await temporaryFolder();
});

afterAll(() => rm(folder, { recursive: true, force: true }));

async function configFile(name: string, bureau = 'undefined') {
  const file = join(folder, `${name}.mjs`);
  await writeFile(
    file,
    `import { systemClock } from '${join(root, 'dist')}/index.js';
    import { createTestKit } from '${join(root, 'dist')}/testing.js';
    const bureau = ${bureau};
    // The platform's day, at the machine's pace.
    const ahead = Date.parse('2026-01-05T08:00:00Z') - Date.now();
    const clock = { now: () => Date.now() + ahead, today: () => '2026-01-05', sleep: systemClock.sleep };
    export default async () => {
      const { kit, loanAt, close } = await createTestKit({ client: bureau ? { bureau, clock } : { clock } });
      await loanAt('disbursed');
      return { kit, close: async () => { await close(); console.log('{"closed":true}'); } };
    };`,
  );
  return file;
}

// What the config file writes goes to standard error: standard output is the worker's.
const lines = (out: string) =>
  out
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));

test.each(['SIGINT', 'SIGTERM'] as const)(
  'a worker in a process of its own works until %s, and frees what it opened',
  async (signal) => {
    const worker = launch(['worker', '--config', await configFile(signal), '--every', '50ms', '--json']);
    expect(JSON.parse(await firstLine(worker))).toMatchObject({
      runs: 1,
      reports: { delivered: 2, failed: 0, stuck: 0 },
    });
    await until(() => worker.out().split('\n').length > 3);
    worker.child.kill(signal);
    expect(await worker.ended).toBe(0);
    expect(worker.err()).toBe('{"closed":true}\n');
    expect(lines(worker.out())).toContainEqual(expect.objectContaining({ runs: 2 }));
  },
);

test('a worker that is stopped finishes what it holds, also where that takes longer than a command usually gets', async () => {
  const slow = `{ submit: () => { console.log('{"begun":true}'); return new Promise((resolve) => setTimeout(resolve, 3_300)); } }`;
  const worker = launch(['worker', '--config', await configFile('slow', slow), '--json']);
  await until(() => worker.err().includes('begun'));
  worker.child.kill('SIGTERM');
  expect(await worker.ended).toBe(0);
  expect(lines(worker.out()).at(-1)).toMatchObject({ reports: { delivered: 2, failed: 0 } });
  expect(lines(worker.err()).at(-1)).toEqual({ closed: true });
});

test('doctor ends also where the config file left something open', async () => {
  const file = join(folder, 'open.mjs');
  await writeFile(
    file,
    `import { createTestKit } from '${join(root, 'dist')}/testing.js';
    setInterval(() => {}, 1_000);
    export default async () => (await createTestKit()).kit;`,
  );
  const doctor = launch(['doctor', '--config', file, '--json']);
  expect(await doctor.ended).toBe(1);
  expect(lines(doctor.out())).toEqual([expect.objectContaining({ problems: expect.any(Number) })]);
});
