import type { SubjectDrift } from '../../wire/drift/drift-book.ts';
import type { JudgedFinding } from '../../wire/drift/finding.ts';
import { type AcceptedDrift, driftKey } from './accepted.ts';

/** Something that was not compared, and why. */
export interface Untold {
  /** The operation, or the file. */
  readonly what: string;
  readonly why: string;
}

/** A difference, and whether it was known before. */
export interface ReportedFinding extends JudgedFinding {
  readonly subject: string;
  /** Is it in the list of what is accepted? */
  readonly accepted: boolean;
}

/** What `--json` prints; the same file is what `--accept` takes. */
export interface DriftReport {
  readonly compared: readonly {
    readonly subject: string;
    readonly spec: string;
    readonly answers: number;
    readonly findings: number;
  }[];
  readonly findings: readonly ReportedFinding[];
  /** How many findings are news. */
  readonly drift: number;
  /** How many of them the client does not read any more. */
  readonly breaking: number;
  /** Accepted differences that are not there any more, although something came in which they would have been seen. */
  readonly gone: readonly AcceptedDrift[];
  /** Left out on purpose, or for want of what it needs. */
  readonly skipped: readonly Untold[];
  /** Asked, or read, in vain. */
  readonly failed: readonly Untold[];
}

/** What was found, against what was known before. */
export function reportOf(
  subjects: readonly SubjectDrift[],
  {
    accepted,
    skipped,
    failed,
  }: {
    readonly accepted: readonly AcceptedDrift[];
    readonly skipped: readonly Untold[];
    readonly failed: readonly Untold[];
  },
): DriftReport {
  const known = new Set(accepted.map(driftKey));
  const findings = subjects.flatMap(({ subject, findings: found }) =>
    found.map((finding) => ({ subject, ...finding, accepted: known.has(driftKey({ subject, ...finding })) })),
  );
  const found = new Set(findings.map(driftKey));
  const news = findings.filter((finding) => !finding.accepted);
  const compared = new Map(subjects.map((each) => [each.subject, each]));
  return {
    compared: subjects.map(({ subject, spec, answers, findings: { length } }) => ({
      subject,
      spec,
      answers,
      findings: length,
    })),
    findings,
    drift: news.length,
    breaking: news.filter(({ tolerated }) => !tolerated).length,
    gone: accepted.filter((entry) => !found.has(driftKey(entry)) && compared.get(entry.subject)?.wouldTell(entry)),
    skipped,
    failed,
  };
}
