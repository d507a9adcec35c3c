import { expect, test } from 'vitest';
import { pageProgress } from '../../../src/cli/statement/page-progress.ts';

function shown(isTerminal: boolean): string {
  let err = '';
  const progress = pageProgress({
    out: () => expect.unreachable(),
    err: (text) => {
      err += text;
    },
    showsColour: false,
    isTerminal,
    stop: new AbortController().signal,
  });
  progress.tell({ page: 1, pages: 4 });
  progress.tell({ page: 4, pages: 4 });
  progress.end();
  progress.end();
  return err;
}

test('a bar grows by page on a terminal, and is gone at the end', () => {
  const line = '\r\u001b[2K';
  expect(shown(true)).toBe(`${line}[######------------------] page 1 of 4${line}[########################] page 4 of 4${line}`);
});

test('nothing is shown elsewhere', () => expect(shown(false)).toBe(''));
