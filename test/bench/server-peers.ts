/** Mock servers that answer the same request with the same body, from an OpenAPI description. Each in a process of its own. */
import { deepStrictEqual } from 'node:assert';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { forkScript } from './children.ts';
import { scratchFolder } from './processes.ts';

/** A mock server that runs. */
export interface PeerServer {
  readonly port: number;
  readonly pid: number | undefined;
  readonly stop: () => Promise<void>;
}

/** What it is to answer. */
export interface PeerTask {
  readonly reads: readonly { readonly path: string; readonly input: string }[];
  readonly headers: Readonly<Record<string, string>>;
  readonly answer: string;
}

const START_LIMIT_MS = 30_000;

/** Prism, validating requests as it does by itself. */
export function startPrism(task: PeerTask): Promise<PeerServer> {
  return start(task, (file, port) => [
    '@stoplight/prism-cli/dist/index.js',
    'mock',
    file,
    '-h',
    '127.0.0.1',
    '-p',
    String(port),
    '--verboseLevel',
    'silent',
  ]);
}

/** Mockoon, from the same description. */
export function startMockoon(task: PeerTask): Promise<PeerServer> {
  return start(task, (file, port) => [
    '@mockoon/cli/bin/run.js',
    'start',
    '--data',
    file,
    '--hostname',
    '127.0.0.1',
    '--port',
    String(port),
    '--disable-log-to-file',
  ]);
}

async function start(task: PeerTask, command: (file: string, port: number) => readonly string[]): Promise<PeerServer> {
  const folder = scratchFolder();
  const file = join(folder.path, 'openapi.json');
  writeFileSync(file, JSON.stringify(description(task)));
  const port = await freePort();
  const [script = '', ...rest] = command(file, port);
  const child = forkScript(join('node_modules', script), rest, {
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    env: { ...process.env, HOME: folder.path },
  });
  const exited = once(child, 'exit');
  const stop = async () => {
    child.kill();
    await exited;
    folder.remove();
  };
  try {
    await answers(task, port);
  } catch (error) {
    await stop();
    throw error;
  }
  return { port, pid: child.pid, stop };
}

function description({ reads, answer }: PeerTask): object {
  const input = {
    type: 'object',
    required: ['mandateId'],
    properties: { mandateId: { type: 'string', pattern: '^[0-9a-f]{24}$' } },
  };
  const example = JSON.parse(answer) as object;
  // Twice, because Prism reads the one and Mockoon the other.
  const responses = {
    200: {
      description: 'The mandate',
      content: { 'application/json': { schema: { type: 'object', example }, example } },
    },
  };
  const operation = {
    operationId: 'getMandate',
    requestBody: { required: true, content: { 'application/json': { schema: input } } },
    responses,
  };
  return {
    openapi: '3.0.3',
    info: { title: 'bench', version: '1' },
    paths: { [reads[0]?.path ?? '/']: { post: operation } },
  };
}

async function answers({ reads, headers, answer }: PeerTask, port: number): Promise<void> {
  const [read] = reads;
  const start = performance.now();
  for (;;) {
    const [status, text] = await fetch(`http://127.0.0.1:${port}${read?.path}`, {
      method: 'POST',
      headers,
      body: read?.input ?? '',
    }).then(
      async (response) => [response.status, await response.text()] as const,
      () => [0, ''] as const,
    );
    if (status === 200) {
      // A shorter answer would be a faster one.
      deepStrictEqual(JSON.parse(text), JSON.parse(answer));
      return;
    }
    if (performance.now() - start > START_LIMIT_MS) throw new Error(`a mock server did not answer: ${status}`);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  server.close();
  await once(server, 'close');
  return port;
}
