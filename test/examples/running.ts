import { execFile } from 'node:child_process';

/** Runs an example as examples/README.md says, and answers what it printed. */
export function runExample(name: string, args: readonly string[] = [], env: NodeJS.ProcessEnv = {}): Promise<string> {
  const command = ['--import', './examples/typescript.js', `examples/${name}`, ...args];
  return new Promise((resolve, reject) => {
    execFile(
      process.execPath,
      command,
      { env: { ...process.env, ...env }, timeout: 600_000 },
      (error, stdout, stderr) => {
        if (error) reject(error);
        else if (stderr !== '') reject(new Error(`${name} wrote to standard error: ${stderr}`));
        else resolve(stdout);
      },
    );
  });
}
