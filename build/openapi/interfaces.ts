/** What the doc comments of the interfaces say, read through the compiler: the descriptions of the document stand beside the types and nowhere else. */
import ts from 'typescript';

/** The files that the interfaces are reached from. */
const roots = ['src/wire/types/operation-types.ts', 'src/wire/webhooks/webhook-types.ts', 'src/wire/envelope.ts'];

/** A field of an interface. */
export interface FieldText {
  /** Its doc comment. */
  readonly text: string;
  /** The values that are known of an open set of texts. */
  readonly known: readonly string[] | undefined;
  /** The interface of the value, or of the members of the list. */
  readonly holds: string | undefined;
}

/** An interface: its doc comment and its fields, inherited ones included. */
export interface InterfaceText {
  readonly text: string;
  readonly fields: ReadonlyMap<string, FieldText>;
}

/** An operation: the two paragraphs of its doc comment, and the interfaces of what goes in and comes out. */
export interface OperationText {
  readonly summary: string;
  readonly text: string;
  readonly takes: string | undefined;
  readonly gives: string | undefined;
}

/** The texts of all interfaces and operations by name. */
export interface InterfaceTexts {
  readonly interfaces: ReadonlyMap<string, InterfaceText>;
  readonly operations: ReadonlyMap<string, OperationText>;
}

/** Reads them out of the sources of this checkout. */
export function readInterfaces(): InterfaceTexts {
  return new InterfaceReader().read();
}

class InterfaceReader {
  readonly #program = ts.createProgram(roots, {
    strict: true,
    allowImportingTsExtensions: true,
    noEmit: true,
    module: ts.ModuleKind.NodeNext,
    lib: ['lib.es2023.d.ts'],
    types: [],
  });
  readonly #checker = this.#program.getTypeChecker();
  readonly #declarations = new Map(
    this.#program
      .getSourceFiles()
      .filter(({ isDeclarationFile }) => !isDeclarationFile)
      .flatMap((file) => file.statements.filter((node) => ts.isInterfaceDeclaration(node)))
      .map((declaration) => [declaration.name.text, declaration]),
  );

  read(): InterfaceTexts {
    const interfaces = [...this.#declarations].map(
      ([name, declaration]) => [name, this.#interface(declaration)] as const,
    );
    const table = this.#declarations.get('OperationTypes');
    const rows = table ? this.#fieldsOf(table) : [];
    return {
      interfaces: new Map(interfaces),
      operations: new Map(rows.map((row) => [row.name, this.#operation(row)])),
    };
  }

  #fieldsOf(declaration: ts.InterfaceDeclaration): readonly ts.Symbol[] {
    return this.#checker.getPropertiesOfType(this.#checker.getTypeAtLocation(declaration.name));
  }

  #interface(declaration: ts.InterfaceDeclaration): InterfaceText {
    const [text = ''] = this.#paragraphs(this.#checker.getTypeAtLocation(declaration.name).symbol);
    const fields = this.#fieldsOf(declaration).map((field): [string, FieldText] => {
      const type = this.#checker.getNonNullableType(this.#checker.getTypeOfSymbolAtLocation(field, declaration));
      const [fieldText = ''] = this.#paragraphs(field);
      return [field.name, { text: fieldText, known: this.#known(field), holds: this.#holds(type) }];
    });
    return { text, fields: new Map(fields) };
  }

  #operation(row: ts.Symbol): OperationText {
    const [summary = '', text = ''] = this.#paragraphs(row);
    const end = (name: string) => {
      const symbol = this.#checker.getTypeOfSymbol(row).getProperty(name);
      return symbol && this.#holds(this.#checker.getTypeOfSymbol(symbol));
    };
    return { summary: summary.replace(/\. Spec §[\d.]+\.$/, ''), text, takes: end('input'), gives: end('output') };
  }

  #paragraphs(symbol: ts.Symbol): readonly string[] {
    const comment = ts.displayPartsToString(symbol.getDocumentationComment(this.#checker));
    return comment.split(/\n\n+/).map((paragraph) => paragraph.replace(/\s+/g, ' '));
  }

  // The texts of a set that is open, `'a' | 'b' | (string & {})`, in the order in which they are written.
  #known(field: ts.Symbol): readonly string[] | undefined {
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

  // The first interface on the way in: through lists, unions, and objects without a name.
  #holds(type: ts.Type): string | undefined {
    if (this.#declarations.has(type.symbol?.name)) return type.symbol.name;
    const [inner] = this.#checker.isArrayType(type) ? this.#checker.getTypeArguments(type as ts.TypeReference) : [];
    if (inner) return this.#holds(inner);
    const parts = type.isUnion() ? type.types : type.symbol?.name === '__type' ? this.#typesIn(type) : [];
    return parts.map((part) => this.#holds(part)).find((name) => name !== undefined);
  }

  #typesIn(type: ts.Type): readonly ts.Type[] {
    return this.#checker.getPropertiesOfType(type).map((member) => this.#checker.getTypeOfSymbol(member));
  }
}
