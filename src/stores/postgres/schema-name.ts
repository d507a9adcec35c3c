import { ConfigurationError } from '../../errors.ts';

/** The schema in which repaykit keeps its tables unless another one is named. */
export const DEFAULT_SCHEMA = 'repaykit';

/** Refuses a name of a schema that would need care wherever it is written. @throws ConfigurationError */
export function checkSchemaName(schema: string): void {
  if (!/^[a-z_][a-z0-9_]{0,62}$/.test(schema) || schema.startsWith('pg_')) {
    throw new ConfigurationError('repaykit/postgres', [
      {
        path: 'schema',
        message: `'${schema}' is no plain name: use a–z, 0–9 and _, at most 63 characters, not beginning with a digit or pg_`,
      },
    ]);
  }
}

/** Puts a schema's name in the place of every `{schema}` of a statement. @throws ConfigurationError for no plain name */
export function inSchema(schema: string): (statement: string) => string {
  checkSchemaName(schema);
  return (statement) => statement.replaceAll('{schema}', `"${schema}"`);
}
