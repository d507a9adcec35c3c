/**
 * Joins the declaration files of a build. The bundler makes one for each set of modules that share types, and a
 * consumer's compiler pays for each file, and for each name that one file takes from another. Here a declaration goes
 * into the file of the entry point that exports it, and what entry points share goes into a few files.
 */
import { readdirSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import ts from 'typescript';

export interface DeclarationsBuild {
  /** Holds the `.d.ts` files of the bundler, which are replaced by a `.d.ts` and a `.d.cts` each. */
  readonly folder: string;
  /** The name of each entry point, and the names that it exports as values. All others are types only. */
  readonly entries: ReadonlyMap<string, ReadonlySet<string>>;
}

/** A name that a file takes from another package, as `import` lists it. */
interface External {
  readonly module: string;
  readonly imported: string;
}

interface Declaration {
  name: string;
  readonly isType: boolean;
  /** More than one for an overloaded function. */
  readonly statements: ts.Statement[];
  /** What its identifiers stand for. */
  readonly uses: Map<ts.Identifier, Declaration | External>;
  readonly reachedBy: Set<string>;
}

/** The exported names of an entry point. */
type Exports = ReadonlyMap<string, Declaration>;

/** Writes the joined declarations. */
export function joinDeclarations({ folder, entries }: DeclarationsBuild): void {
  const paths = readdirSync(folder).flatMap((name) => (/\.d\.c?ts$/.test(name) ? join(folder, name) : []));
  const sources = paths.filter((path) => path.endsWith('.d.ts')).sort();
  const program = ts.createProgram(sources, { module: ts.ModuleKind.NodeNext, noLib: true, types: [] });
  const files = sources.flatMap((path) => program.getSourceFile(path) ?? []);
  const declarations = readDeclarations(files, program.getTypeChecker());
  const exported = new Map<string, Exports>();
  for (const file of files) {
    const name = basename(file.fileName, '.d.ts');
    if (entries.has(name)) exported.set(name, exportsOf(file, program.getTypeChecker(), declarations));
  }
  for (const [entry, names] of exported) for (const declaration of names.values()) reach(declaration, entry);
  nameAll([...declarations.values()], exported);
  const written = [...declarations.values()].filter(({ reachedBy }) => reachedBy.size > 0);
  const layout = { written, exported, entries, places: placesOf(written, exported) };
  for (const path of paths) rmSync(path);
  for (const file of new Set([...entries.keys(), ...layout.places.values()]))
    for (const [ending, imported] of [
      ['d.ts', 'js'],
      ['d.cts', 'cjs'],
    ] as const)
      writeFileSync(join(folder, `${file}.${ending}`), textOf(file, layout, imported));
}

function readDeclarations(files: readonly ts.SourceFile[], checker: ts.TypeChecker): Map<ts.Symbol, Declaration> {
  const declarations = new Map<ts.Symbol, Declaration>();
  for (const statement of files.flatMap((file) => [...file.statements])) {
    if (ts.isImportDeclaration(statement) || ts.isExportDeclaration(statement)) continue;
    const name = nameOf(statement);
    const symbol = name && checker.getSymbolAtLocation(name);
    if (!symbol) throw new Error(`${statement.getSourceFile().fileName} has a statement of an unknown kind`);
    const isType = ts.isInterfaceDeclaration(statement) || ts.isTypeAliasDeclaration(statement);
    const known = declarations.get(symbol);
    if (known) known.statements.push(statement);
    else
      declarations.set(symbol, {
        name: name.text,
        isType,
        statements: [statement],
        uses: new Map(),
        reachedBy: new Set(),
      });
  }
  for (const { statements, uses } of declarations.values()) {
    const visit = (node: ts.Node): void => {
      const used = ts.isIdentifier(node) ? usedBy(node, checker, declarations) : undefined;
      if (used) uses.set(node as ts.Identifier, used);
      ts.forEachChild(node, visit);
    };
    statements.forEach(visit);
  }
  return declarations;
}

function nameOf(statement: ts.Statement): ts.Identifier | undefined {
  if (ts.isVariableStatement(statement)) {
    const [first, second] = statement.declarationList.declarations;
    return first && !second && ts.isIdentifier(first.name) ? first.name : undefined;
  }
  const isNamed =
    ts.isInterfaceDeclaration(statement) ||
    ts.isTypeAliasDeclaration(statement) ||
    ts.isClassDeclaration(statement) ||
    ts.isFunctionDeclaration(statement);
  return isNamed ? statement.name : undefined;
}

function usedBy(node: ts.Identifier, checker: ts.TypeChecker, declarations: ReadonlyMap<ts.Symbol, Declaration>) {
  const symbol = checker.getSymbolAtLocation(node);
  const isAlias = symbol && (symbol.flags & ts.SymbolFlags.Alias) !== 0;
  const declaration = symbol && declarations.get(isAlias ? checker.getAliasedSymbol(symbol) : symbol);
  if (declaration || !isAlias) return declaration;
  const specifier = symbol.declarations?.find(ts.isImportSpecifier);
  const module = specifier?.parent.parent.parent.moduleSpecifier;
  if (!module || !ts.isStringLiteral(module)) throw new Error(`${node.text} is imported in an unknown way`);
  return { module: module.text, imported: specifier.getText() };
}

function exportsOf(
  file: ts.SourceFile,
  checker: ts.TypeChecker,
  declarations: ReadonlyMap<ts.Symbol, Declaration>,
): Exports {
  const module = checker.getSymbolAtLocation(file);
  const symbols = module ? checker.getExportsOfModule(module) : [];
  return new Map(
    symbols.map((symbol) => {
      const isAlias = (symbol.flags & ts.SymbolFlags.Alias) !== 0;
      const declaration = declarations.get(isAlias ? checker.getAliasedSymbol(symbol) : symbol);
      if (!declaration) throw new Error(`${file.fileName} exports ${symbol.name} of another package`);
      return [symbol.name, declaration];
    }),
  );
}

function reach({ reachedBy, uses }: Declaration, entry: string): void {
  if (reachedBy.has(entry)) return;
  reachedBy.add(entry);
  for (const used of uses.values()) if (isOurs(used)) reach(used, entry);
}

const isOurs = (used: Declaration | External): used is Declaration => 'statements' in used;

/** Gives each declaration a name that no other has: the exported one, if it can be. */
function nameAll(declarations: readonly Declaration[], exported: ReadonlyMap<string, Exports>): void {
  const named = new Map<string, Declaration>();
  const isNamed = new Set<Declaration>();
  const claim = (name: string, declaration: Declaration) => {
    if (named.has(name) || isNamed.has(declaration)) return;
    named.set(name, declaration);
    isNamed.add(declaration);
    declaration.name = name;
  };
  for (const names of exported.values()) for (const [name, declaration] of names) claim(name, declaration);
  for (const declaration of declarations) {
    const plain = declaration.name.replace(/\$\d+$/, '');
    for (let count = 0; !isNamed.has(declaration); count += 1) claim(count ? `${plain}$${count}` : plain, declaration);
  }
}

/** The file of each declaration. */
function placesOf(
  declarations: readonly Declaration[],
  exported: ReadonlyMap<string, Exports>,
): ReadonlyMap<Declaration, string> {
  const places = new Map(declarations.map((declaration) => [declaration, placeOf(declaration.reachedBy)]));
  // An entry point's file shows the others what it exports, and nothing else.
  for (const user of declarations)
    for (const used of user.uses.values()) {
      const place = isOurs(used) && places.get(used);
      if (!place || place === places.get(user)) continue;
      const names = exported.get(place);
      if (names && names.get(used.name) !== used) places.set(used, `${place}-parts`);
    }
  return places;
}

/** Small entry points do not read what only large ones need. */
function placeOf(reachedBy: ReadonlySet<string>): string {
  const isReachedBy = (...names: readonly string[]) => names.some((name) => reachedBy.has(name));
  const sorted = [...reachedBy].sort();
  if (sorted.length === 1) return sorted.join();
  if (isReachedBy('index')) {
    if (isReachedBy('webhooks', 'statements')) return isReachedBy('server') ? 'values' : 'base';
    // The store of loan files, with its book.
    if (isReachedBy('postgres', 'sqlite')) return isReachedBy('server') ? 'values' : 'stores';
    return isReachedBy('server', 'msw') ? 'wire' : 'index';
  }
  if (isReachedBy('ocr')) return 'ocr';
  if (isReachedBy('server')) return 'reference-server';
  if (isReachedBy('statements')) return 'reader';
  return isReachedBy('webhooks') ? 'receiver' : sorted.join('-');
}

interface Layout extends Pick<DeclarationsBuild, 'entries'> {
  readonly written: readonly Declaration[];
  readonly exported: ReadonlyMap<string, Exports>;
  readonly places: ReadonlyMap<Declaration, string>;
}

function textOf(file: string, { written, exported, entries, places }: Layout, ending: string): string {
  const own = written.filter((declaration) => places.get(declaration) === file);
  const values = entries.get(file);
  const imports = new Map<string, Set<string>>();
  const exports = new Map<string, Set<string>>();
  const add = (lists: Map<string, Set<string>>, from: string, name: string) =>
    lists.set(from, (lists.get(from) ?? new Set()).add(name));
  const pathTo = (declaration: Declaration) => `./${places.get(declaration)}.${ending}`;
  for (const used of own.flatMap(({ uses }) => [...uses.values()]))
    if (!isOurs(used)) add(imports, used.module, used.imported);
    else if (places.get(used) !== file) add(imports, pathTo(used), used.name);
  const isShown = new Set(values ? [] : takenFrom(file, { written, exported, places }));
  for (const [name, declaration] of exported.get(file) ?? []) {
    const isValue = values?.has(name) ?? false;
    const isHere = places.get(declaration) === file;
    const renamed = declaration.name === name ? name : `${declaration.name} as ${name}`;
    if (isHere && declaration.name === name && isValue !== declaration.isType) isShown.add(declaration);
    else add(exports, isHere ? '' : pathTo(declaration), isValue ? renamed : `type ${renamed}`);
  }
  return [
    // A consumer whose `lib` is older still gets to know Symbol.asyncDispose.
    ...(values ? ['/// <reference lib="esnext.disposable" />'] : []),
    ...linesOf('import', imports),
    ...own.flatMap((declaration) => declarationText(declaration, isShown.has(declaration))),
    ...linesOf('export', exports),
    // Without it, a file of declarations exports all it has.
    ...(exports.size > 0 ? [] : ['export {};']),
    '',
  ].join('\n');
}

/** What entry points export of a file, or other files use of it. */
function takenFrom(file: string, { written, exported, places }: Omit<Layout, 'entries'>): Declaration[] {
  const others = written.filter((declaration) => places.get(declaration) !== file);
  const used = others.flatMap(({ uses }) => [...uses.values()].filter(isOurs));
  return [...used, ...[...exported.values()].flatMap((names) => [...names.values()])];
}

const linesOf = (keyword: string, lists: ReadonlyMap<string, ReadonlySet<string>>) =>
  [...lists].map(([from, names]) => `${keyword} { ${[...names].join(', ')} }${from && ` from '${from}'`};`);

/** Its statements with their comments, and the names that were given. */
function declarationText({ statements, uses }: Declaration, isShown: boolean): string[] {
  return statements.map((statement) => {
    const edits = [...uses].flatMap(([node, used]) =>
      isOurs(used) && used.name !== node.text ? [{ start: node.getStart(), end: node.end, text: used.name }] : [],
    );
    if (isShown) edits.push({ start: statement.getStart(), end: statement.getStart(), text: 'export ' });
    const within = edits.filter(({ start }) => start >= statement.getStart() && start < statement.end);
    const { text } = statement.getSourceFile();
    let [written, last] = ['', statement.getFullStart()];
    for (const edit of within.sort((one, other) => one.start - other.start)) {
      written += text.slice(last, edit.start) + edit.text;
      last = edit.end;
    }
    return (written + text.slice(last, statement.end)).trim();
  });
}
