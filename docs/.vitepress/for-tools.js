/** What programs read instead of pages: `llms.txt`, `llms-full.txt`, and each guide as Markdown. */
import { cpSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { groups, pageOf, siteLink, textOf, titleOf } from './pages.js';

const LINK = /\]\((?![a-z][a-z\d+.-]*:|#)([^)\s]+)\)/g;

/** Writes them into the folder of the built site. */
export function writeForTools(folder) {
  const write = (path, text) => {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  };
  const pages = groups.flatMap(({ files }) => files).map((file) => ({ path: pageOf(file), text: linked(file) }));
  for (const { path, text } of pages) write(path, text);
  const decisions = readdirSync('docs/decisions').map((name) => `docs/decisions/${name}`);
  for (const file of [...decisions, 'examples/loan-app/README.md']) write(pageOf(file), linked(file));
  for (const pictures of ['diagrams', 'pictures'])
    cpSync(`docs/${pictures}`, join(folder, pictures), { recursive: true });
  write('llms-full.txt', pages.map(({ text }) => text.trim()).join('\n\n'));
  const parts = groups.map(({ title, files }) => `## ${title}\n\n${files.map(listed).join('\n')}\n`);
  write('llms.txt', `# repaykit\n\n> ${PURPOSE}\n\n${parts.join('\n')}`);
}

const PURPOSE =
  'Typed client, webhook receiver, worker, statement reader and in-memory test server for collecting loan repayments in ' +
  'Nigeria by multi-bank e-mandate direct debit. Short and complete: [usage](/usage.md).';

// The second paragraph of a guide says what it is for.
const listed = (file) => {
  const purpose = /^# .+\n\n([A-Z`][^.]+\.)/m.exec(textOf(file))?.[1].replace(/\s+/g, ' ');
  return `- [${titleOf(file)}](/${pageOf(file)})${purpose ? `: ${purpose}` : ''}`;
};

const linked = (file) => textOf(file).replace(LINK, (_, link) => `](${siteLink(file, link) ?? link})`);
