import { expect, test } from 'vitest';
import { shownBar } from '../../src/cli/terminal/io.ts';

function shown(isTerminal: boolean): string {
  let err = '';
  const bar = shownBar({
    out: () => expect.unreachable(),
    err: (text) => {
      err += text;
    },
    showsColour: false,
    isTerminal,
    stop: new AbortController().signal,
  });
  bar.update(1, 4, 'page 1 of 4');
  bar.update(0, 0, 'nothing to do');
  bar.update(4, 4, 'page 4 of 4');
  bar.end();
  bar.end();
  return err;
}

test('a bar grows on a terminal, and is gone at the end', () => {
  const line = '\r\u001b[2K';
  expect(shown(true).split(line)).toEqual([
    '',
    '[######------------------] page 1 of 4',
    '[------------------------] nothing to do',
    '[########################] page 4 of 4',
    '',
  ]);
});

test('nothing is shown elsewhere', () => expect(shown(false)).toBe(''));
