import { redactText } from '../../redact/redact.ts';
import { controlCalls } from '../../server/control/calls.ts';
import { isRecord } from '../../validation/checks.ts';
import type { CliIo } from '../terminal/io.ts';
import { paintWith } from '../terminal/terminal-text.ts';
import { controlCommands } from './commands.ts';
import type { ControlCommand, ControlRequest, Flags } from './control-command.ts';

export interface ServerTarget {
  readonly url: string;
  readonly world?: string;
  readonly controlToken?: string;
}

/** The server did not answer, or refused. The message is one line for people. */
class ServerRefusal extends Error {
  override readonly name = 'ServerRefusal';
}

export async function runControlCommand(
  { request, show }: ControlCommand,
  { words, flags }: { readonly words: readonly string[]; readonly flags: Flags & ServerTarget },
  io: CliIo,
): Promise<void> {
  const answer = await askServer(flags, request(words, flags), io.stop);
  // The call of a command decides the type of its answer.
  io.out(flags.json ? `${answer.trimEnd()}\n` : show(JSON.parse(answer) as never, paintWith(io.showsColour)));
}

async function askServer(
  { url, world, controlToken }: ServerTarget,
  { method, path, body }: ControlRequest,
  signal: AbortSignal,
): Promise<string> {
  const headers = {
    accept: 'application/json',
    ...(world !== undefined && { 'x-repaykit-world': world }),
    ...(controlToken !== undefined && { 'x-repaykit-control': controlToken }),
    ...(body !== undefined && { 'content-type': 'application/json' }),
  };
  const init = { method, signal, headers, redirect: 'manual', body: JSON.stringify(body) } as const;
  const response = await send(url, path, init);
  const text = await response.text();
  const answer = readJson(text);
  if (response.ok && answer !== undefined) return text;
  if (!isRecord(answer) || typeof answer.message !== 'string') {
    const answered = `${redactText(url)} answers${response.ok ? '' : ` ${response.status}`}`;
    const hint = response.ok ? 'is another program there? Name' : 'name';
    throw new ServerRefusal(`${answered}, but not as a reference server: ${hint} the server with --url`);
  }
  throw refusal(answer.message, isRecord(answer.data) ? answer.data : {});
}

async function send(url: string, path: string, init: RequestInit): Promise<Response> {
  if (!/^https?:$/.test(URL.canParse(url) ? new URL(url).protocol : ''))
    throw new ServerRefusal('--url must be an http: or https: URL, such as http://127.0.0.1:4010');
  try {
    return await fetch(`${url.replace(/\/+$/, '')}/_control${path}`, init);
  } catch (cause) {
    if (init.signal?.aborted) throw new ServerRefusal('stopped before the server answered');
    throw new ServerRefusal(`no server answers at ${redactText(url)}: start one with \`repaykit serve\``, { cause });
  }
}

function readJson(text: string): object | null | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' ? value : undefined;
  } catch {
    return undefined;
  }
}

function refusal(message: string, { code, fields }: Readonly<Record<string, unknown>>): ServerRefusal {
  // Fields that the message names already are not repeated.
  const named = (Array.isArray(fields) ? fields : [])
    .filter(({ message: problem }) => !message.includes(problem))
    .map(({ path, message: problem }) => `${path}: ${problem}`);
  return new ServerRefusal(redactText([commandsIn(message, code), named.join('; ')].join(' ').trim()));
}

const messages = new Map<unknown, string>([
  [
    'mandate_unknown',
    'There is no mandate with this id: `repaykit scenario happy-loan` plays one and shows its id, `repaykit requests` lists those that were asked about.',
  ],
  [
    'control_token_wrong',
    'This server was started with a control token: give it with --control-token or in REPAYKIT_CONTROL_TOKEN.',
  ],
]);

/** Rewrites a refusal for the command line: commands and flags replace calls and headers. */
export function commandsIn(message: string, code?: unknown): string {
  return (messages.get(code) ?? message)
    .replace(/\b[A-Z]+ \/_control(?:\/[\w{}-]+)+/g, (route) => commandOf(route) ?? route)
    .replaceAll('x-repaykit-world', '--world')
    .replaceAll('x-repaykit-control', '--control-token');
}

function commandOf(route: string): string | undefined {
  const isMeant = ({ calls: [call] }: ControlCommand) =>
    call !== undefined && `${controlCalls[call].method} /_control${controlCalls[call].path}` === route;
  const command = controlCommands.find(isMeant);
  const words = command?.parameters.flatMap(({ syntax }) => (syntax.startsWith('<') ? [syntax] : [])) ?? [];
  return command && `\`${['repaykit', command.name, ...words].join(' ')}\``;
}
