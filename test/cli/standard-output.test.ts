import { spawn } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, onTestFinished, test } from 'vitest';
import { start } from '../spec/black-box.ts';
import { launch } from './running.ts';

const dist = (file: string) => join(import.meta.dirname, '../../dist', file);

/** A folder with a config file whose code writes to standard output in every way there is, and whose client logs to `console`. */
function chattyFolder(url: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'repaykit-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  writeFileSync(
    join(folder, 'repaykit.config.mjs'),
    `import fs, { writeSync } from 'node:fs';
import { Worker } from 'node:worker_threads';
import { memoryStore, RepayKit } from ${JSON.stringify(pathToFileURL(dist('index.js')).href)};
export default async () => {
  console.log('chatter: log');
  console.info('chatter: info');
  console.debug({ chatter: 'debug' });
  process.stdout.write('chatter: stream\\n');
  fs.writeSync(1, 'chatter: descriptor\\n');
  writeSync(1, 'chatter: imported\\n');
  await new Promise((resolve) => fs.write(1, 'chatter: later\\n', resolve));
  await new Promise((resolve) => new Worker("console.log('chatter: thread')", { eval: true }).once('exit', resolve));
  return new RepayKit({
    baseUrl: ${JSON.stringify(url)}, appId: '650000000000000000000001', businessId: '650000000000000000000002',
    publicKey: 'pk_test_repaykit', secretKey: 'sk_test_repaykit', segments: { mandate: 'mandates', discovery: 'discovery' },
    store: memoryStore(), bureau: { submit: async () => {} }, repaymentReports: 'merchant', logger: console,
  });
};
`,
  );
  return folder;
}

const CHATTER = ['log', 'info', 'debug', 'stream', 'descriptor', 'imported', 'later', 'thread'];

describe('standard output holds only what a command prints, whatever its config file writes', () => {
  test.each([['worker --once'], ['reconcile --all'], ['drift']])('repaykit %s --json', async (command) => {
    const { url } = await start();
    const config = join(chattyFolder(url), 'repaykit.config.mjs');
    const { ended, out, err } = launch([...command.split(' '), '--config', config, '--json']);
    expect(await ended).toBe(0);
    expect(JSON.parse(out())).toBeTypeOf('object');
    for (const word of CHATTER) expect(err()).toContain(word);
    if (command === 'drift') expect(err()).toMatch(/^repaykit: listBanks goes out \{.*\}$/m);
  });

  test('into a file as well', async () => {
    const folder = chattyFolder('http://127.0.0.1:9');
    const [out, err] = ['out', 'err'].map((name) => openSync(join(folder, name), 'w')) as [number, number];
    const child = spawn(
      process.execPath,
      [dist('cli.js'), 'worker', '--once', '--json', '--config', join(folder, 'repaykit.config.mjs')],
      {
        stdio: ['ignore', out, err],
      },
    );
    const code = await new Promise((resolve) => child.on('close', resolve));
    for (const descriptor of [out, err]) closeSync(descriptor);
    expect(code).toBe(0);
    expect(JSON.parse(readFileSync(join(folder, 'out'), 'utf8'))).toMatchObject({ loans: 0 });
    for (const word of CHATTER) expect(readFileSync(join(folder, 'err'), 'utf8')).toContain(word);
  });
});
