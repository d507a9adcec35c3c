import { readFileSync } from 'node:fs';
import ts from 'typescript';
import { expect, test } from 'vitest';
import { parse, type Source } from '../../../architecture/source.ts';

/** The files that a file loads when it is loaded itself: not those of `import()`, and no types. */
function loadedBy({ imports }: Source): string[] {
  return imports.flatMap(({ target, node }) => {
    const isTyped =
      (ts.isImportDeclaration(node) && node.importClause?.isTypeOnly) ||
      (ts.isExportDeclaration(node) && node.isTypeOnly) ||
      ts.isImportTypeNode(node);
    return target !== undefined && !isTyped && !ts.isCallExpression(node) ? [target] : [];
  });
}

test('a server loads neither the reader of PDFs nor its engine before the first upload', () => {
  const loaded = new Set(['src/server/index.ts']);
  for (const path of loaded) for (const target of loadedBy(parse(path, readFileSync(path, 'utf8')))) loaded.add(target);
  expect(loaded).toContain('src/server/engine/income/read-upload.ts');
  expect([...loaded].filter((path) => path.startsWith('src/statements/'))).toEqual([]);
});
