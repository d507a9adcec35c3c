/** Load over a port from a process of its own: wrk where it is installed, which needs a third of the CPU, else autocannon. */
import { type ChildProcess, execFile, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { forkScript } from './children.ts';
import { scratchFolder, watched } from './processes.ts';

/** A request and its body. All are sent with POST. */
export interface Call {
  readonly path: string;
  readonly input: string;
}

export interface Load {
  readonly url: string;
  readonly connections: number;
  readonly seconds: number;
  readonly headers: Readonly<Record<string, string>>;
  /** Sent in turn. */
  readonly calls: readonly Call[];
}

export interface LoadResult {
  readonly answers: number;
  readonly seconds: number;
}

interface GeneratorResult extends LoadResult {
  /** Failed requests and answers with another status than 2xx. */
  readonly failures: number;
}

const hasWrk = spawnSync('wrk', ['--version']).error === undefined;

/** The name of the generator, for the log. */
export const generator = hasWrk ? 'wrk' : 'autocannon';

/** Sends loads, one after the other. */
export interface Loader {
  /** Sends the calls, one at a time on each connection. @throws Error if one fails */
  run(load: Load): Promise<LoadResult>;
  stop(): void;
}

export function startLoader(): Loader {
  const child = hasWrk ? undefined : forkScript('server-load.mjs');
  return {
    run: async (load) => {
      const { failures, ...result } = await (child ? runAutocannon(child, load) : runWrk(load));
      if (failures > 0 || result.answers === 0) throw new Error(`${failures} of ${result.answers} requests failed`);
      return result;
    },
    stop: () => child?.disconnect(),
  };
}

async function runAutocannon(child: ChildProcess, load: Load): Promise<GeneratorResult> {
  const over = new AbortController();
  const first = (event: string) => once(child, event, { signal: over.signal }).catch(() => []);
  child.send(load);
  const [result] = await Promise.race([first('message'), first('exit')]);
  over.abort();
  if (typeof result === 'object') return result as GeneratorResult;
  throw new Error(`the generator ended with ${result}`);
}

async function runWrk(load: Load): Promise<GeneratorResult> {
  const { url, connections, seconds } = load;
  const folder = scratchFolder();
  try {
    const script = join(folder.path, 'calls.lua');
    writeFileSync(script, luaScript(load));
    const args = ['-t1', '--timeout', '30s', `-c${connections}`, `-d${Math.ceil(seconds)}s`, '-s', script, url];
    const output = await new Promise<string>((resolve, reject) => {
      watched(execFile('wrk', args, (error, stdout) => (error ? reject(error) : resolve(stdout))));
    });
    return JSON.parse(output.slice(output.lastIndexOf('{'))) as GeneratorResult;
  } finally {
    folder.remove();
  }
}

// JSON strings without control characters are Lua strings, too.
function luaScript({ headers, calls }: Load): string {
  const fields = Object.entries(headers).map(([name, value]) => `[${JSON.stringify(name)}]=${JSON.stringify(value)}`);
  const texts = calls.map(
    ({ path, input }) => `wrk.format("POST", ${JSON.stringify(path)}, headers, ${JSON.stringify(input)})`,
  );
  return `
local headers = { ${fields.join(', ')} }
local texts, next = nil, 0
function init() texts = { ${texts.join(',\n')} } end
function request() next = next % #texts + 1; return texts[next] end
function done(summary)
  local e = summary.errors
  io.write(string.format('{"answers":%d,"seconds":%f,"failures":%d}', summary.requests, summary.duration / 1e6,
    e.connect + e.read + e.write + e.status + e.timeout))
end
`;
}
