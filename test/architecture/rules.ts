/** The rules of the house. Each takes parsed sources and answers the violations as sentences, so that samples can prove that it can fail. */
import ts from 'typescript';
import { browserFolder, httpFiles, limits, longFiles, rooms, worldRooms } from './rooms.ts';
import { nodesOf, place, type Source } from './source.ts';

type Rule = (sources: readonly Source[]) => string[];

/** Rooms import only what the table allows, also for types. */
export const importsFollowTheTable: Rule = (sources) =>
  sources.flatMap((source) => source.imports.flatMap((found) => refusedImport(source, found)));

function refusedImport(source: Source, { specifier, target, node }: Source['imports'][number]): string[] {
  const room = rooms[source.room];
  const at = place(source, node);
  if (!room) return [`${at}: the room ${source.room} is not in the table of test/architecture/rooms.ts`];
  if (specifier.startsWith('node:')) return [];
  if (target === undefined) {
    const name = specifier.split('/', specifier.startsWith('@') ? 2 : 1).join('/');
    return room.packages?.includes(name) ? [] : [`${at}: ${source.room} may not import the package ${name}`];
  }
  if (!/\.tsx?$/.test(target)) return [`${at}: ${specifier} lacks its .ts extension`];
  if (!target.startsWith('src/')) return [`${at}: ${specifier} leaves src/`];
  const other = (target.split('/')[1] ?? '').replace(/\.ts$/, '');
  const allowed =
    other === source.room || room.rooms === 'every' || room.rooms.includes(other) || room.files?.includes(target);
  return allowed ? [] : [`${at}: ${source.room} may not import ${target}`];
}

/** No file reaches itself through its imports. */
export const importsHaveNoCycle: Rule = (sources) =>
  cyclesOf(new Map(sources.map(({ path, imports }) => [path, new Set(imports.flatMap(({ target }) => target ?? []))])));

/**
 * No folder reaches itself through the values that it imports, at any depth: of the files and folders that lie in one folder, each stands
 * for all that is in it.
 */
export const foldersHaveNoCycle: Rule = (sources) => {
  const graphs = new Map<string, Map<string, Set<string>>>();
  for (const { path, imports } of sources) {
    for (const { target, isTypeOnly } of imports) {
      if (target === undefined || isTypeOnly) continue;
      const [from, to] = [path.split('/'), target.split('/')];
      const depth = from.findIndex((part, index) => part !== to[index]);
      const [one, other] = [from[depth], to[depth]];
      if (depth < 0 || one === undefined || other === undefined) continue;
      const folder = from.slice(0, depth).join('/');
      const graph = graphs.get(folder) ?? new Map<string, Set<string>>();
      graphs.set(folder, graph.set(one, (graph.get(one) ?? new Set()).add(other)));
    }
  }
  return [...graphs].flatMap(([folder, graph]) => cyclesOf(graph).map((cycle) => `${folder}: ${cycle}`));
};

function cyclesOf(graph: ReadonlyMap<string, ReadonlySet<string>>): string[] {
  const done = new Set<string>();
  const cycles: string[] = [];
  const visit = (node: string, trail: readonly string[]): void => {
    if (trail.includes(node)) cycles.push([...trail.slice(trail.indexOf(node)), node].join(' → '));
    else if (!done.has(node)) {
      for (const next of graph.get(node) ?? []) visit(next, [...trail, node]);
      done.add(node);
    }
  };
  for (const node of graph.keys()) visit(node, []);
  return cycles;
}

/** Named exports only. */
export const exportsAreNamed: Rule = (sources) =>
  report(sources, (node) => {
    const isDefault =
      ts.isExportAssignment(node) ||
      (ts.isExportSpecifier(node) && node.name.text === 'default') ||
      (node.kind === ts.SyntaxKind.DefaultKeyword && !ts.isDefaultClause(node.parent));
    return isDefault ? 'a default export' : undefined;
  });

/** `index.ts` is an entry point: it lies where the package has one and holds re-exports only. */
export function entryPointsOnlyReExport(sources: readonly Source[], entryPoints: readonly string[]): string[] {
  return sources
    .filter(({ path }) => path.endsWith('/index.ts'))
    .flatMap((source) => {
      if (!entryPoints.includes(source.path))
        return [`${source.path}: an index.ts that is no entry point of the package`];
      return source.tree.statements
        .filter((statement) => !(ts.isExportDeclaration(statement) && statement.moduleSpecifier))
        .map((statement) => `${place(source, statement)}: an entry point holds re-exports only`);
    });
}

const worldNames = new Set(['Date', 'setTimeout', 'setInterval']);

/** The world's time, timers and chance are read in the clock room only; http may measure with `performance`. */
export const timeAndChanceComeFromTheClock: Rule = (sources) =>
  report(
    sources.filter(({ room, path }) => !worldRooms.includes(room) && !path.startsWith(browserFolder)),
    (node, source) => {
      if (ts.isStringLiteral(node) && /^node:timers/.test(node.text)) return node.text;
      if (!ts.isIdentifier(node)) return undefined;
      if (node.text === 'random' && isMemberOf(node, 'Math')) return 'Math.random';
      if (node.text === 'performance' && source.room !== 'http' && !isName(node)) return 'performance';
      return worldNames.has(node.text) && (!isName(node) || isMemberOf(node, 'globalThis')) ? node.text : undefined;
    },
  );

/** The domain is pure: nothing from outside, nothing asynchronous. */
export const theDomainIsPure: Rule = (sources) =>
  report(
    sources.filter(({ room }) => room === 'domain'),
    (node) => {
      if (node.kind === ts.SyntaxKind.AsyncKeyword || ts.isAwaitExpression(node)) return 'asynchronous code';
      if (
        ts.isIdentifier(node) &&
        ['Promise', 'process', 'globalThis', 'fetch', 'crypto'].includes(node.text) &&
        !isName(node)
      )
        return node.text;
      return ts.isStringLiteral(node) && node.text.startsWith('node:') ? node.text : undefined;
    },
  );

/** Node's HTTP modules stay in the two files that speak it. */
export const httpStaysInItsFiles: Rule = (sources) =>
  sources
    .filter(({ path }) => !httpFiles.some((file) => (typeof file === 'string' ? file === path : file.test(path))))
    .flatMap((source) =>
      source.imports
        .filter(({ specifier }) => /^(node:)?(http|https|http2)$/.test(specifier))
        .map(({ specifier, node }) => `${place(source, node)}: ${specifier}`),
    );

/** Only the command line reads the environment. */
export const theEnvironmentIsReadByTheCommandLine: Rule = (sources) =>
  report(
    sources.filter(({ room }) => room !== 'cli'),
    (node) => {
      if (ts.isIdentifier(node) && node.text === 'env' && isMemberOf(node, 'process')) return 'process.env';
      return ts.isStringLiteral(node) && /^(node:)?process$/.test(node.text) && ts.isImportDeclaration(node.parent)
        ? node.text
        : undefined;
    },
  );

/** zod is imported as a namespace, from its small entry: all else makes the package several times as large (decision 002). */
export const zodIsImportedAsNamespace: Rule = (sources) =>
  report(sources, (node) => {
    if (
      !ts.isImportDeclaration(node) ||
      !ts.isStringLiteral(node.moduleSpecifier) ||
      !/^zod(\/mini)?$/.test(node.moduleSpecifier.text)
    )
      return undefined;
    const clause = node.importClause;
    const isMini = node.moduleSpecifier.text === 'zod/mini';
    const isNamespace = clause?.namedBindings && ts.isNamespaceImport(clause.namedBindings);
    return (isNamespace && isMini) || clause?.phaseModifier === ts.SyntaxKind.TypeKeyword
      ? undefined
      : "write import * as z from 'zod/mini'";
  });

/** Files are short. */
export function filesAreShort(sources: readonly Source[], limit: number): string[] {
  return sources
    .filter(({ path, lines }) => lines > limit && !(path in longFiles))
    .map(({ path, lines }) => `${path}: ${lines} lines, at most ${limit}`);
}

/** Functions are short. */
export const functionsAreShort: Rule = (sources) =>
  report(sources, (node, source) => {
    if (!ts.isFunctionLike(node)) return undefined;
    const line = (position: number) => source.tree.getLineAndCharacterOfPosition(position).line;
    const length = line(node.end) - line(node.getStart()) + 1;
    return length > limits.function ? `a function of ${length} lines, at most ${limits.function}` : undefined;
  });

/** Files are kebab-case nouns of the domain. */
export const filesAreNamedAfterTheDomain: Rule = (sources) =>
  sources.flatMap(({ path }) => {
    const name = path.split('/').at(-1) ?? '';
    if (!/^[a-z0-9]+(-[a-z0-9]+)*\.tsx?$/.test(name)) return [`${path}: not kebab-case`];
    return /^(utils?|helpers?|types?|common|misc)\.ts$/.test(name)
      ? [`${path}: a name that says a kind, not an idea`]
      : [];
  });

function report(sources: readonly Source[], find: (node: ts.Node, source: Source) => string | undefined): string[] {
  return sources.flatMap((source) =>
    [...nodesOf(source.tree)].flatMap((node) => {
      const found = find(node, source);
      return found === undefined ? [] : [`${place(source, node)}: ${found}`];
    }),
  );
}

/** Is this identifier only the name of a member or a key (`x.Date`, `{ Date: 1 }`), not the global? */
function isName(node: ts.Identifier): boolean {
  const { parent } = node;
  if (ts.isPropertyAccessExpression(parent)) return parent.name === node;
  if (ts.isImportSpecifier(parent)) return parent.propertyName === node;
  const isKey =
    ts.isPropertyAssignment(parent) ||
    ts.isPropertySignature(parent) ||
    ts.isPropertyDeclaration(parent) ||
    ts.isMethodSignature(parent) ||
    ts.isMethodDeclaration(parent);
  return isKey && parent.name === node;
}

function isMemberOf(node: ts.Identifier, owner: string): boolean {
  const { parent } = node;
  return (
    ts.isPropertyAccessExpression(parent) &&
    parent.name === node &&
    ts.isIdentifier(parent.expression) &&
    parent.expression.text === owner
  );
}
