/** What the types of the control table say: the signature of each method, and the comments of the fields that it takes. Read through the compiler. */
import ts from 'typescript';

const TABLE = 'src/server/control/calls.ts';

const program = ts.createProgram([TABLE], {
  strict: true,
  allowImportingTsExtensions: true,
  noEmit: true,
  module: ts.ModuleKind.NodeNext,
  lib: ['lib.es2023.d.ts'],
  types: [],
});
const checker = program.getTypeChecker();

/** A row as it is written: `addPayer: call<(payer: NewPayer) => Promise<PayerView>>(…)`. */
interface WrittenRow {
  readonly signature: ts.FunctionTypeNode;
  readonly comment: string;
}

const rows = new Map<string, WrittenRow>();
const visit = (node: ts.Node): void => {
  if (ts.isPropertyAssignment(node) && ts.isCallExpression(node.initializer)) {
    const [signature] = node.initializer.typeArguments ?? [];
    if (signature && ts.isFunctionTypeNode(signature))
      rows.set(node.name.getText(), { signature, comment: commentAt(checker.getSymbolAtLocation(node.name)) });
  }
  ts.forEachChild(node, visit);
};
visit(program.getSourceFile(TABLE) as ts.SourceFile);

function commentAt(symbol: ts.Symbol | undefined): string {
  return ts.displayPartsToString(symbol?.getDocumentationComment(checker)).replace(/\s+/g, ' ');
}

/** A type on one line, however it is wrapped. */
function onOneLine(node: ts.Node): string {
  return node
    .getText()
    .replace(/;?\s*\n\s*\}/g, ' }')
    .replace(/\s+/g, ' ');
}

/** The sentence that stands above a row. */
export function sentenceOf(name: string): string {
  return rows.get(name)?.comment ?? '';
}

/** The signature of a row's method: `explain(mandateId: string): Promise<Explanation>`. */
export function signatureOf(name: string): string {
  const row = rows.get(name);
  if (!row) throw new Error(`The table has no row ${name}`);
  return `${name}(${row.signature.parameters.map(onOneLine).join(', ')}): ${onOneLine(row.signature.type)}`;
}

/** The comments of the fields that the last argument of a row takes, by their paths: `accounts[].balance`. */
export function fieldComments(name: string): ReadonlyMap<string, string> {
  const type = rows.get(name)?.signature.parameters.at(-1)?.type;
  return new Map(type && commentsIn(checker.getTypeFromTypeNode(type), ''));
}

function commentsIn(type: ts.Type, prefix: string): readonly (readonly [string, string])[] {
  if (prefix.split('.').length > 2) return [];
  return checker.getPropertiesOfType(type).flatMap((field) => {
    const inner = checker.getNonNullableType(checker.getTypeOfSymbol(field));
    const [item] = checker.isArrayType(inner) ? checker.getTypeArguments(inner as ts.TypeReference) : [];
    const path = `${prefix}${field.name}`;
    const below = item ?? inner;
    const isRecord = (below.flags & ts.TypeFlags.Object) !== 0;
    return [
      [path, commentAt(field)] as const,
      ...(isRecord ? commentsIn(below, item ? `${path}[].` : `${path}.`) : []),
    ];
  });
}
