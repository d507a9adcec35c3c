import { readFileSync } from 'node:fs';
import { posix } from 'node:path';
import { defineConfig } from 'vitepress';
import { writeForTools } from './for-tools.js';
import { extend, slugify } from './markdown.js';
import { groups, pageOf, titleOf } from './pages.js';

// The first entry point comes with the others among its areas.
const [first] = JSON.parse(readFileSync(new URL('../api/navigation.json', import.meta.url), 'utf8'));
const isEntryPoint = ({ path }) => path !== undefined;
const entryPoints = [first, ...first.children.filter(isEntryPoint)].map(({ path, children }) => ({
  text: posix.join('repaykit', path, '..').replace(/^repaykit\/repaykit/, 'repaykit'),
  link: `/api/${path}`,
  areas: children.filter((area) => !isEntryPoint(area)).map(({ title }) => title),
}));

const guides = groups.map(({ title, files }) => ({
  text: title,
  items: files.map((file) => ({ text: titleOf(file).split(':')[0], link: `/${pageOf(file)}` })),
}));

const api = entryPoints.map(({ text, link }) => ({ text, link }));

/** Beside a page of the API: the entry points, and the areas of the one that the page belongs to. */
const besideApi = Object.fromEntries(
  entryPoints.map(({ link, areas }, index) => {
    const items = areas.map((text) => ({ text, link: `${link}#${slugify(text)}` }));
    const all = api.with(index, { ...api[index], items });
    return [link.replace(/index\.md$/, ''), [{ text: 'Entry points', items: all }]];
  }),
);

export default defineConfig({
  title: 'repaykit',
  description: 'Collect loan repayments in Nigeria by e-mandate direct debit, from TypeScript.',
  lang: 'en',
  srcDir: '..',
  srcExclude: [
    '{node_modules,dist,src,test,.ci,.github,docs/site}/**',
    '**/{node_modules,.pytest_cache}/**',
    'README.md',
    'docs/code/README.md',
  ],
  outDir: 'site',
  rewrites: pageOf,
  metaChunk: true,
  markdown: {
    attrs: { disable: true },
    anchor: { slugify },
    toc: { slugify },
    theme: { light: 'github-light-high-contrast', dark: 'github-dark-high-contrast' },
    config: extend,
  },
  themeConfig: {
    nav: [
      { text: 'Guides', link: '/getting-started', activeMatch: '^/(?!api|programs|changelog)' },
      { text: 'Examples', link: '/examples/' },
      { text: 'API', link: '/api/' },
      { text: 'Changelog', link: '/changelog' },
    ],
    sidebar: { ...besideApi, '/': [...guides, { text: 'API', items: api }] },
    outline: { level: [2, 3] },
    search: {
      provider: 'local',
      options: {
        detailedView: true,
        // Without a label of its own the button is called what it shows.
        translations: { button: { buttonAriaLabel: '' } },
        // A page of the API is found by its name and what it is for; the guides by every word.
        _render: (source, env, md) =>
          env.relativePath.startsWith('programs/')
            ? ''
            : md.render(env.relativePath.startsWith('api/') ? source.split(/^## /m)[0] : source, env),
        // A guide explains what a reference lists.
        miniSearch: {
          searchOptions: {
            boostDocument: (id) => (/^\/(api|control-api|command-line|unspecified)\b/.test(id) ? 0.3 : 1),
          },
        },
      },
    },
  },
  buildEnd: ({ outDir }) => writeForTools(outDir),
});
