import { ConfigurationError, InputError, StatementError } from '../../errors.ts';
import type { ReadStatementOptions } from '../../statements/read-options.ts';
import { readStatement } from '../../statements/read-statement.ts';
import type { Statement } from '../../statements/statement.ts';
import type { CliIo } from '../io.ts';
import { shownBar } from '../progress-bar.ts';

/** Reads the file while a bar shows its pages; undefined where the user stopped it. @throws ConfigurationError, StatementError which name the flag that helps */
export async function readFile(path: string, options: ReadStatementOptions, io: CliIo): Promise<Statement | undefined> {
  const bar = shownBar(io);
  try {
    return await readStatement(path, {
      ...options,
      signal: io.stop,
      onProgress: ({ page, pages }) => bar.tell(page, pages, `page ${page} of ${pages}`),
    });
  } catch (error) {
    if (io.stop.aborted) return undefined;
    throw inWordsOfTheCommand(error);
  } finally {
    bar.end();
  }
}

function inWordsOfTheCommand(error: unknown): unknown {
  if (error instanceof InputError) {
    const issues = error.issues.map(({ path, message }) => ({ path: path === 'source' ? 'FILE' : path, message }));
    return new ConfigurationError('repaykit statement', issues, { cause: error });
  }
  if (!(error instanceof StatementError)) return error;
  const flag = flagFor(error);
  return flag === undefined
    ? error
    : new StatementError(error.code as typeof error.code & StatementCode, `${error.message} (${flag})`, {
        cause: error,
      });
}

type StatementCode = ConstructorParameters<typeof StatementError>[0];

function flagFor({ code, message }: StatementError): string | undefined {
  if (code === 'password_required') return '--password-file names the file whose first line it is';
  if (code === 'several_accounts') return '--account chooses one';
  if (code !== 'limit_exceeded') return undefined;
  const [, limit = ''] = /limits\.(\w+)/.exec(message) ?? [];
  return limitFlags[limit];
}

const limitFlags: Readonly<Record<string, string>> = {
  bytes: 'with --max-megabytes',
  pages: 'with --max-pages',
  timeMs: 'with --max-seconds',
};
