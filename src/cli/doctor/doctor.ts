import { keyMask } from '../../client/engine-keys.ts';
import { contextOf } from '../../client/workflows/loan-context.ts';
import { systemClock } from '../../clock/clock.ts';
import { SECOND_MS } from '../../domain/calendar.ts';
import { ConfigurationError, RepayKitError } from '../../errors.ts';
import { redactText } from '../../redact/redact.ts';
import { type CommandFlags, commandErrors } from '../in-flags.ts';
import { type CliIo, shownBar } from '../terminal/io.ts';
import { type Colour, counted, type Paint, paintWith, printable } from '../terminal/terminal-text.ts';
import { loadWorkerConfig, type WorkerConfig } from '../worker/worker-config.ts';
import { checks } from './checks.ts';
import { type DoctorCheck, type Examination, type Finding, ok, problem } from './finding.ts';

export type DoctorFlags = CommandFlags<'config', 'webhook', 'json'>;

interface NamedFinding extends Finding {
  readonly check: string;
}

const COMMAND = 'repaykit doctor';
const STOPPED = 130;
const LONGEST_MS = 20 * SECOND_MS;
const late = problem(`it did not answer within ${LONGEST_MS / SECOND_MS} seconds`, 'see whether it can be reached');

/** Checks everything that a program can check before the first loan. Returns 1 if there is a problem. */
export async function examine(flags: DoctorFlags, io: CliIo): Promise<number> {
  const { webhook } = flags;
  if (webhook !== undefined && !(URL.canParse(webhook) && /^https?:/i.test(webhook)))
    throw commandErrors(COMMAND).wrong('--webhook', 'must be an https: URL');
  // What hangs must not keep the process alive.
  io.exitsAtEnd?.();
  const loaded = await load(flags.config, io.stop);
  const isLoaded = 'kit' in loaded;
  const findings: readonly NamedFinding[] = [
    // An older Node does not get here.
    { check: 'node', ...ok(`version ${process.versions.node}`) },
    { check: 'config', ...(isLoaded ? ok('it loads') : loaded) },
    ...(isLoaded ? await runChecks(loaded, webhook, io) : []),
  ];
  if (io.stop.aborted) {
    io.err(`${COMMAND}: stopped before it was through\n`);
    return STOPPED;
  }
  const count = (result: Finding['result']) => findings.filter((finding) => finding.result === result).length;
  const report = { findings, problems: count('problem'), warnings: count('warning') };
  io.out(flags.json ? `${JSON.stringify(report)}\n` : reportText(report, paintWith(io.showsColour)));
  return report.problems > 0 ? 1 : 0;
}

async function load(file: string, stop: AbortSignal): Promise<WorkerConfig | Finding> {
  try {
    return (await limited(stop, () => loadWorkerConfig(COMMAND, file))) ?? late;
  } catch (error) {
    if (!(error instanceof ConfigurationError)) throw error;
    return problem(error.message, 'correct it; nothing else was checked');
  }
}

async function runChecks(config: WorkerConfig, webhook: string | undefined, io: CliIo) {
  const context = contextOf(config.kit);
  const entries = Object.entries(checks);
  const findings: NamedFinding[] = [];
  const bar = shownBar(io);
  for (const [index, [check, run]] of entries.entries()) {
    if (io.stop.aborted) break;
    bar.update(index, entries.length, check);
    const found = await limited(io.stop, (signal) => runCheck(run, { config, context, webhook, signal }));
    findings.push(...(found ?? [late]).map((finding) => ({ check, ...finding })));
  }
  bar.end();
  // The findings count, not whether everything closes.
  const close = async () => [await config.kit.close(), await config.close?.()];
  await limited(io.stop, close).catch(() => undefined);
  return findings;
}

async function runCheck(run: DoctorCheck, examination: Examination): Promise<readonly Finding[]> {
  try {
    return await run(examination);
  } catch (error) {
    return [problem(messageOf(error, examination), 'correct this, then run doctor again')];
  }
}

/** The message of an error without keys and personal data. */
function messageOf(error: unknown, { context }: Examination): string {
  if (error instanceof RepayKitError) return error.message;
  const text = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
  return keyMask(context.engine.settings.revealKeys)(redactText(text));
}

/** Undefined if it takes too long. A second before, its signal is aborted, so that it can end by itself. */
async function limited<Result>(
  stop: AbortSignal,
  run: (signal: AbortSignal) => Promise<Result>,
): Promise<Result | undefined> {
  const [ended, limitReached] = [new AbortController(), new AbortController()];
  const limit = async () => {
    await systemClock.sleep(LONGEST_MS, AbortSignal.any([ended.signal, stop])).catch(() => undefined);
    limitReached.abort();
    await systemClock.sleep(SECOND_MS, ended.signal).catch(() => undefined);
    return undefined;
  };
  try {
    return await Promise.race([run(limitReached.signal), limit()]);
  } finally {
    ended.abort();
  }
}

const colours: Readonly<Record<Finding['result'], Colour>> = { ok: 'green', warning: 'yellow', problem: 'red' };

interface Report {
  readonly findings: readonly NamedFinding[];
  readonly problems: number;
  readonly warnings: number;
}

function reportText({ findings, problems, warnings }: Report, paint: Paint): string {
  const lines = findings.map(({ check, result, message, fix }) => {
    const head = `${paint(colours[result], result)}${' '.repeat('problem'.length - result.length)}`;
    return `${head}  ${check}: ${printable(message)}\n${fix === undefined ? '' : `         ${printable(fix)}\n`}`;
  });
  const counts = `${counted(problems, 'problem')}, ${counted(warnings, 'warning')}`;
  return `${lines.join('')}\n${paint(problems > 0 ? 'red' : 'green', counts)}\n`;
}
