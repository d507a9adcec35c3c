/** The built site as a reader's browser has it: pages with their links and anchors. */
import { execFile } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { posix } from 'node:path';
import { promisify } from 'node:util';

/** Builds the site into a folder, as `npm run docs` does. @throws if TypeDoc warns of anything */
export async function buildSite(out: string): Promise<void> {
  await promisify(execFile)(process.execPath, ['node_modules/typedoc/bin/typedoc', '--out', out], { timeout: 600_000 });
}

/** One page. */
export interface SitePage {
  /** From the site's root: `documents/errors.html`. */
  readonly path: string;
  readonly html: string;
  readonly links: readonly string[];
  readonly anchors: ReadonlySet<string>;
}

/** All pages of a site, by their paths. */
export function readSite(folder: string): Map<string, SitePage> {
  const paths = readdirSync(folder, { recursive: true }).map((path) => String(path).replaceAll('\\', '/'));
  return new Map(paths.filter((path) => path.endsWith('.html')).map((path) => [path, readPage(folder, path)]));
}

function readPage(folder: string, path: string): SitePage {
  const html = readFileSync(posix.join(folder, path), 'utf8');
  const valuesOf = (attribute: string) =>
    [...html.matchAll(new RegExp(`\\s${attribute}="([^"]*)"`, 'g'))].map(([, value = '']) => unescaped(value));
  return { path, html, links: [...valuesOf('href'), ...valuesOf('src')], anchors: new Set(valuesOf('id')) };
}

/** The links of a page that lead to nothing: a file that is not there, or an anchor that its page has not. */
export function brokenLinks(
  { path, links }: SitePage,
  site: ReadonlyMap<string, SitePage>,
  files: ReadonlySet<string>,
): string[] {
  return links.filter((link) => {
    if (/^[a-z][a-z\d+.-]*:/i.test(link)) return false;
    const [target = '', anchor = ''] = link.split('#');
    const found = target === '' ? path : posix.join(posix.dirname(path), decodeURIComponent(target));
    if (!files.has(found)) return true;
    return anchor !== '' && site.has(found) && !site.get(found)?.anchors.has(decodeURIComponent(anchor));
  });
}

/** Every file of a folder, from its root. */
export function filesOf(folder: string): Set<string> {
  return new Set(readdirSync(folder, { recursive: true }).map((path) => String(path).replaceAll('\\', '/')));
}

function unescaped(text: string): string {
  return text
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&');
}
