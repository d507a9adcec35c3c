/** The built site: its files with their links and anchors, and a server for a browser. */
import { execFile } from 'node:child_process';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join, posix } from 'node:path';
import { promisify } from 'node:util';

const folder = 'docs/site';
const mediaTypes: Readonly<Record<string, string>> = {
  '.css': 'text/css',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.woff2': 'font/woff2',
};

/** Builds the site. @throws if TypeDoc warns of anything, or a link leads to no page */
export async function buildSite(): Promise<void> {
  await promisify(execFile)('npm', ['run', 'docs'], { timeout: 600_000 });
}

/** One page. */
export interface SitePage {
  /** From the site's root: `errors.html`. */
  readonly path: string;
  readonly html: string;
  readonly links: readonly string[];
  readonly anchors: ReadonlySet<string>;
}

/** Every file of the site, from its root. */
export function siteFiles(): Set<string> {
  return new Set(readdirSync(folder, { recursive: true }).map((path) => String(path).replaceAll('\\', '/')));
}

/** All pages, by their paths. */
export function readSite(): Map<string, SitePage> {
  return new Map(
    [...siteFiles()].filter((path) => path.endsWith('.html')).map((path) => [path, readPage(path)] as const),
  );
}

function readPage(path: string): SitePage {
  const html = readFileSync(join(folder, path), 'utf8');
  const valuesOf = (attribute: string) =>
    [...html.matchAll(new RegExp(`\\s${attribute}="([^"]*)"`, 'g'))].map(([, value = '']) => unescaped(value));
  return { path, html, links: [...valuesOf('href'), ...valuesOf('src')], anchors: new Set(valuesOf('id')) };
}

/** The links of a page that lead to nothing: a missing file, or an anchor that its page does not have. */
export function brokenLinks(
  { path, links }: SitePage,
  site: ReadonlyMap<string, SitePage>,
  files: ReadonlySet<string>,
): string[] {
  return links.filter((link) => {
    if (/^[a-z][a-z\d+.-]*:/i.test(link)) return false;
    const [target = '', anchor = ''] = decodeURIComponent(link).split('#');
    const found = target === '' ? path : posix.join(target.startsWith('/') ? '' : posix.dirname(path), target);
    const file = found.replace(/^\//, '').replace(/(^|\/)$/, '$1index.html');
    if (!files.has(file)) return true;
    return anchor !== '' && site.has(file) && !site.get(file)?.anchors.has(anchor);
  });
}

/** Serves the site on loopback. */
export async function serveSite(): Promise<{ readonly url: string; readonly server: Server }> {
  const server = createServer((request, response) => {
    const path = join(
      folder,
      decodeURIComponent((request.url ?? '/').split('?')[0] ?? '').replace(/\/$/, '/index.html'),
    );
    const isFile = statSync(path, { throwIfNoEntry: false })?.isFile() ?? false;
    // Cached, since each page asks for the same styles and fonts.
    response.writeHead(isFile ? 200 : 404, {
      'cache-control': 'max-age=600',
      'content-type': mediaTypes[extname(path)] ?? 'application/octet-stream',
    });
    response.end(isFile ? readFileSync(path) : '');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, server };
}

function unescaped(text: string): string {
  return text
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&');
}
