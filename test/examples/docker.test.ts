import { spawn, spawnSync } from 'node:child_process';
import { copyFileSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { basename, delimiter, join, resolve } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { pack } from '../package/tarball.ts';
import { isFull } from '../size.ts';

const FOLDER = 'examples/docker';
const TOKEN = 'a-token-of-this-test';

/** The instructions, each on one line, without comments. */
const instructions = readFileSync(`${FOLDER}/Dockerfile`, 'utf8')
  .replace(/^#.*\n/gm, '')
  .replace(/\\\n\s*/g, '')
  .split('\n')
  .filter((line) => line !== '')
  .map((line) => {
    const [, name = '', value = ''] = /^([A-Z]+) (.+)$/.exec(line) ?? [];
    return { name, value };
  });
const valuesOf = (name: string) => instructions.filter((each) => each.name === name).map(({ value }) => value);
const last = (name: string) => valuesOf(name).at(-1) ?? '';

describe('the Dockerfile', () => {
  test('begins with a small image of a pinned major, of a Node that the package supports', () => {
    expect(valuesOf('FROM')).toEqual([expect.stringMatching(/^node:\d+-alpine$/)]);
    const { engines } = JSON.parse(readFileSync('package.json', 'utf8'));
    const [, major = ''] = /^node:(\d+)/.exec(last('FROM')) ?? [];
    expect(Number(major)).toBeGreaterThanOrEqual(Number(/\d+/.exec(engines.node)?.[0]));
  });

  test('names the versions that this package has: its own, and the reader of PDFs', () => {
    const { version, peerDependencies } = JSON.parse(readFileSync('package.json', 'utf8'));
    const [, minor = ''] = /^(\d+\.\d+)/.exec(version) ?? [];
    expect(valuesOf('ARG')).toEqual([`REPAYKIT=repaykit@${minor}`]);
    const [, unpdf = ''] = /(\d+\.\d+)/.exec(peerDependencies.unpdf) ?? [];
    expect(last('RUN')).toContain(` unpdf@${unpdf} `);
    expect(last('RUN')).toContain('--ignore-scripts');
  });

  test('runs as another user than root, from the last installation on', () => {
    const order = instructions.map(({ name }) => name);
    expect(last('USER')).toBe('node');
    expect(order.indexOf('USER')).toBeGreaterThan(order.lastIndexOf('RUN'));
    expect(order.indexOf('USER')).toBeLessThan(order.indexOf('ENTRYPOINT'));
  });

  test('holds no secret and copies nothing', () => {
    expect(valuesOf('ENV')).toEqual(['PORT=4010']);
    expect(instructions.filter(({ name }) => name === 'COPY' || name === 'ADD')).toEqual([]);
  });
});

/** A folder in which `repaykit` is the built command, for the search path. */
function commandFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'repaykit-docker-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  symlinkSync(resolve('dist/cli.js'), join(folder, 'repaykit'));
  return folder;
}

function freePort(): Promise<number> {
  return new Promise((answer) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as { port: number };
      server.close(() => answer(port));
    });
  });
}

describe.runIf(isFull)('what the Dockerfile starts', () => {
  const environment = async () => ({
    PATH: [commandFolder(), process.env.PATH].join(delimiter),
    PORT: String(await freePort()),
    REPAYKIT_CONTROL_TOKEN: TOKEN,
  });
  const [program = '', ...args] = [last('ENTRYPOINT'), last('CMD')].flatMap((json): string[] => JSON.parse(json));

  test('listens on PORT, is healthy, and ends in order at SIGTERM as one process', async () => {
    const env = await environment();
    const server = spawn(program, args, { env, stdio: ['ignore', 'pipe', 'inherit'] });
    onTestFinished(() => void server.kill('SIGKILL'));
    const ended = new Promise((answer) => server.on('close', answer));
    const [line] = await new Promise<string[]>((answer) =>
      server.stdout.once('data', (data) => answer(String(data).split('\n'))),
    );
    expect(JSON.parse(line ?? '').url).toContain(env.PORT);

    const [, health = ''] = / CMD (.+)$/.exec(last('HEALTHCHECK')) ?? [];
    const check = (more: object) => spawnSync('/bin/sh', ['-c', health], { env: { ...env, ...more } }).status;
    expect([check({}), check({ PORT: '1' }), check({ REPAYKIT_CONTROL_TOKEN: 'another' })]).toEqual([0, 1, 1]);

    server.kill('SIGTERM');
    expect(await ended).toBe(0);
  });

  test('is refused without a control token', async () => {
    const { REPAYKIT_CONTROL_TOKEN: _none, ...env } = await environment();
    const { status, stderr } = spawnSync(program, args, { env, encoding: 'utf8' });
    expect(status).not.toBe(0);
    expect(stderr).toContain('REPAYKIT_CONTROL_TOKEN');
    expect(stderr).toContain('is not set');
  });
});

const hasDocker = isFull && spawnSync('docker', ['info'], { stdio: 'ignore' }).status === 0;

test.runIf(hasDocker)(
  'the container is healthy, answers on its port and stops in order',
  { timeout: 900_000 },
  async () => {
    const context = mkdtempSync(join(tmpdir(), 'repaykit-image-'));
    onTestFinished(() => rmSync(context, { recursive: true }));
    copyFileSync(`${FOLDER}/Dockerfile`, join(context, 'Dockerfile'));
    const { file } = await pack('.', context);
    const docker = (...args: readonly string[]) => {
      const { status, stdout, stderr } = spawnSync('docker', args, { encoding: 'utf8' });
      if (status !== 0) throw new Error(`docker ${args.join(' ')}: ${stderr}`);
      return stdout.trim();
    };
    const image = `repaykit-test-${process.pid}`;
    docker('build', '--tag', image, '--build-arg', `REPAYKIT=./${basename(file)}`, context);
    onTestFinished(() => void docker('image', 'rm', '--force', image));
    const id = docker('run', '--detach', '-p', '127.0.0.1::4010', '-e', `REPAYKIT_CONTROL_TOKEN=${TOKEN}`, image);
    onTestFinished(() => void docker('rm', '--force', id));

    await expect.poll(() => docker('inspect', '--format', '{{.State.Health.Status}}', id)).toBe('healthy');
    expect(docker('exec', id, 'id', '-un')).toBe('node');
    const url = `http://${docker('port', id, '4010').split('\n')[0]}/_control/clock`;
    const headers = { 'x-repaykit-control': TOKEN };
    expect(await (await fetch(url, { headers })).json()).toMatchObject({ flow: 'frozen' });
    expect((await fetch(url)).status).toBe(401);
    docker('stop', id);
    expect(docker('inspect', '--format', '{{.State.ExitCode}}', id)).toBe('0');
  },
);
