import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';

const [STDOUT, STDERR] = [1, 2];

/**
 * Keeps standard output for what a command prints, and answers with the way to print there. Whatever else writes to it for as long as the process lasts, such as the
 * logger of a config file, writes to standard error: through `console`, `process.stdout`, or the descriptor itself, as pino does.
 */
export function ownStandardOutput(): (text: string) => void {
  const print = process.stdout.write.bind(process.stdout);
  process.stdout.write = process.stderr.write.bind(process.stderr);
  // A proxy keeps what else hangs on them, such as how they are made to give promises.
  Object.assign(fs, { write: new Proxy(fs.write, elsewhere), writeSync: new Proxy(fs.writeSync, elsewhere) });
  syncBuiltinESMExports();
  return (text) => void print(text);
}

const elsewhere: ProxyHandler<(descriptor: number, ...rest: never[]) => unknown> = {
  apply: (write, self, [descriptor, ...rest]) =>
    Reflect.apply(write, self, [descriptor === STDOUT ? STDERR : descriptor, ...rest]),
};
