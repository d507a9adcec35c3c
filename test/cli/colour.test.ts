import { describe, expect, test } from 'vitest';
import { colourOfStatus, paintWith, usesColour } from '../../src/cli/terminal/terminal-text.ts';

describe('colours are wanted', () => {
  test.each([
    ['on a terminal', true, {}, true],
    ['nowhere else', false, {}, false],
    ['not where NO_COLOR says so', true, { NO_COLOR: '1' }, false],
    ['where NO_COLOR is empty', true, { NO_COLOR: '' }, true],
    ['where FORCE_COLOR says so', false, { FORCE_COLOR: '1' }, true],
    ['not where FORCE_COLOR=0', true, { FORCE_COLOR: '0' }, false],
    ['not where both are set', true, { FORCE_COLOR: '1', NO_COLOR: '1' }, false],
    ['not on a dumb terminal', true, { TERM: 'dumb' }, false],
  ])('%s', (_, isTerminal, env, wanted) => {
    expect(usesColour({ isTerminal, env })).toBe(wanted);
  });
});

test('a brush without colours leaves text as it is', () => {
  expect([paintWith(false)('red', 'x'), paintWith(true)(undefined, 'x'), paintWith(true)('red', '')]).toEqual([
    'x',
    'x',
    '',
  ]);
  expect(paintWith(true)('red', 'x')).toBe('\u001b[31mx\u001b[0m');
});

test('a status is good, refused or failed', () => {
  expect([200, 302, 404, 500].map(colourOfStatus)).toEqual(['green', 'yellow', 'yellow', 'red']);
});
