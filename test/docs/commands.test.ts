import { readFileSync } from 'node:fs';
import type { Command } from 'commander';
import { describe, expect, test } from 'vitest';
import { createProgram } from '../../src/cli/program.ts';
import { blocksOf, guides } from './code-blocks.ts';

const program = createProgram({ out: () => undefined, err: () => undefined, showsColour: false, stop: new AbortController().signal }, () => undefined);

/** What a shell would be given: lines of blocks, and what stands between backticks. */
const written = guides.flatMap((guide) => {
  const lines = blocksOf(guide)
    .filter(({ language }) => language === 'sh')
    .flatMap(({ text }) => text.replaceAll('\\\n', ' ').split('\n'));
  const inline = [...readFileSync(guide, 'utf8').matchAll(/`((?:npx )?repaykit [^`]+)`/g)].map(([, text = '']) => text);
  return [...lines, ...inline].flatMap((line) => line.split(/\s[|&]+\s|\s#\s/)).flatMap((line) => commandIn(guide, line));
});

function commandIn(guide: string, line: string) {
  const [, words] = /^(?:npx )?repaykit ([a-z].*)$/.exec(line.trim()) ?? [];
  return words === undefined ? [] : [{ guide, words }];
}

/** The command that the words lead to, with those that are left. */
function find(command: Command, words: readonly string[]): { readonly command: Command; readonly rest: readonly string[] } {
  const next = command.commands.find((each) => each.name() === words[0]);
  return next ? find(next, words.slice(1)) : { command, rest: words };
}

describe('the commands in the guides', () => {
  test('are there', () => expect(written.length).toBeGreaterThan(25));

  test.each(written)('$guide: repaykit $words', ({ words }) => {
    const { command, rest } = find(program, words.split(/\s+/));
    expect(command).not.toBe(program);
    const known = [...command.options, ...(command.parent?.options ?? [])].flatMap(({ long, short }) => [long, short]);
    const flags = rest.filter((word) => word.startsWith('--')).map((word) => word.split('=')[0]?.replace(/[),.;:]+$/, ''));
    expect(flags.filter((flag) => flag !== '--help' && !known.includes(flag))).toEqual([]);
  });
});
