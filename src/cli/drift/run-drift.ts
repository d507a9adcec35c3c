import { HTTP_STATUS } from '../../wire/drift/finding.ts';
import { paintWith } from '../colour.ts';
import type { CliIo } from '../io.ts';
import { readAccepted } from './accepted.ts';
import { askLive } from './ask-live.ts';
import { compareRecorded } from './compare-recorded.ts';
import { checkFlags, type DriftFlags } from './drift-flags.ts';
import { Findings } from './findings.ts';
import { type DriftReport, reportOf } from './report.ts';
import { reportText } from './report-text.ts';

const DRIFT = 3;
const STOPPED = 130;

/** Compares and prints; the answer is the exit code. @throws ConfigurationError */
export async function runDrift(paths: readonly string[], flags: DriftFlags, io: CliIo): Promise<number> {
  checkFlags(paths, flags);
  const accepted = await readAccepted(flags.accept);
  const findings = new Findings();
  const isThrough =
    paths.length > 0 ? await compareRecorded(findings, paths, flags, io) : await askLive(findings, flags, io);
  const report = reportOf(findings.subjects, { accepted, skipped: findings.skipped, failed: findings.failed });
  if (!isThrough) {
    io.err('repaykit drift: stopped before it was through\n');
    return STOPPED;
  }
  io.out(flags.json ? `${JSON.stringify(report, null, 2)}\n` : reportText(report, paintWith(io.showsColour)));
  if (leadsNowhere(report))
    io.err('repaykit drift: no path leads anywhere: check --base-url and the segments, or those of the config file\n');
  return exitCodeOf(report, io);
}

// One operation may be gone; when all are, the address is wrong.
function leadsNowhere({ compared, findings }: DriftReport): boolean {
  return (
    compared.length > 1 &&
    compared.every(({ subject }) => findings.some((each) => each.subject === subject && isGone(each)))
  );
}

function isGone({ path, tolerated }: DriftReport['findings'][number]): boolean {
  return path === HTTP_STATUS && !tolerated;
}

function exitCodeOf({ drift, failed, compared }: DriftReport, io: CliIo): number {
  if (drift > 0) return DRIFT;
  if (compared.length === 0) io.err('repaykit drift: nothing was compared\n');
  else if (failed.length > 0) io.err(`repaykit drift: ${failed.length} could not be compared\n`);
  return compared.length === 0 || failed.length > 0 ? 1 : 0;
}
