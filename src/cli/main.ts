import { systemClock } from '../clock/clock.ts';
import { runCli } from './program.ts';
import { ownStandardOutput } from './terminal/io.ts';
import { drawsBlocks, usesColour } from './terminal/terminal-text.ts';

const stop = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stop.abort());

// The reader of the output may exit, as `head` does. A server continues without it.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);

// A command, or output that no one reads, is killed if it does not end within three seconds of Ctrl-C, or the time that
// the command asked for. A second Ctrl-C kills it at once.
let graceMs = 3_000;
let exitCode: number | undefined;
let exitsAtEnd = false;
const ended = new AbortController();
stop.signal.addEventListener('abort', () => {
  systemClock.sleep(graceMs, ended.signal).then(
    () => process.exit(exitCode ?? 130),
    () => undefined,
  );
});

exitCode = await runCli(process.argv.slice(2), {
  out: ownStandardOutput(),
  err: (text) => process.stderr.write(text),
  showsColour: usesColour({ isTerminal: process.stdout.isTTY === true, env: process.env }),
  isTerminal: process.stderr.isTTY === true && process.env.TERM !== 'dumb',
  // Read on each use, because a window may change its size.
  get columns() {
    return process.stdout.isTTY === true ? process.stdout.columns : undefined;
  },
  get rows() {
    return process.stdout.isTTY === true ? process.stdout.rows : undefined;
  },
  drawsBlocks: drawsBlocks({ platform: process.platform, env: process.env }),
  input: process.stdin,
  backlog: () => process.stdout.writableLength,
  takesLong: (ms) => {
    graceMs = ms;
  },
  exitsAtEnd: () => {
    exitsAtEnd = true;
  },
  stop: stop.signal,
});
process.exitCode = exitCode;
const end = () => {
  ended.abort();
  if (exitsAtEnd) process.exit();
};
if (process.stdout.writableLength === 0) end();
else process.stdout.once('drain', end);
