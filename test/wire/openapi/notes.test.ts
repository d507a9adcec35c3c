import { execFileSync } from 'node:child_process';
import { describe, expect, test } from 'vitest';
import { InterfaceReader, OPERATIONS, sources } from './read-interfaces.ts';

const reader = new InterfaceReader();
const folder = 'src/wire/openapi/notes';

/** A file of notes, in the form that the formatter gives it. */
function fileOf(room: string, path: string): string {
  return formatted(
    room,
    `// Generated from ${path}: do not edit.
import type { InterfaceNotes } from '../interface-note.ts';

/** What the interfaces of ${path} say about themselves. */
export const ${room}Notes: InterfaceNotes = ${JSON.stringify(reader.read(path))};
`,
  );
}

function operationFile(): string {
  return formatted(
    'operation',
    `// Generated from ${OPERATIONS}: do not edit.
import type { OperationId } from '../../operation-types.ts';
import type { OperationNote } from '../interface-note.ts';

/** What each operation is for, takes and gives, as ${OPERATIONS} says. */
export const operationNotes: { readonly [Id in OperationId]: OperationNote } = ${JSON.stringify(reader.readOperations())};
`,
  );
}

function formatted(room: string, text: string): string {
  return execFileSync('node_modules/.bin/biome', ['format', `--stdin-file-path=${folder}/${room}-notes.ts`], {
    input: text,
    encoding: 'utf8',
  });
}

describe('what the contract says of a field', () => {
  test.each(Object.entries(sources))('is what the code says: %s', async (room, path) => {
    await expect(fileOf(room, path)).toMatchFileSnapshot(`../../../${folder}/${room}-notes.ts`);
  });

  test('is what the code says: operations', async () => {
    await expect(operationFile()).toMatchFileSnapshot(`../../../${folder}/operation-notes.ts`);
  });
});
