/** The links and the headings of Markdown files, as GitHub shows them. */
import { readdirSync, readFileSync } from 'node:fs';
import { posix } from 'node:path';

const SKIPPED = /(^|\/)(node_modules|dist|site|api|cache|coverage|\.git|\.sandbox|report)(\/|$)/;

/** Every Markdown file of the project, from its root. */
export function markdownFiles(folder = '.'): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = posix.join(folder, entry.name);
    if (SKIPPED.test(path)) return [];
    if (entry.isDirectory()) return markdownFiles(path);
    return entry.name.endsWith('.md') ? [path] : [];
  });
}

/** One link of a file: `errors.md#a-bank-that-declined`, or an address outside. */
export interface MarkdownLink {
  readonly file: string;
  readonly target: string;
}

/** All links and pictures of a file, outside code. */
export function linksOf(file: string): MarkdownLink[] {
  return [...withoutCode(readFileSync(file, 'utf8')).matchAll(/\]\(([^)\s]+)\)/g)].map(([, target = '']) => ({
    file,
    target,
  }));
}

/** The anchors of a file's headings; a heading that comes again has a number behind it. */
export function anchorsOf(file: string): Set<string> {
  const anchors = new Set<string>();
  const text = readFileSync(file, 'utf8').replace(/^( *)(`{3,})[\s\S]*?^\1\2[ \t]*$/gm, '');
  for (const [, heading = ''] of text.matchAll(/^#{1,6} +(.+?) *$/gm)) {
    const plain = heading.replace(/\[([^\]]*)\]\([^)]*\)/g, '$1').toLowerCase();
    const anchor = plain.replace(/[^\p{L}\p{N}\p{M}\p{Pc}\- ]/gu, '').replaceAll(' ', '-');
    let free = anchor;
    for (let count = 1; anchors.has(free); count++) free = `${anchor}-${count}`;
    anchors.add(free);
  }
  return anchors;
}

function withoutCode(text: string): string {
  return text.replace(/^( *)(`{3,})[\s\S]*?^\1\2[ \t]*$/gm, '').replace(/(`+)[^`][\s\S]*?\1/g, '');
}
