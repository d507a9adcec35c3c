import { readFileSync } from 'node:fs';
import { expect, onTestFinished, test } from 'vitest';
import { controlNames } from '../../src/server/control/calls.ts';
import { createReferenceServer } from '../../src/server/index.ts';
import { blocksOf } from './code-blocks.ts';
import { controlApiPage, type SendCurl, SHOWN_HOST, SHOWN_URL } from './control-api-page.ts';
import { sampleGroups } from './control-samples.ts';

/** Sends what a curl line says to a server that listens elsewhere than the line says. */
function sender(url: string): SendCurl {
  return async (curl) => {
    const words = [...curl.replaceAll('\\\n', ' ').matchAll(/'([^']*)'|(\S+)/g)].map(
      ([, quoted, plain]) => quoted ?? plain ?? '',
    );
    const after = (flag: string) => words.flatMap((word, index) => (words[index - 1] === flag ? [word] : []));
    const target = words.find((word) => word.startsWith(SHOWN_HOST)) ?? '';
    const [method = 'GET'] = after('-X');
    const headers = after('-H').map((header) => header.split(/: /, 2) as [string, string]);
    const [body] = after('-d');
    const response = await fetch(target.replace(SHOWN_HOST, url), {
      method,
      headers,
      ...(body !== undefined && { body }),
    });
    return { status: response.status, answer: JSON.parse((await response.text()).replaceAll(url, SHOWN_URL)) };
  };
}

// After a change: npx vitest run test/docs/control-api.test.ts -u
test('the reference of the control API shows calls as they are answered', async () => {
  const server = createReferenceServer({ now: '2026-01-05T08:00:00Z' });
  onTestFinished(() => server.close());
  const { url } = await server.listen();
  await expect(await controlApiPage(sender(url))).toMatchFileSnapshot('../../docs/control-api.md');
});

test('it has every control call once', () => {
  const shown = sampleGroups.flatMap(({ samples }) => samples.map(({ call }) => call));
  expect(shown.toSorted()).toEqual(controlNames.toSorted());
});

test('it says of every field what it may be and what it is for', () => {
  const rows = readFileSync('docs/control-api.md', 'utf8')
    .replace(/\n {2}(?=\S)/g, ' ')
    .split('\n')
    .filter((line) => /^- `[\w.[\]]+`/.test(line));
  expect(rows.length).toBeGreaterThan(50);
  expect(rows.filter((row) => !/` \(.+?\): \S.*\.$/.test(row) || row.includes('anything'))).toEqual([]);
});

test('no line of its code is cut off on a screen', () => {
  const code = blocksOf('docs/control-api.md').flatMap(({ text }) => text.split('\n'));
  expect(code.length).toBeGreaterThan(400);
  expect(code.filter((line) => line.length > 80)).toEqual([]);
});
