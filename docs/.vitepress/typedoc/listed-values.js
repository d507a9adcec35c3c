/** Shows the values of a type that is taken from a table inside the package: its name says nothing to a reader. */
import { Converter, LiteralType, makeRecursiveVisitor, ReflectionKind, UnionType } from 'typedoc';

/** Replaces the type of an alias by its values, if they are texts and its declaration names what no entry point has. */
export function listValues({ converter }) {
  const values = new Map();
  converter.on(Converter.EVENT_CREATE_DECLARATION, (context, alias) => {
    if (!alias.kindOf(ReflectionKind.TypeAlias)) return;
    const type = context.checker.getDeclaredTypeOfSymbol(context.getSymbolFromReflection(alias));
    if (!type.isUnion() || !type.types.every((each) => each.isStringLiteral())) return;
    values.set(alias, new UnionType(type.types.map(({ value }) => new LiteralType(value))));
  });
  // Only now an alias has its type, and every reference what it leads to.
  converter.on(Converter.EVENT_RESOLVE_BEGIN, () => {
    for (const [alias, listed] of values) if (namesInnerThings(alias.type)) alias.type = listed;
  });
}

function namesInnerThings(type) {
  let isFound = false;
  const reference = ({ reflection }) => {
    isFound ||= reflection === undefined;
  };
  type.visit(makeRecursiveVisitor({ reference }));
  return isFound;
}
