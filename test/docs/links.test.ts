import { existsSync } from 'node:fs';
import { posix } from 'node:path';
import { describe, expect, test } from 'vitest';
import { anchorsOf, linksOf, markdownFiles } from './markdown-links.ts';

/** The few places outside that the documents lead to. */
const OUTSIDE = [
  'https://keepachangelog.com/en/1.1.0/',
  'https://semver.org/spec/v2.0.0.html',
  'https://www.npmjs.com/package/unpdf',
  'https://www.standardwebhooks.com',
];

const links = markdownFiles().flatMap(linksOf);
const isOutside = (target: string) => /^[a-z][a-z\d+.-]*:/i.test(target);

describe('the links of the documents', () => {
  test('are there', () => expect(links.length).toBeGreaterThan(100));

  test.each(links.filter(({ target }) => !isOutside(target)))('$file leads to $target', ({ file, target }) => {
    const [path = '', anchor] = target.split('#');
    const found = path === '' ? file : posix.join(posix.dirname(file), path);
    expect(existsSync(found), `${found} is there`).toBe(true);
    if (anchor !== undefined) expect([...anchorsOf(found)]).toContain(anchor);
  });

  test('lead outside to these places only', () => {
    expect([...new Set(links.map(({ target }) => target).filter(isOutside))].sort()).toEqual([...OUTSIDE].sort());
    for (const address of OUTSIDE) expect(new URL(address).protocol).toBe('https:');
  });
});
