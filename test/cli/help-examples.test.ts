import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { commandsIn } from '../../src/cli/control/ask-server.ts';
import { controlCommands } from '../../src/cli/control/commands.ts';
import { exampleLines } from '../../src/cli/control/control-command.ts';
import { run, type Serving, serving } from './running.ts';
import { shellWords } from './shell-words.ts';

const urlOf = ({ out }: Serving): string => JSON.parse(out().split('\n')[0] as string).url;

/** A server as `repaykit serve` starts it, for lines of the help. */
async function freshServer() {
  const url = urlOf(await serving(['--json', '--quiet']));
  return (line: string) => run(...shellWords(line.replace(/^repaykit /, '')), '--url', url);
}

/** The lines of the help of some words, as they stand there. */
async function linesOf(words: string): Promise<readonly string[]> {
  const { out } = await run(...words.split(' '), '--help');
  const [, examples = ''] = out.split(/^Examples?:$/m);
  return examples
    .replaceAll('\\\n', '')
    .split('\n')
    .flatMap((line) => (line.trim() === '' ? [] : [line.trim()]));
}

// Its account has to be attached by signature first, which is an operation of the service and no command.
const NEEDS_MORE = 'signature';

describe('the examples of the help work on a server that has just started', () => {
  const groups = [
    ...new Set(controlCommands.flatMap(({ name }) => (name.includes(' ') ? [name.split(' ')[0] as string] : []))),
  ];

  test.each([...controlCommands.map(({ name }) => name), ...groups].filter((name) => name !== NEEDS_MORE))(
    'repaykit %s --help',
    async (name) => {
      const server = await freshServer();
      const lines = await linesOf(name);
      expect(lines.length).toBeGreaterThan(0);
      for (const line of lines)
        expect([line, await server(line)]).toEqual([line, { code: 0, out: expect.stringMatching(/\n$/), err: '' }]);
    },
  );

  test('but for a signature, which is refused with what it needs', async () => {
    const server = await freshServer();
    const [line = ''] = await linesOf(NEEDS_MORE);
    expect(await server(line)).toMatchObject({ code: 1, err: expect.stringContaining('repaykit scenario') });
  });

  test('and the accounts in the words of arguments are there', async () => {
    const server = await freshServer();
    const { out } = await run('account', 'show', '--help');
    const [account] = /\d{3}\/\d{10}/.exec(out) ?? [];
    expect(await server(`repaykit account show ${account}`)).toMatchObject({ code: 0 });
  });

  test('each line once', () => {
    const lines = exampleLines(controlCommands);
    expect(new Set(lines).size).toBe(lines.length);
  });
});

describe('refusals speak of commands', () => {
  test.each([
    ['account show 058/0123456789', 'add it with its payer by `repaykit payer add`.'],
    ['mandate ffffffffffffffffffffffff', '`repaykit scenario happy-loan` plays one'],
    ['explain ffffffffffffffffffffffff', '`repaykit scenario happy-loan` plays one'],
    ['snapshot restore none', '`repaykit snapshot list` lists them'],
    ['deliveries --redeliver none', '`repaykit deliveries` lists them'],
    ['fault clear none', '`repaykit fault list` lists them'],
    ['health --world Upper', '--world must be 1 to 40 small letters'],
  ])('repaykit %s', async (line, said) => {
    const { code, out, err } = await (await freshServer())(line);
    expect([code, out, err]).toEqual([1, '', expect.stringContaining(said)]);
    expect(err).not.toContain('_control');
  });

  test('a token that is missing too', async () => {
    const url = urlOf(await serving(['--json', '--quiet', '--control-token', 'sesame']));
    expect((await run('clock', '--url', url)).err).toMatch(/--control-token or in REPAYKIT_CONTROL_TOKEN/);
  });

  test('for every call that a message of the server names', () => {
    const folder = join(import.meta.dirname, '../../src/server');
    const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.ts'));
    const lines = files
      .flatMap((file) => readFileSync(join(folder, file), 'utf8').split('\n'))
      .filter((line) => !/^ *(?:\/\*\*|\*|\/\/)/.test(line));
    const calls = lines
      .flatMap((line) => line.match(/[A-Z]+ \/_control\/[\w{}/-]+/g) ?? [])
      .filter((call) => call !== 'GET /_control/health');
    expect(calls.length).toBeGreaterThan(5);
    for (const call of calls) expect(commandsIn(call)).toMatch(/^`repaykit /);
  });
});
