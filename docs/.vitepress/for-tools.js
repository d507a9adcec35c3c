/** What programs read instead of pages: `llms.txt`, `llms-full.txt`, and each guide as Markdown. */
import { mkdirSync, writeFileSync } from 'node:fs';
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
  write('llms-full.txt', pages.map(({ text }) => text.trim()).join('\n\n'));
  const parts = groups.map(
    ({ title, files }) =>
      `## ${title}\n\n${files.map((file) => `- [${titleOf(file)}](/${pageOf(file)})`).join('\n')}\n`,
  );
  write('llms.txt', `# repaykit\n\n${parts.join('\n')}`);
}

const linked = (file) => textOf(file).replace(LINK, (_, link) => `](${siteLink(file, link) ?? link})`);
