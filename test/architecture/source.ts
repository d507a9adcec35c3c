/** Reads TypeScript sources into what the rules ask about. */
import { readdirSync, readFileSync } from 'node:fs';
import { posix } from 'node:path';
import ts from 'typescript';

/** An import, re-export or `import()` of a source file. */
export interface Import {
  readonly specifier: string;
  /** The file it leads to, for relative ones: `src/domain/money.ts`. */
  readonly target?: string;
  readonly node: ts.Node;
  /** Does it import nothing but types, so that it is gone at run time? */
  readonly isTypeOnly: boolean;
}

/** One parsed file. */
export interface Source {
  readonly path: string;
  readonly room: string;
  readonly lines: number;
  readonly tree: ts.SourceFile;
  readonly imports: readonly Import[];
}

/** Parses one file; `path` starts with `src/` or `test/`. */
export function parse(path: string, text: string): Source {
  const tree = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
  const imports: Import[] = [];
  for (const node of nodesOf(tree)) {
    const specifier = specifierOf(node);
    if (specifier === undefined) continue;
    const target = specifier.startsWith('.') ? { target: posix.join(posix.dirname(path), specifier) } : {};
    imports.push({ specifier, ...target, node, isTypeOnly: isTypeOnly(node) });
  }
  return { path, room: roomOf(path), lines: text.trimEnd().split('\n').length, tree, imports };
}

/** Reads every TypeScript file below a folder. */
export function readSources(folder: string): readonly Source[] {
  return filesBelow(folder)
    .filter((path) => /\.tsx?$/.test(path))
    .sort()
    .map((path) => parse(path, readFileSync(path, 'utf8')));
}

/** Every node of a tree, parents first. */
export function* nodesOf(node: ts.Node): Generator<ts.Node> {
  yield node;
  const children: ts.Node[] = [];
  ts.forEachChild(node, (child) => {
    children.push(child);
  });
  for (const child of children) yield* nodesOf(child);
}

/** Where a node stands, as people and editors write it: `src/a.ts:12`. */
export function place(source: Source, node: ts.Node): string {
  return `${source.path}:${source.tree.getLineAndCharacterOfPosition(node.getStart()).line + 1}`;
}

function roomOf(path: string): string {
  const [, room = ''] = path.split('/');
  return room.replace(/\.ts$/, '');
}

function specifierOf(node: ts.Node): string | undefined {
  const literal = specifierNode(node);
  return literal && ts.isStringLiteralLike(literal) ? literal.text : undefined;
}

function specifierNode(node: ts.Node): ts.Node | undefined {
  if (ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) return node.moduleSpecifier;
  if (ts.isImportTypeNode(node) && ts.isLiteralTypeNode(node.argument)) return node.argument.literal;
  if (ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword) return node.arguments[0];
  return undefined;
}

function isTypeOnly(node: ts.Node): boolean {
  if (ts.isImportTypeNode(node)) return true;
  if (ts.isExportDeclaration(node)) {
    const { exportClause } = node;
    return node.isTypeOnly || (exportClause !== undefined && ts.isNamedExports(exportClause) && areTypes(exportClause));
  }
  if (!ts.isImportDeclaration(node) || !node.importClause) return false;
  const { phaseModifier, name, namedBindings } = node.importClause;
  if (phaseModifier === ts.SyntaxKind.TypeKeyword) return true;
  return !name && namedBindings !== undefined && ts.isNamedImports(namedBindings) && areTypes(namedBindings);
}

function areTypes({ elements }: ts.NamedImports | ts.NamedExports): boolean {
  return elements.every((element) => element.isTypeOnly);
}

// What is installed or built is much more than all the rest.
const notOurs = new Set(['node_modules', 'dist', '.sandbox']);

/** Every file below a folder, without what is installed or built. */
export function filesBelow(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = posix.join(folder, entry.name);
    if (!entry.isDirectory()) return path;
    return notOurs.has(entry.name) ? [] : filesBelow(path);
  });
}
