import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { brokenLinks, buildSite, filesOf, readSite, type SitePage } from './built-site.ts';

const guides = JSON.parse(readFileSync('docs/typedoc/guides.json', 'utf8')) as readonly {
  readonly files: readonly string[];
}[];
const listed = guides.flatMap(({ files }) => files);

describe('the navigation of the site', () => {
  test('has every guide once', () => {
    const there = readdirSync('docs')
      .filter((name) => name.endsWith('.md'))
      .map((name) => `docs/${name}`);
    expect(listed.filter((file) => /^docs\/[^/]+$/.test(file)).sort()).toEqual(there.sort());
    expect(new Set(listed).size).toBe(listed.length);
  });
});

describe('the site', () => {
  const folder = mkdtempSync(join(tmpdir(), 'repaykit-site-'));
  let site: Map<string, SitePage>;

  // Fails for every warning: a symbol or a member without a comment, a link that leads nowhere, a type that no entry point has.
  beforeAll(async () => {
    await buildSite(folder);
    site = readSite(folder);
  }, 600_000);
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  test('has a page for every entry point, class, function, type and guide', () => {
    expect(site.size).toBeGreaterThan(400);
    for (const path of [
      'index.html',
      'modules/repaykit.html',
      'modules/repaykit_webhooks.html',
      'classes/repaykit.RepayKit.html',
      'documents/errors.html',
    ])
      expect([...site.keys()]).toContain(path);
  });

  test('leads nowhere into the void', () => {
    const files = filesOf(folder);
    const broken = [...site.values()].flatMap((page) =>
      brokenLinks(page, site, files).map((link) => `${page.path} → ${link}`),
    );
    expect(broken).toEqual([]);
  });

  test('begins with the README, and an entry point with what it is for', () => {
    expect(site.get('index.html')?.html).toContain(/^# .*\n+(.{20})/.exec(readFileSync('README.md', 'utf8'))?.[1]);
    const entryPoint = site.get('modules/repaykit.html')?.html ?? '';
    const names = [...entryPoint.matchAll(/<dt[^>]*>[\s\S]*?<a [^>]*href="\.\.\/[^"]+">([\s\S]*?)<\/a>/g)].map(
      ([, name = '']) => name.replace(/<[^>]+>/g, ''),
    );
    expect(names[0]).toBe('RepayKit');
  });

  test('shows the code of the guides as TypeScript, and where its program is', () => {
    const page = [...site.values()].find(
      ({ path, html }) => path.startsWith('documents/') && html.includes('<div class="program">'),
    );
    expect(page?.html).toMatch(/<pre><code class="(ts|js)"><span class="hl-/);
    expect(page?.html).toMatch(/<div class="program">\s*<p><a href="[^"]+\.(ts|js)\.html"/);
  });

  test('has an index of guides and symbols that a browser loads at once', () => {
    expect(statSync(join(folder, 'assets/search.js')).size).toBeLessThan(1_000_000);
  });
});
