/** The files that become pages of the site: the guides, the decisions and the programs. */
import { readdirSync, readFileSync } from 'node:fs';
import { posix } from 'node:path';

const PROGRAM = /\.(ts|tsx|js|mjs|cjs|html|sql|css)$/;
const FENCE = /^( *)```\S+[ \t]+(\S+)[ \t]*\n[\s\S]*?^\1```[ \t]*$/gm;
const SOURCE_LINK = /\[([^\]\n]+)\]\((?:\.\.\/)*(?:src|test|\.ci|\.github)\/[^)\n]*\)/g;

/** The guides, grouped, in the order in which they are read. One that is not there, or is not listed, fails the tests. */
export const guides = JSON.parse(readFileSync(new URL('guides.json', import.meta.url), 'utf8'));

/** Every page: its file, its group in the navigation, the name of its URL, its title, its Markdown. */
export function pages() {
  return [
    ...guides.flatMap(({ title, files }) => files.map((file) => guidePage(file, title))),
    ...filesIn('docs/decisions', /^\d.*\.md$/).map((file) => guidePage(file, 'Decisions')),
    ...filesIn('examples', /README\.md$/)
      .filter((file) => file !== 'examples/README.md')
      .map((file) => guidePage(file, 'Examples')),
    ...filesIn('examples', PROGRAM).map((file) => programPage(file, 'Examples')),
    ...filesIn('docs/code', PROGRAM).map((file) => programPage(file, 'Programs of the guides')),
  ];
}

/** The front page. */
export function frontPage() {
  return forSite('README.md', readFileSync('README.md', 'utf8'));
}

function guidePage(file, group) {
  const text = readFileSync(file, 'utf8');
  // The page has a heading of its own: the line stays, so that warnings name the right one.
  const heading = /^# (.+)$/m.exec(text);
  const title = heading?.[1].replaceAll('`', '') ?? capital(nameOf(file));
  return {
    file,
    group,
    weight: ['Background', 'Decisions', 'Examples'].includes(group) ? 1 : 4,
    name: nameOf(file),
    title,
    text: forSite(file, heading ? text.replace(heading[0], '') : text),
  };
}

function capital(name) {
  return name.charAt(0).toUpperCase() + name.slice(1);
}

function programPage(file, group) {
  const language = posix
    .extname(file)
    .slice(1)
    .replace(/^[mc]js$/, 'js');
  return {
    file,
    group,
    weight: 0.5,
    name: file.replaceAll('/', '-'),
    title: file.replace(/^(examples|docs\/code)\//, ''),
    text: `\`\`\`\`${language}\n${readFileSync(file, 'utf8')}\`\`\`\`\n`,
  };
}

// A code block names its program, as in ```ts docs/code/debits.ts#ask: the page leads there. The source is not in the site: links into it become text.
function forSite(file, text) {
  const linked = text.replace(FENCE, (block, indent, source) => {
    const program = source.split('#')[0];
    return `${block}\n${indent}<div class="program">\n\n${indent}[${program}](${posix.relative(posix.dirname(file), program)})\n\n${indent}</div>\n`;
  });
  // TypeDoc leaves code out of a heading's anchor.
  return linked.replace(SOURCE_LINK, '$1').replace(/^##+ .*$/gm, (heading) => heading.replaceAll('`', ''));
}

/** `docs/decisions/001-a.md` is `decisions-001-a` in URLs, `examples/README.md` is `examples`, `SECURITY.md` is `project-security`. */
function nameOf(file) {
  const path = file.replace(/^docs\/(?!README)/, '').replace(/\.md$/, '');
  if (path === file.replace(/\.md$/, '') && !path.includes('/')) return `project-${path.toLowerCase()}`;
  return path
    .replace(/\/README$/, '')
    .replaceAll('/', '-')
    .toLowerCase();
}

function filesIn(folder, name) {
  return readdirSync(folder, { recursive: true })
    .map((path) => `${folder}/${String(path).replaceAll('\\', '/')}`)
    .filter((path) => !/\/(node_modules|dist|\.next)\//.test(path) && name.test(posix.basename(path)))
    .sort();
}
