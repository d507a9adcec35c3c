import { spawn } from 'node:child_process';
import { type AddressInfo, createServer } from 'node:net';
import { onTestFinished } from 'vitest';
import { judgeFile } from './judges.ts';

/** Starts Prism on loopback as a proxy that answers with an error where a request or an answer does not fit the document. It ends with the test. */
export async function validatingProxy(documentFile: string, upstream: string): Promise<string> {
  const port = await freePort();
  const program = judgeFile('@stoplight/prism-cli/dist/index.js');
  const child = spawn(
    process.execPath,
    [program, 'proxy', documentFile, upstream, '--errors', '-h', '127.0.0.1', '-p', String(port)],
    {
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  );
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  onTestFinished(async () => {
    child.kill('SIGKILL');
    await ended;
  });
  let printed = '';
  await new Promise<void>((resolve, reject) => {
    const handle = (chunk: Buffer) => {
      printed += chunk.toString();
      if (printed.includes('Prism is listening')) resolve();
    };
    child.stdout.on('data', handle);
    child.stderr.on('data', handle);
    child.once('exit', () => reject(new Error(`Prism ended: ${printed}`)));
  });
  return `http://127.0.0.1:${port}`;
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise<void>((resolve) => server.close(() => resolve()));
  return port;
}
