/** What the site adds to plain Markdown: links between files become links between pages, a code block leads to its program, a diagram is drawn in place. */
import { posix } from 'node:path';
import { programName, programs, repositoryPath, siteLink, textOf } from './pages.js';

/** The anchor of a heading, as code hosts make it, so that a link holds in both places. */
export const slugify = (heading) =>
  heading
    .trim()
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\p{M}\p{Pc}\- ]/gu, '')
    .replaceAll(' ', '-');

/** For `markdown.config` of VitePress. */
export function extend(md) {
  md.core.ruler.push('repository-links', ({ tokens, env }) => {
    const file = repositoryPath(env.realPath ?? env.path);
    if (file.startsWith('docs/api/')) return;
    for (const { children } of tokens) if (children) linkPages(file, children);
  });
  const fence = md.renderer.rules.fence;
  md.renderer.rules.fence = (tokens, index, ...rest) => {
    const [language, source = ''] = tokens[index].info.trim().split(/\s+/);
    const program = source.split('#')[0];
    if (!programs.includes(program)) return fence(tokens, index, ...rest);
    tokens[index].info = language;
    const link = `<a class="program" href="/programs/${programName(program)}.html">${program}</a>`;
    return `${fence(tokens, index, ...rest)}${link}`;
  };
  // A table that is too wide for a phone scrolls by itself, also by the keyboard.
  md.renderer.rules.table_open = () => '<div class="table" tabindex="0"><table>';
  md.renderer.rules.table_close = () => '</table></div>';
  const image = md.renderer.rules.image;
  md.renderer.rules.image = (tokens, index, options, env, self) => {
    const source = tokens[index].attrGet('src') ?? '';
    if (!source.endsWith('.svg')) return image(tokens, index, options, env, self);
    const file = posix.join(posix.dirname(repositoryPath(env.realPath ?? env.path)), source);
    // The theme colours it, because a reader may choose another one than the system's.
    return `<span class="diagram" tabindex="0" v-pre>${textOf(file)
      .replace(/<style>[\s\S]*<\/style>/, '')
      .trim()}</span>`;
  };
}

function linkPages(file, tokens) {
  tokens.forEach((token, index) => {
    const link = token.type === 'link_open' ? token.attrGet('href') : undefined;
    if (!link || /^([a-z][a-z\d+.-]*:|\/)/i.test(link)) return;
    const target = siteLink(file, link);
    if (target) token.attrSet('href', target);
    else for (const each of [token, tokens.slice(index).find(({ type }) => type === 'link_close')]) plain(each);
  });
}

// What the site does not have, such as a file of `src`, stays as text.
function plain(token) {
  token.type = 'text';
  token.tag = '';
  token.content = '';
  token.attrs = null;
}
