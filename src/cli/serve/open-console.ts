import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { actionNames, type ConsoleActionName } from '../../console/api/action-names.ts';
import { OneTimeEntry } from '../../console/api/one-time-entry.ts';
import { consoleHandler } from '../../console/console-handler.ts';
import { nodeHandler } from '../../console/node-handler.ts';
import { ConfigurationError } from '../../errors.ts';
import { isLoopbackHost } from '../../server/control/control-endpoint.ts';
import { given } from '../../validation/record.ts';
import { type CommandFlags, commandErrors } from '../in-flags.ts';
import type { CliIo } from '../terminal/io.ts';
import { loadWorkerConfig } from '../worker/worker-config.ts';

export type ConsoleFlags = CommandFlags<'config' | 'port', 'as', 'json', 'allow'>;

const { wrong } = commandErrors('repaykit console');

/** Opens the console over a lender's book on loopback until the user stops it. Returns the exit code. */
export async function openConsole(flags: ConsoleFlags, io: CliIo): Promise<number> {
  const { port, user, allow } = readFlags(flags);
  const config = await loadWorkerConfig('repaykit console', flags.config);
  const entry = new OneTimeEntry({ name: user });
  const receiver = config.inbox as { readonly inbox?: never } | undefined;
  const handle = consoleHandler({
    kit: config.kit,
    allow,
    authorize: entry.authorize,
    ...given({ inbox: receiver?.inbox }),
  });
  const server = createServer(
    nodeHandler(async (request) => {
      // Without this, a name that leads to this machine could be another page's own origin.
      if (!isLoopbackHost(new URL(request.url).hostname)) return new Response('Use 127.0.0.1.', { status: 403 });
      return (await entry.answer(request)) ?? handle(request);
    }),
  );
  try {
    await listen(server, port);
    const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const link = `${address}${entry.path}/#token=${entry.token}`;
    io.out(flags.json ? `${JSON.stringify({ link, allow, as: user })}\n` : startText(link, { user, allow }));
    if (!io.stop.aborted) await once(io.stop, 'abort');
    return 0;
  } finally {
    server.close();
    server.closeAllConnections();
    await config.kit.close();
    await config.close?.();
  }
}

function readFlags({ port, as: user = '', allow = [] }: ConsoleFlags) {
  if (!/^\d{1,5}$/.test(port) || Number(port) > 65_535) throw wrong('--port', 'must be a whole number from 0 to 65535');
  const known = allow.filter((name): name is ConsoleActionName => actionNames.some((action) => action === name));
  if (allow.length > 0 && user.trim() === '')
    throw wrong('--as', 'is needed with --allow: the name goes on file with every action');
  return { port: Number(port), user: user.trim() || 'reader', allow: known };
}

async function listen(server: ReturnType<typeof createServer>, port: number): Promise<void> {
  try {
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject);
      server.listen(port, '127.0.0.1', resolve);
    });
  } catch (cause) {
    throw new ConfigurationError(
      'repaykit console',
      [{ path: '--port', message: `${port} cannot be listened on: choose another, or 0` }],
      { cause },
    );
  }
}

function startText(
  link: string,
  { user, allow }: { readonly user: string; readonly allow: readonly string[] },
): string {
  const may = allow.length > 0 ? `You may: ${allow.join(', ')}. Each goes on file as ${user}.` : 'It only reads.';
  return `repaykit console, on this machine only. The link works once:\n\n  ${link}\n\n${may}\nCtrl-C stops it.\n`;
}
