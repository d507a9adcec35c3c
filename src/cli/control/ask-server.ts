import { redactText } from '../../redact/redact.ts';
import type { ControlRequest } from './control-command.ts';
import { inOwnWords } from './own-words.ts';

/** Which server is asked, and in which of its worlds. */
export interface ServerTarget {
  readonly url: string;
  readonly world?: string;
  readonly controlToken?: string;
}

/** A server did not answer, or refused; the message is one line for people. */
export class ServerRefusal extends Error {
  override readonly name = 'ServerRefusal';
}

/** Makes a control call and answers with what the server said, as text. @throws ServerRefusal */
export async function askServer(
  { url, world, controlToken }: ServerTarget,
  { method, path, body }: ControlRequest,
  signal: AbortSignal,
): Promise<string> {
  const response = await send(url, path, {
    method,
    signal,
    redirect: 'manual',
    headers: {
      accept: 'application/json',
      ...(world !== undefined && { 'x-repaykit-world': world }),
      ...(controlToken !== undefined && { 'x-repaykit-control': controlToken }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  if (!response.ok) throw refusal(url, response.status, text);
  if (!isJson(text))
    throw new ServerRefusal(
      `${redactText(url)} answers, but not as a reference server: is another program there? Name the server with --url`,
    );
  return text;
}

async function send(url: string, path: string, init: RequestInit): Promise<Response> {
  if (!/^https?:$/.test(URL.canParse(url) ? new URL(url).protocol : ''))
    throw new ServerRefusal('--url must be an http: or https: URL, such as http://127.0.0.1:4010');
  try {
    return await fetch(`${url.replace(/\/+$/, '')}/_control${path}`, init);
  } catch (error) {
    if (init.signal?.aborted) throw new ServerRefusal('stopped before the server answered');
    throw new ServerRefusal(`no server answers at ${redactText(url)}: start one with \`repaykit serve\``, {
      cause: error,
    });
  }
}

interface Envelope {
  readonly message?: unknown;
  readonly data?: {
    readonly code?: unknown;
    readonly fields?: readonly { readonly path: string; readonly message: string }[];
  } | null;
}

function refusal(url: string, status: number, text: string): ServerRefusal {
  const { message, data }: Envelope = isJson(text) ? (JSON.parse(text) as Envelope) : {};
  if (typeof message !== 'string')
    return new ServerRefusal(
      `${redactText(url)} answers ${status}, but not as a reference server: name the server with --url`,
    );
  // Where the message names the fields itself, it says enough.
  const fields = (data?.fields ?? [])
    .filter(({ message: problem }) => !message.includes(problem))
    .map(({ path, message: problem }) => `${path}: ${problem}`);
  return new ServerRefusal(redactText([inOwnWords(message, data?.code), fields.join('; ')].join(' ').trim()));
}

function isJson(text: string): boolean {
  try {
    return typeof JSON.parse(text) === 'object';
  } catch {
    return false;
  }
}
