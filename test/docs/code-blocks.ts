/** The code blocks of the guides. Each names its file, and the region of it, behind the language: ```ts docs/code/debits.ts#ask */
import { existsSync, readdirSync, readFileSync } from 'node:fs';

/** Everything that readers meet. */
export const guides = [
  'README.md',
  'CONTRIBUTING.md',
  'examples/README.md',
  ...readdirSync('docs').map((name) => `docs/${name}`),
].filter((path) => path.endsWith('.md') && existsSync(path));

/** One fenced block of a guide. */
export interface CodeBlock {
  readonly guide: string;
  /** The line on which it opens, from 1. */
  readonly line: number;
  readonly language: string;
  /** `docs/code/debits.ts#ask`; empty where none is named. */
  readonly source: string;
  readonly text: string;
}

const FENCE = /^( *)```(\S*)(?:[ \t]+(\S+))?[ \t]*\n([\s\S]*?)^\1```[ \t]*$/gm;

/** All fenced blocks of a guide, in order. */
export function blocksOf(guide: string): CodeBlock[] {
  const text = readFileSync(guide, 'utf8');
  return [...text.matchAll(FENCE)].map(({ index, 2: language = '', 3: source = '', 4: block = '' }) => ({
    guide,
    line: text.slice(0, index).split('\n').length,
    language,
    source,
    text: block,
  }));
}

/** What stands in a file, or in one region of it: from `// #region NAME` (in Python `# #region NAME`) to its `#endregion`, indented as a file of its own. */
export function sourceText(source: string): string {
  const [path = '', region] = source.split('#');
  const text = readFileSync(path, 'utf8');
  if (region === undefined) return text;
  const lines = text.split('\n');
  const [from, to] = ['region', 'endregion'].map((word) =>
    lines.findIndex((line) => [`// #${word} ${region}`, `# #${word} ${region}`].includes(line.trim())),
  );
  if (from === undefined || to === undefined || from < 0 || to < from)
    throw new Error(`${path} has no region '${region}'`);
  const inside = lines.slice(from + 1, to).filter((line) => !/^\s*(\/\/|#) #(end)?region /.test(line));
  const indent = Math.min(...inside.filter((line) => line.trim() !== '').map((line) => line.search(/\S/)));
  return `${inside
    .map((line) => line.slice(indent))
    .join('\n')
    .trimEnd()}\n`;
}
