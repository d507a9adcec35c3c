import type { CliIo } from '../terminal/io.ts';
import { paintWith } from '../terminal/terminal-text.ts';
import { askLive } from './ask-live.ts';
import { Contract } from './contract.ts';
import { checkFlags, type DriftFlags } from './drift-flags.ts';
import { HTTP_STATUS } from './finding-list.ts';
import { compareRecorded } from './recorded.ts';
import { DriftBook, type DriftReport, readAccepted } from './report.ts';
import { reportText } from './report-text.ts';

const DRIFT = 3;
const STOPPED = 130;

/** Compares, prints the report and returns the exit code. @throws ConfigurationError */
export async function runDrift(paths: readonly string[], flags: DriftFlags, io: CliIo): Promise<number> {
  checkFlags(paths, flags);
  const accepted = await readAccepted(flags.accept);
  const book = new DriftBook(await Contract.read());
  const isDone = paths.length > 0 ? await compareRecorded(book, { paths, flags }, io) : await askLive(book, flags, io);
  if (!isDone) {
    io.err('repaykit drift: stopped before it was through\n');
    return STOPPED;
  }
  const report = book.report(accepted);
  io.out(flags.json ? `${JSON.stringify(report, null, 2)}\n` : reportText(report, paintWith(io.showsColour)));
  if (leadsNowhere(report))
    io.err('repaykit drift: no path leads anywhere: check --base-url and the segments, or those of the config file\n');
  return exitCodeOf(report, io);
}

// One operation may be gone. If all are gone, the URL is wrong.
function leadsNowhere({ compared, findings }: DriftReport): boolean {
  const gone = new Set(
    findings.filter(({ path, tolerated }) => path === HTTP_STATUS && !tolerated).map(({ subject }) => subject),
  );
  return compared.length > 1 && compared.every(({ subject }) => gone.has(subject));
}

function exitCodeOf({ drift, failed, compared }: DriftReport, io: CliIo): number {
  if (drift > 0) return DRIFT;
  if (compared.length === 0) io.err('repaykit drift: nothing was compared\n');
  else if (failed.length > 0) io.err(`repaykit drift: ${failed.length} could not be compared\n`);
  return compared.length === 0 || failed.length > 0 ? 1 : 0;
}
