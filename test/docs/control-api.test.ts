import { readFileSync } from 'node:fs';
import { expect, onTestFinished, test } from 'vitest';
import { controlNames } from '../../src/server/control/calls.ts';
import { createReferenceServer } from '../../src/server/index.ts';
import { controlApiPage, type SendCurl, SHOWN_URL } from './control-api-page.ts';
import { sampleGroups } from './control-samples.ts';

/** Sends what a curl line says to a server that listens elsewhere than the line says. */
function sender(url: string): SendCurl {
  return async (curl) => {
    const words = [...curl.replaceAll('\\\n', ' ').matchAll(/'([^']*)'|(\S+)/g)].map(
      ([, quoted, plain]) => quoted ?? plain ?? '',
    );
    const after = (flag: string) => words.flatMap((word, index) => (words[index - 1] === flag ? [word] : []));
    const target = words.find((word) => word.startsWith(SHOWN_URL)) ?? '';
    const [method = 'GET'] = after('-X');
    const headers = after('-H').map((header) => header.split(/: /, 2) as [string, string]);
    const [body] = after('-d');
    const response = await fetch(target.replace(SHOWN_URL, url), {
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
    .split('\n')
    .filter((line) => /^\| `[\w.[\]]+` \|/.test(line));
  expect(rows.length).toBeGreaterThan(50);
  expect(
    rows.filter((row) => !/\w.* \|$/.test(row.split(' | ').slice(3).join(' | ')) || row.includes('anything')),
  ).toEqual([]);
});
