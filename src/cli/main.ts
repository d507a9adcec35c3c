#!/usr/bin/env node
import { systemClock } from '../clock/system-clock.ts';
import { runCli } from './program.ts';

const stop = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stop.abort());

// A command that does not come to its end within a second of Ctrl-C is cut off.
const ended = new AbortController();
stop.signal.addEventListener('abort', () => {
  systemClock.sleep(1_000, ended.signal).then(
    () => process.exit(130),
    () => undefined,
  );
});

process.exitCode = await runCli(process.argv.slice(2), {
  out: (text) => process.stdout.write(text),
  err: (text) => process.stderr.write(text),
  isTerminal: process.stdout.isTTY === true && !process.env.NO_COLOR,
  stop: stop.signal,
});
ended.abort();
