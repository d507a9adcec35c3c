import { readFileSync } from 'node:fs';
import type { Command } from 'commander';
import { describe, expect, test } from 'vitest';
import { blocksOf } from './code-blocks.ts';
import { markdownFiles } from './markdown-links.ts';
import { program } from './program-commands.ts';
import { commandsOf } from './shell-lines.ts';

const blocks = markdownFiles().flatMap(blocksOf);
const commands = blocks
  .filter(({ language }) => /^(sh|bash|shell|console)$/.test(language))
  .flatMap(({ guide, line, text }) =>
    commandsOf(text).map((words) => ({ at: `${guide}:${line}`, words, shown: words.join(' ') })),
  );
const ours = commands.flatMap(({ at, words }) => {
  const args =
    words[0] === 'npx' && words[1] === 'repaykit'
      ? words.slice(2)
      : words[0] === 'repaykit'
        ? words.slice(1)
        : undefined;
  return args ? [{ at, args, shown: args.join(' ') }] : [];
});

/** The program, of which every command only reads what it was given. */
function harmless(command: Command = program()): Command {
  for (const each of command.commands) harmless(each);
  if (command.commands.length === 0) command.action(() => undefined);
  return command.exitOverride().configureOutput({ writeErr: () => undefined, writeOut: () => undefined });
}

describe('the shell lines of the documents', () => {
  test('are there', () => expect(ours.length).toBeGreaterThan(50));

  test.each(ours.filter(({ args }) => args[0] !== '--help'))('$at: repaykit $shown', async ({ args }) => {
    await expect(harmless().parseAsync(args, { from: 'user' })).resolves.toBeDefined();
  });

  test.each(commands.filter(({ words }) => words[0] === 'npm' && words[1] === 'run'))('$at: $shown', ({ words }) => {
    const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { readonly scripts: object };
    expect(Object.keys(scripts)).toContain(words.slice(2).find((word) => !word.startsWith('-')));
  });
});

test.each(blocks.filter(({ language }) => language === 'json'))('$guide:$line is JSON', ({ text }) => {
  expect(() => JSON.parse(text)).not.toThrow();
});
