import { readFileSync } from 'node:fs';
import type { Command } from 'commander';
import { describe, expect, onTestFinished, test } from 'vitest';
import { controlCommands } from '../../src/cli/control/commands.ts';
import { createProgram } from '../../src/cli/program.ts';
import { controlCalls } from '../../src/server/control/calls.ts';
import { listen } from './http-listener.ts';
import { run, runWith } from './running.ts';
import { shellWords } from './shell-words.ts';

const io = { out: () => undefined, err: () => undefined, showsColour: false, stop: new AbortController().signal };

/** Every command of the program by its words, those that only hold others left out. */
function leaves(
  command: Command = createProgram(io, () => undefined),
  words: readonly string[] = [],
): readonly (readonly [string, Command])[] {
  return command.commands.flatMap((inner) => {
    const path = [...words, inner.name()];
    return inner.commands.length > 0 ? leaves(inner, path) : [[path.join(' '), inner] as const];
  });
}

/** A server that answers everything with `{}` and writes down what it was asked. */
async function recorder() {
  const asked: string[] = [];
  const url = await listen((request, response) => {
    asked.push(`${request.method} ${request.url}`);
    response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
  });
  return { asked, url };
}

describe('every command', () => {
  test.each(leaves().map(([name]) => name))('%s has help with an example of its own words', async (name) => {
    const { code, out } = await run(...name.split(' '), '--help');
    expect(code).toBe(0);
    const [, examples = ''] = out.split(/Examples?:\n/);
    const [first] = name.split(' ');
    expect(examples).toMatch(new RegExp(`^ {2}repaykit (${name}|${first})( |$)`, 'm'));
  });

  test('speaks JSON', () => {
    expect(
      leaves()
        .filter(([, command]) => !command.options.some(({ long }) => long === '--json'))
        .map(([name]) => name),
    ).toEqual([]);
  });

  test('is there: the commands that the documents fix', () => {
    const names = createProgram(io, () => undefined).commands.map((command) => command.name());
    expect(names).toEqual(
      expect.arrayContaining([
        'serve',
        'demo',
        'trigger',
        'clock',
        'payer',
        'deposit',
        'fault',
        'scenario',
        'explain',
        'webhooks',
        'statement',
        'drift',
        'openapi',
      ]),
    );
  });

  test('groups have help with the examples of their commands', async () => {
    const { out } = await run('fault', '--help');
    expect(out).toMatch(/Examples:\n {2}repaykit fault list\n {2}repaykit fault add timeout/);
  });
});

test.each(['--version', '-V'])('repaykit %s prints the version of the package', async (flag) => {
  const { version } = JSON.parse(readFileSync('package.json', 'utf8'));
  expect(await run(flag)).toEqual({ code: 0, out: `${version}\n`, err: '' });
});

const controlRoutes = Object.values(controlCalls);

describe('the commands of the control API', () => {
  const rowOf = (asked: string) => {
    const [method, path = ''] = asked.split(' ');
    const parts = path.replace(/\?.*/, '').replace('/_control', '').split('/');
    const fits = (row: string) =>
      row.split('/').length === parts.length &&
      row.split('/').every((part, index) => part.startsWith('{') || part === parts[index]);
    const row = controlRoutes.find((route) => route.method === method && fits(route.path));
    return row && `${row.method} ${row.path}`;
  };

  test.each(controlCommands.map(({ example }) => example))(
    '%s asks for a call that the server has',
    async (example) => {
      const { asked, url } = await recorder();
      const { code, out, err } = await run(...shellWords(example).slice(1), '--json', '--url', url);
      expect([code, out, err, asked.length]).toEqual([0, '{}\n', '', 1]);
      expect(rowOf(asked[0] as string), asked[0]).toBeDefined();
    },
  );

  test('reach every control call', async () => {
    const { asked, url } = await recorder();
    const others = [
      'requests --clear',
      'deliveries',
      'deliveries --clear',
      'scenario partial',
      'violations --clear',
      'near-misses --clear',
      'scenario',
      'fault clear flt_1',
    ];
    for (const line of [...controlCommands.map(({ example }) => example.replace(/^repaykit /, '')), ...others])
      await run(...shellWords(line), '--json', '--url', url);
    // The help lists the commands, and `repaykit openapi` needs no server.
    const reached = new Set([...asked.map(rowOf), 'GET /', 'GET /openapi.json']);
    expect(controlRoutes.map(({ method, path }) => `${method} ${path}`).filter((row) => !reached.has(row))).toEqual([]);
  });

  test('send world and token along', async () => {
    const seen: unknown[] = [];
    const url = await listen((request, response) => {
      seen.push([request.headers['x-repaykit-world'], request.headers['x-repaykit-control']]);
      response.end('{"status":"ok","now":"2026-01-05T08:00:00.000Z"}');
    });
    await run('health', '--url', url, '--world', 'checkout', '--control-token', 'sesame');
    await run('health', '--url', `${url}/`);
    expect(seen).toEqual([
      ['checkout', 'sesame'],
      [undefined, undefined],
    ]);
  });

  test('say in one line that no server is there, and where to get one', async () => {
    const { code, out, err } = await run('clock', '--url', 'http://127.0.0.1:1');
    expect([code, out, err]).toEqual([
      1,
      '',
      'repaykit: no server answers at http://127.0.0.1:1: start one with `repaykit serve`\n',
    ]);
  });

  test.each([
    ['<html>not found</html>', 404, 'answers 404, but not as a reference server'],
    ['hello', 200, 'answers, but not as a reference server'],
  ])('say that another program answers: %s', async (body, status, said) => {
    const url = await listen((_, response) => void response.writeHead(status).end(body));
    const { code, err } = await run('health', '--url', url);
    expect([code, err.includes(said), err.trim().split('\n').length]).toEqual([1, true, 1]);
  });

  test.each([
    [['clock', 'advance'], 'missing required argument'],
    [['health', '--url', 'ftp://x'], 'must be an http: or https: URL'],
    [['account', 'show', '0123456789'], 'must be a bank code and an account number'],
    [['account', 'set', '058/0123456789', '--balance', 'much'], '--balance: must be a number'],
    [['account', 'set', '058/0123456789', '--active', '--inactive'], 'exclude each other'],
    [['fault', 'add', 'latency', '--delay-ms', 'long'], '--delay-ms: must be a number'],
    [['policy', 'set', 'dueHour'], 'takes name=value'],
    [['explain', 'nope'], '<mandateId>: must be the 24 hexadecimal characters'],
    [['mandate', 'nope'], '<mandateId>: must be'],
    [['payer', 'add', '--account', '0123456789'], 'must be a bank code and an account number'],
  ])('refuse %j in one line and send nothing', async (args, said) => {
    const { code, out, err } = await run(...args);
    expect([code !== 0, out, err.trim().split('\n').length]).toEqual([true, '', 1]);
    expect(err).toContain(said);
  });

  test('stop with Ctrl-C while the server does not answer', async () => {
    const stop = new AbortController();
    onTestFinished(() => stop.abort());
    const url = await listen(() => stop.abort());
    const { code, err } = await runWith({ stop: stop.signal }, 'clock', '--url', url);
    expect([code, err]).toEqual([1, 'repaykit: stopped before the server answered\n']);
  });
});
