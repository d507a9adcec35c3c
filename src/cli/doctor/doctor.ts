import { contextOf } from '../../client/workflows/loan-context.ts';
import { systemClock } from '../../clock/clock.ts';
import { SECOND_MS } from '../../domain/calendar.ts';
import { ConfigurationError } from '../../errors.ts';
import { type CommandFlags, commandErrors } from '../in-flags.ts';
import { type CliIo, shownBar } from '../terminal/io.ts';
import { type Colour, counted, type Paint, paintWith, printable } from '../terminal/terminal-text.ts';
import { loadWorkerConfig, type WorkerConfig } from '../worker/worker-config.ts';
import { checkNode, checks } from './checks.ts';
import { type Examination, type Finding, messageOf, ok, problem } from './finding.ts';

export type DoctorFlags = CommandFlags<'config', 'webhook', 'json'>;

interface NamedFinding extends Finding {
  readonly check: string;
}

const COMMAND = 'repaykit doctor';
const STOPPED = 130;
const LONGEST_MS = 20 * SECOND_MS;

/** Checks everything that a program can check before the first loan. Returns 1 if there is a problem. */
export async function examine(flags: DoctorFlags, io: CliIo): Promise<number> {
  checkUrl(flags.webhook);
  const findings: NamedFinding[] = [{ check: 'node', ...checkNode(process.versions) }];
  const config = await load(flags.config);
  if (config instanceof ConfigurationError) {
    const fix = 'correct it; nothing else was checked';
    findings.push({ check: 'config', ...problem(printable(config.message), fix) });
  } else {
    findings.push({ check: 'config', ...ok('it loads') });
    await runChecks({ config, webhook: flags.webhook, findings }, io);
  }
  if (io.stop.aborted) {
    io.err(`${COMMAND}: stopped before it was through\n`);
    return STOPPED;
  }
  const problems = countOf(findings, 'problem');
  const facts = { findings, problems, warnings: countOf(findings, 'warning') };
  io.out(flags.json ? `${JSON.stringify(facts)}\n` : reportText(facts, paintWith(io.showsColour)));
  return problems > 0 ? 1 : 0;
}

function checkUrl(webhook: string | undefined): void {
  if (webhook === undefined || /^https?:$/.test(URL.canParse(webhook) ? new URL(webhook).protocol : '')) return;
  throw commandErrors(COMMAND).wrong('--webhook', 'must be an https: URL');
}

async function load(file: string): Promise<WorkerConfig | ConfigurationError> {
  try {
    return await loadWorkerConfig(COMMAND, file);
  } catch (error) {
    if (error instanceof ConfigurationError) return error;
    throw error;
  }
}

interface Examined extends Pick<Examination, 'config' | 'webhook'> {
  readonly findings: NamedFinding[];
}

async function runChecks({ config, webhook, findings }: Examined, io: CliIo): Promise<void> {
  const context = contextOf(config.kit);
  const entries = Object.entries(checks);
  const bar = shownBar(io);
  try {
    for (const [index, [check, run]] of entries.entries()) {
      if (io.stop.aborted) return;
      bar.update(index, entries.length, check);
      const found = await within(io.stop, context, (signal) => run({ config, context, webhook, signal }));
      findings.push(...found.map((finding) => ({ check, ...finding })));
    }
  } finally {
    bar.end();
    await within(io.stop, context, async () => {
      await config.kit.close();
      await config.close?.();
      return [];
    });
  }
}

/** Runs a check for a limited time. A part that hangs or throws is a problem, and the next check runs. */
async function within(
  stop: AbortSignal,
  context: Examination['context'],
  run: (signal: AbortSignal) => Promise<readonly Finding[]>,
): Promise<readonly Finding[]> {
  const ended = new AbortController();
  const late = new AbortController();
  const timeout = systemClock.sleep(LONGEST_MS, AbortSignal.any([ended.signal, stop])).then(
    () => late.abort(),
    () => undefined,
  );
  const given = timeout
    .then(() => systemClock.sleep(SECOND_MS, ended.signal))
    .then(
      () => [problem(`it did not answer within ${LONGEST_MS / SECOND_MS} seconds`, 'see whether it can be reached')],
      () => [],
    );
  try {
    return await Promise.race([run(AbortSignal.any([late.signal, stop])), given]);
  } catch (error) {
    return [problem(messageOf(error, context), 'correct it, then run this again')];
  } finally {
    ended.abort();
  }
}

function countOf(findings: readonly Finding[], result: Finding['result']): number {
  return findings.filter((finding) => finding.result === result).length;
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
