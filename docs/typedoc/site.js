/** What this project adds to TypeDoc: its guides and programs as pages, the groups of an entry point's page, and the values of its types. */
import { resolve } from 'node:path';
import {
  Application,
  Comment,
  CommentTag,
  Converter,
  DocumentReflection,
  IndexEvent,
  MinimalSourceFile,
  ReflectionKind,
  Renderer,
  Slugger,
} from 'typedoc';
import { areaOf, areaOrder } from './areas.js';
import { linkGuides } from './guide-links.js';
import { listValues } from './listed-values.js';
import { undocumentedMembers } from './members.js';
import { frontPage, guides, pages } from './pages.js';

const ENTRY_POINTS = 'The entry points';
const groupOrder = [
  ...guides.map(({ title }) => title),
  ENTRY_POINTS,
  ...areaOrder,
  '*',
  'Examples',
  'Programs of the guides',
  'Decisions',
];

/** Called by TypeDoc, which finds this file in typedoc.json. */
export function load(app) {
  app.on(Application.EVENT_BOOTSTRAP_END, () => app.options.setValue('groupOrder', groupOrder));
  Slugger.prototype.serialize = anchorOf;
  const titles = new Map();

  app.converter.on(Converter.EVENT_BEGIN, ({ project }) => {
    for (const page of pages()) titles.set(addPage(app, project, page), page);
    addFolders(project, titles);
  });
  listValues(app);
  // Before TypeDoc makes its groups.
  app.converter.on(Converter.EVENT_RESOLVE_BEGIN, ({ project }) => {
    project.readme = parse(app, project, { file: 'README.md', text: frontPage() });
    for (const entryPoint of project.children ?? []) groupEntryPoint(project, entryPoint);
    linkGuides(project);
  });
  app.on(Application.EVENT_VALIDATE_PROJECT, (project) => {
    for (const name of undocumentedMembers(project))
      app.logger.validationWarning(`${name} has no comment that says what it is for`);
  });
  // URLs are made of names by now, and stay short.
  app.renderer.on(Renderer.EVENT_BEGIN, ({ project }) => {
    for (const [document, { title }] of titles) document.name = title;
    orderGuides(project, [...titles.keys()]);
  });
  app.renderer.on(IndexEvent.PREPARE_INDEX, weighSearch);
}

/** The anchor of a heading as GitHub makes it, so that a link holds in both places. */
function anchorOf(heading) {
  const kept = heading
    .trim()
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\p{M}\p{Pc}\- ]/gu, '');
  return kept.replaceAll(' ', '-') || '_';
}

function headingsOf(text) {
  return [...text.matchAll(/^##+ (.+)$/gm)].map(([, heading]) => heading).join('\n');
}

function addPage(app, project, page) {
  const document = new DocumentReflection(page.name, project, parse(app, project, page), {
    group: page.group,
    weight: page.weight,
    headings: headingsOf(page.text),
  });
  project.addChild(document);
  project.registerReflection(document, undefined, resolve(page.file));
  return document;
}

function parse(app, project, { file, text }) {
  return app.converter.parseRawComment(new MinimalSourceFile(text, resolve(file)), project.files).content;
}

/** A link to a folder leads to its README, or to the first program in it. */
function addFolders(project, titles) {
  const known = new Set();
  const entries = [...titles].sort(
    ([, a], [, b]) => Number(b.file.endsWith('README.md')) - Number(a.file.endsWith('README.md')),
  );
  for (const [document, { file }] of entries) {
    const folder = resolve(file, '..');
    if (!known.has(folder))
      for (const path of [folder, `${folder}/`]) project.files.registerReflectionPath(path, document);
    known.add(folder);
  }
}

function groupEntryPoint(project, entryPoint) {
  tag(entryPoint, ENTRY_POINTS);
  for (const symbol of entryPoint.children ?? []) {
    const target = symbol.isReference() ? symbol.getTargetReflectionDeep() : symbol;
    const file = project.getSymbolIdFromReflection(target)?.packagePath ?? '';
    const area = areaOf(file);
    if (!area)
      throw new Error(`${symbol.getFullName()} of ${file} has no area: give its folder one in docs/typedoc/areas.js`);
    tag(symbol, area);
  }
}

function tag(reflection, group) {
  reflection.comment ??= new Comment();
  reflection.comment.blockTags.push(new CommentTag('@group', [{ kind: 'text', text: group }]));
}

function orderGuides(project, documents) {
  for (const group of project.groups ?? []) {
    if (group.children.every((child) => child.isDocument()))
      group.children.sort((a, b) => documents.indexOf(a) - documents.indexOf(b));
  }
}

/** Guides before symbols, symbols before their properties; what a class only inherits is found once. */
function weighSearch(event) {
  event.searchFieldWeights.headings = 40;
  event.searchFieldWeights.document = 20;
  for (const [index, found] of [...event.searchResults.entries()].reverse()) {
    if (found.isDeclaration() && found.inheritedFrom) event.removeResult(index);
    else if (found.isDocument()) {
      found.relevanceBoost = found.frontmatter.weight;
      event.searchFields[index] = { headings: found.frontmatter.headings };
    } else if (found.kindOf(ReflectionKind.Property)) found.relevanceBoost = 0.4;
  }
}
