import { describe, expect, test } from 'vitest';
import { drawsBlocks } from '../../src/cli/terminal/terminal-text.ts';

describe('blocks are drawn', () => {
  test.each([
    ['where the locale is UTF-8', 'linux', { LANG: 'en_NG.UTF-8' }, true],
    ['where it is written otherwise', 'linux', { LC_CTYPE: 'C.utf8' }, true],
    ['not where it is another', 'linux', { LANG: 'en_GB.ISO-8859-1' }, false],
    ['not where LC_ALL overrules it', 'linux', { LC_ALL: 'C', LC_CTYPE: 'C.UTF-8', LANG: 'en_NG.UTF-8' }, false],
    ['not where nothing is said', 'linux', {}, false],
    ['on macOS, where nothing is said', 'darwin', {}, true],
    ['not on a dumb terminal', 'darwin', { TERM: 'dumb', LANG: 'en_NG.UTF-8' }, false],
  ])('%s', (_, platform, env, draws) => expect(drawsBlocks({ platform, env })).toBe(draws));
});
