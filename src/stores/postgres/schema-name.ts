import { ConfigurationError } from '../../errors.ts';

/** The schema in which repaykit keeps its tables unless another one is named. */
export const DEFAULT_SCHEMA = 'repaykit';

/** Puts a schema's name in the place of every `{schema}` of a statement. @throws ConfigurationError for a name that would need care elsewhere */
export function inSchema(schema: string): (statement: string) => string {
  if (!/^[a-z_][a-z0-9_]{0,62}$/.test(schema) || schema.startsWith('pg_')) {
    throw new ConfigurationError('repaykit/postgres', [
      { path: 'schema', message: `'${schema}' is no plain name: use a–z, 0–9 and _, at most 63 characters, not beginning with a digit or pg_` },
    ]);
  }
  return (statement) => statement.replaceAll('{schema}', `"${schema}"`);
}
