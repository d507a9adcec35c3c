import { ConfigurationError } from '../errors.ts';
import { parseConnectionString } from '../stores/postgres/connection-string.ts';

/** A database as a command was given it; it may hold a password, so no message repeats it. @throws ConfigurationError */
export function databaseUrl(
  command: string,
  text: string | undefined,
): { readonly url: URL; readonly connectionString: string } {
  const issue = (message: string) => new ConfigurationError(command, [{ path: '--database-url', message }]);
  if (text === undefined)
    throw issue('is missing: name the database, here or in DATABASE_URL, as in postgres://db.example.com/lender');
  const url = parseConnectionString(text);
  if (!url)
    throw issue(
      'must be a postgres: URL (user and password with %40 for @, %2F for /), as in postgres://db.example.com/lender',
    );
  return { url, connectionString: text };
}
