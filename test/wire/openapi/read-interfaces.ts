import ts from 'typescript';
import type {
  FieldNote,
  InterfaceNote,
  InterfaceNotes,
  OperationNote,
} from '../../../src/wire/openapi/interface-note.ts';

/** Files whose interfaces travel, and the file of notes that each leads to. */
export const sources: Readonly<Record<string, string>> = {
  collection: 'src/wire/collection-types.ts',
  discovery: 'src/wire/discovery-types.ts',
  envelope: 'src/wire/envelope.ts',
  income: 'src/wire/income-types.ts',
  insight: 'src/domain/income-insight.ts',
  insurance: 'src/wire/insurance-types.ts',
  mandate: 'src/wire/mandate-types.ts',
  product: 'src/wire/product-types.ts',
  statement: 'src/domain/income-insight.ts',
  webhook: 'src/wire/webhook-types.ts',
};

/** The file of the interface that lists the operations. */
export const OPERATIONS = 'src/wire/operation-types.ts';

/** Reads interfaces out of the sources through the compiler, so that what the contract says is what the code says. */
export class InterfaceReader {
  readonly #program = ts.createProgram([...Object.values(sources), OPERATIONS], {
    strict: true,
    allowImportingTsExtensions: true,
    noEmit: true,
    module: ts.ModuleKind.NodeNext,
    types: [],
  });
  readonly #checker = this.#program.getTypeChecker();
  readonly #names = new Set(
    Object.values(sources).flatMap((path) => this.#interfaces(path).map(({ name }) => name.text)),
  );

  /** The interfaces that a file exports. */
  read(path: string): InterfaceNotes {
    return Object.fromEntries(
      this.#interfaces(path).map((declaration) => [declaration.name.text, this.#note(declaration)]),
    );
  }

  #interfaces(path: string): ts.InterfaceDeclaration[] {
    const file = this.#program.getSourceFile(path);
    if (!file) throw new Error(`${path} is not there`);
    return file.statements
      .filter((node) => ts.isInterfaceDeclaration(node))
      .filter(({ modifiers }) => modifiers?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword));
  }

  #note(declaration: ts.InterfaceDeclaration): InterfaceNote {
    const type = this.#checker.getTypeAtLocation(declaration.name);
    const fields = this.#checker
      .getPropertiesOfType(type)
      .map((field) => [field.name, this.#field(field, declaration)]);
    return { says: this.#says(type.symbol), fields: Object.fromEntries(fields) };
  }

  #field(field: ts.Symbol, where: ts.Node): string | FieldNote {
    const says = this.#says(field);
    const type = this.#checker.getNonNullableType(this.#checker.getTypeOfSymbolAtLocation(field, where));
    const known = this.#known(field);
    const holds = this.#holds(type);
    return known || holds ? { says, ...(known && { known }), ...(holds && { holds }) } : says;
  }

  #says(symbol: ts.Symbol): string {
    return ts.displayPartsToString(symbol.getDocumentationComment(this.#checker)).replace(/\s+/g, ' ');
  }

  // The texts of a set that is open, `'a' | 'b' | (string & {})`, in the order in which they are written.
  #known(field: ts.Symbol): string[] | undefined {
    const texts: string[] = [];
    let isOpen = false;
    const visit = (node: ts.Node): void => {
      if (ts.isIntersectionTypeNode(node)) isOpen = true;
      else if (ts.isLiteralTypeNode(node) && ts.isStringLiteral(node.literal)) texts.push(node.literal.text);
      else if (ts.isUnionTypeNode(node)) node.types.forEach(visit);
      else if (ts.isParenthesizedTypeNode(node)) visit(node.type);
      else if (ts.isTypeReferenceNode(node)) this.#aliased(node).forEach(visit);
    };
    const [declaration] = field.declarations ?? [];
    if (declaration && ts.isPropertySignature(declaration) && declaration.type) visit(declaration.type);
    return isOpen && texts.length > 0 ? texts : undefined;
  }

  #aliased(reference: ts.TypeReferenceNode): ts.Node[] {
    const named = this.#checker.getSymbolAtLocation(reference.typeName);
    const target = named && named.flags & ts.SymbolFlags.Alias ? this.#checker.getAliasedSymbol(named) : named;
    return target?.declarations?.flatMap((node) => (ts.isTypeAliasDeclaration(node) ? [node.type] : [])) ?? [];
  }

  // The first interface that is met on the way in: through lists, and through objects that have no name.
  #holds(type: ts.Type): string | undefined {
    if (this.#names.has(type.symbol?.name)) return type.symbol.name;
    const [inner] = this.#checker.isArrayType(type) ? this.#checker.getTypeArguments(type as ts.TypeReference) : [];
    if (inner) return this.#holds(inner);
    if (type.isUnion()) return first(type.types.map((member) => this.#holds(member)));
    if (type.symbol?.name !== '__type') return undefined;
    return first(
      this.#checker.getPropertiesOfType(type).map((member) => this.#holds(this.#checker.getTypeOfSymbol(member))),
    );
  }

  /** What each operation is for, takes and gives. */
  readOperations(): Readonly<Record<string, OperationNote>> {
    const [table] = this.#interfaces(OPERATIONS);
    const rows = table ? this.#checker.getPropertiesOfType(this.#checker.getTypeAtLocation(table.name)) : [];
    return Object.fromEntries(
      rows.map((row) => [
        row.name,
        { says: this.#says(row), ...this.#ends(row, 'input', 'takes'), ...this.#ends(row, 'output', 'gives') },
      ]),
    );
  }

  #ends(row: ts.Symbol, member: string, name: 'takes' | 'gives'): Partial<OperationNote> {
    const end = this.#checker.getTypeOfSymbol(row).getProperty(member);
    const holds = end && this.#holds(this.#checker.getTypeOfSymbol(end));
    return holds ? { [name]: holds } : {};
  }
}

function first(names: readonly (string | undefined)[]): string | undefined {
  return names.find((name) => name !== undefined);
}
