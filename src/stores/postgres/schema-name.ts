import { check } from '../../validation/checks.ts';

/** The schema in which repaykit keeps its tables unless another one is named. */
export const DEFAULT_SCHEMA = 'repaykit';

const NO_PLAIN_NAME = 'is no plain name: use a–z, 0–9 and _, at most 63 characters, not beginning with a digit or pg_';

/** The check of a schema's name: none that would need care wherever it is written. */
export const schemaName = check({
  type: 'string',
  test: (schema) =>
    (typeof schema === 'string' && /^[a-z_][a-z0-9_]{0,62}$/.test(schema) && !schema.startsWith('pg_')) ||
    `'${String(schema)}' ${NO_PLAIN_NAME}`,
});

/** Puts a schema's name, which was checked, in the place of every `{schema}` of a statement. */
export function inSchema(schema: string): (statement: string) => string {
  return (statement) => statement.replaceAll('{schema}', `"${schema}"`);
}
