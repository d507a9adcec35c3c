/** `npm run bench`: all parts in one run, one table of ratios for each; what it can do stands in `options.ts`. */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { BOOK_RUN, benchBook } from './book.ts';
import { type BookTask, runBook } from './book-run.ts';
import { benchClient } from './client.ts';
import type { BenchContext, PartResult } from './context.ts';
import { benchImports, linkPackage } from './imports.ts';
import { type BenchOptions, readOptions, USAGE } from './options.ts';
import { type PartName, parts } from './parts.ts';
import { noPostgres, providePostgres } from './postgres.ts';
import { endEverything } from './processes.ts';
import { type BenchReport, settingOf } from './report.ts';
import { withResults } from './results-in-guide.ts';
import { benchRetries } from './retries.ts';
import { benchScale, SCALE_RUN } from './scale.ts';
import { runScale, type ScaleTask } from './scale-run.ts';
import { benchServer } from './server.ts';
import { benchStart } from './start.ts';
import { benchStatements } from './statements.ts';
import { benchStores } from './stores.ts';
import { markdownOf, textOf } from './tables.ts';
import { benchTypes } from './types.ts';
import { benchWebhooks } from './webhooks.ts';

const benches: Readonly<Record<PartName, (context: BenchContext) => Promise<PartResult>>> = {
  client: benchClient,
  start: benchStart,
  imports: benchImports,
  retries: benchRetries,
  types: benchTypes,
  server: benchServer,
  scale: benchScale,
  stores: benchStores,
  book: benchBook,
  webhooks: benchWebhooks,
  statements: benchStatements,
};

const peers = ['stripe', 'axios', 'standardwebhooks', '@stoplight/prism-cli', '@mockoon/cli', 'autocannon'];
const beginning = performance.now();

const taskOf = (run: string) => process.argv.find((argument) => argument.startsWith(run))?.slice(run.length);
const [scaleTask, bookTask] = [taskOf(SCALE_RUN), taskOf(BOOK_RUN)];
if (scaleTask !== undefined) answer(await runScale(JSON.parse(scaleTask) as ScaleTask));
else if (bookTask !== undefined) answer(await runBook(JSON.parse(bookTask) as BookTask));
else await main();

function answer(result: object): void {
  process.stdout.write(JSON.stringify(result), () => process.exit(0));
}

async function main(): Promise<void> {
  for (const [signal, code] of [['SIGINT', 130] as const, ['SIGTERM', 143] as const])
    process.once(signal, () => stopped(code));
  const options = asked();
  try {
    const report =
      options.from === undefined
        ? await measure(options)
        : (JSON.parse(readFileSync(options.from, 'utf8')) as BenchReport);
    show(report, options);
    process.exit(process.exitCode ?? 0);
  } catch (error) {
    endEverything();
    process.stderr.write(`${messageOf(error)}\n`);
    process.exit(1);
  }
}

function asked(): BenchOptions {
  try {
    return readOptions(process.argv.slice(2));
  } catch (error) {
    process.stderr.write(`${messageOf(error)}\n\n${USAGE}`);
    process.exit(1);
  }
}

function stopped(code: number): void {
  endEverything();
  process.stderr.write('stopped; nothing was written\n');
  process.exit(code);
}

async function measure({ names, isFull, loans }: BenchOptions): Promise<BenchReport> {
  installPeers();
  const needsPostgres = names.some((name) => name === 'stores' || name === 'book' || name === 'webhooks');
  const postgres = needsPostgres ? await providePostgres() : noPostgres;
  try {
    const measured: BenchReport['parts'][number][] = [];
    for (const name of names) {
      const start = performance.now();
      const result = await benches[name]({ isFull, loans, postgres, log: (what) => log(`${name}: ${what}`) }).catch(
        (error) => failed(name, error),
      );
      measured.push({ name, ...result, seconds: Math.round((performance.now() - start) / 1_000) });
    }
    log('done');
    return { setting: settingOf({ postgres, isFull }), parts: measured };
  } finally {
    await postgres.stop();
  }
}

// One part that fails costs no other.
function failed(name: PartName, error: unknown): PartResult {
  process.exitCode = 1;
  log(`${name} failed: ${error instanceof Error ? error.stack : String(error)}`);
  return { rows: [{ what: parts[name], against: '–', skipped: messageOf(error).split('\n')[0] ?? '' }] };
}

// The peers have a lockfile of their own, so that the package's stays small.
function installPeers(): void {
  if (!peers.every((peer) => existsSync(`test/bench/node_modules/${peer}`))) {
    log('installing the peers');
    execFileSync('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund'], { cwd: 'test/bench', stdio: 'ignore' });
  }
  linkPackage();
}

function show(report: BenchReport, { format, write }: BenchOptions): void {
  if (write !== undefined && process.exitCode) throw new Error(`${write} is as it was, because a part failed`);
  if (write !== undefined) writeFileSync(write, withResults(readFileSync(write, 'utf8'), markdownOf(report)));
  else if (format === 'json') process.stdout.write(`${JSON.stringify(report, null, 2)}\n`);
  else process.stdout.write(format === 'markdown' ? markdownOf(report) : textOf(report));
}

function log(what: string): void {
  const seconds = Math.round((performance.now() - beginning) / 1_000);
  process.stderr.write(`${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')} ${what}\n`);
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
