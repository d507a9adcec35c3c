import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { blocksOf } from './code-blocks.ts';
import { commandLinePage } from './command-line-page.ts';
import { program } from './program-commands.ts';

// After a change: npx vitest run test/docs/command-line.test.ts -u
test('the reference of the command line says what the program says', async () => {
  await expect(commandLinePage()).toMatchFileSnapshot('../../docs/command-line.md');
});

test('it has every command, with an example', () => {
  const page = readFileSync('docs/command-line.md', 'utf8');
  for (const command of program().commands) {
    expect(page).toMatch(new RegExp(`^#{2,3} ${command.name()}$`, 'm'));
    expect(page).toMatch(new RegExp(`^npx repaykit ${command.name()}( |$)`, 'm'));
  }
});

test('no line of its examples is cut off on a screen', () => {
  const code = blocksOf('docs/command-line.md').flatMap(({ text }) => text.split('\n'));
  expect(code.length).toBeGreaterThan(50);
  expect(code.filter((line) => line.length > 80)).toEqual([]);
});
