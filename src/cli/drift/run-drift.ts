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
  const isThrough = paths.length > 0 ? await compareRecorded(findings, paths, flags, io) : await askLive(findings, flags, io);
  const report = reportOf(findings.subjects, { accepted, skipped: findings.skipped, failed: findings.failed });
  if (!isThrough) {
    io.err('repaykit drift: stopped before it was through\n');
    return STOPPED;
  }
  io.out(flags.json ? `${JSON.stringify(report, null, 2)}\n` : reportText(report, paintWith(io.showsColour)));
  return exitCodeOf(report, io);
}

function exitCodeOf({ drift, failed, compared }: DriftReport, io: CliIo): number {
  if (drift > 0) return DRIFT;
  if (compared.length === 0) io.err('repaykit drift: nothing was compared\n');
  else if (failed.length > 0) io.err(`repaykit drift: ${failed.length} could not be compared\n`);
  return compared.length === 0 || failed.length > 0 ? 1 : 0;
}
