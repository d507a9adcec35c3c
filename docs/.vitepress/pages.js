/** Which file of the repository is which page of the site. */
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, posix, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = resolve(dirname(fileURLToPath(import.meta.url)), '../..');
const PROGRAM = /\.(ts|mts|tsx|js|jsx|mjs|cjs|html|sql|css|py)$/;

/** The guides, grouped, in the order in which they are read. A guide that is not listed fails the tests. */
export const groups = JSON.parse(readFileSync(new URL('guides.json', import.meta.url), 'utf8'));

/** The programs that guides show, as paths: each has a page. */
export const programs = ['docs/code', 'examples'].flatMap((folder) =>
  readdirSync(resolve(root, folder), { recursive: true })
    .map((path) => `${folder}/${String(path).replaceAll('\\', '/')}`)
    .filter((path) => PROGRAM.test(path) && !/\/(node_modules|dist|\.next)\//.test(path))
    .sort(),
);

/** The text of a file of the repository. */
export const textOf = (file) => readFileSync(resolve(root, file), 'utf8');

/** The heading of a guide. */
export const titleOf = (file) => /^# (.+)$/m.exec(textOf(file))?.[1].replaceAll('`', '') ?? posix.basename(file);

/** The page of a Markdown file: `docs/webhooks.md` is `webhooks.md`, `examples/README.md` is `examples/index.md`. */
export function pageOf(file) {
  if (file === 'SECURITY.md') return 'security-policy.md';
  if (file === 'docs/README.md') return 'guides.md';
  return file
    .replace(/^docs\//, '')
    .replace(/(^|\/)README\.md$/, '$1index.md')
    .replace(/^(CHANGELOG|CONTRIBUTING)\.md$/, (name) => name.toLowerCase());
}

/** The page of a program: `docs/code/debits.ts` is `programs/docs-code-debits.ts`. */
export const programName = (file) => file.replaceAll('/', '-');

/** Where a link of a file leads to on the site; undefined if the site does not have it. */
export function siteLink(file, link) {
  const [path, anchor] = link.split('#');
  if (path === '') return link;
  const target = posix.normalize(posix.join(posix.dirname(file), path)).replace(/\/$/, '');
  const hash = anchor ? `#${anchor}` : '';
  if (target === 'README.md' || target === '.') return `/`;
  if (programs.includes(target)) return `/programs/${programName(target)}.html`;
  if (target.endsWith('.md') && !/^(src|test)\//.test(target)) return `/${pageOf(target)}${hash}`;
  const inside = [`${target}/README.md`, ...programs].find((each) => each.startsWith(`${target}/`) && isPage(each));
  return inside && siteLink('', inside);
}

/** The path of a file from the root of the repository. */
export const repositoryPath = (file) => relative(root, file).replaceAll('\\', '/');

function isPage(file) {
  return programs.includes(file) || groups.some(({ files }) => files.includes(file));
}
