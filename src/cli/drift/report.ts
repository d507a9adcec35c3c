import { readFile } from 'node:fs/promises';
import { ConfigurationError } from '../../errors.ts';
import { isRecord } from '../../validation/checks.ts';
import type { KnownEventKind } from '../../webhooks/parse.ts';
import type { OperationId } from '../../wire/operation-types.ts';
import { DeliveryDrift, OperationDrift } from './answer-drift.ts';
import type { Contract } from './contract.ts';
import { type DriftFinding, FindingList, findingKey, type JudgedFinding } from './finding-list.ts';

/** A difference that is known and accepted. */
interface AcceptedDrift extends DriftFinding {
  /** The operation's id, or the delivery's kind. */
  readonly subject: string;
}

/** Something that was not compared, and why. */
export interface NotCompared {
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
  /** How many findings are new. */
  readonly drift: number;
  /** How many of them the client does not read any more. */
  readonly breaking: number;
  /** Accepted differences that are not there any more, although something came in which they would have been seen. */
  readonly gone: readonly AcceptedDrift[];
  /** Left out on purpose, or because something that it needs is not known. */
  readonly skipped: readonly NotCompared[];
  /** Asked, or read, without a result. */
  readonly failed: readonly NotCompared[];
}

interface Subject {
  readonly subject: string;
  readonly spec: string;
  answers: number;
  readonly findings: FindingList;
}

// A folder of hostile answers, each with names of its own, ends as well.
const MOST_FINDINGS = 500;

/** Gathers what differs, what was left out and what failed; a kind of answer is prepared when it first comes. */
export class DriftBook {
  readonly #contract: Contract;
  readonly #operations = new Map<OperationId, OperationDrift>();
  readonly #deliveries = new Map<KnownEventKind, DeliveryDrift>();
  readonly #subjects = new Map<string, Subject>();
  readonly #skipped: NotCompared[] = [];
  readonly #failed: NotCompared[] = [];

  constructor(contract: Contract) {
    this.#contract = contract;
  }

  /** How one operation's answers are compared. */
  operation(id: OperationId): OperationDrift {
    const drift = this.#operations.get(id) ?? new OperationDrift(this.#contract, id);
    this.#operations.set(id, drift);
    return drift;
  }

  /** How the deliveries of one kind are compared. */
  delivery(kind: KnownEventKind): DeliveryDrift {
    const drift = this.#deliveries.get(kind) ?? new DeliveryDrift(this.#contract, kind);
    this.#deliveries.set(kind, drift);
    return drift;
  }

  /** Adds what one answer showed. */
  add({ name, spec }: { readonly name: string; readonly spec: string }, findings: FindingList): void {
    const subject = this.#subjects.get(name) ?? {
      subject: name,
      spec,
      answers: 0,
      findings: new FindingList(MOST_FINDINGS),
    };
    subject.answers += 1;
    subject.findings.merge(findings);
    this.#subjects.set(name, subject);
  }

  skip(what: string, why: string): void {
    this.#skipped.push({ what, why });
  }

  fail(what: string, why: string): void {
    this.#failed.push({ what, why });
  }

  /** What was found, against what was known before. */
  report(accepted: readonly AcceptedDrift[] = []): DriftReport {
    const known = new Set(accepted.map(driftKey));
    const findings: ReportedFinding[] = [];
    for (const { subject, answers, findings: list } of this.#subjects.values())
      for (const finding of list.judged(answers))
        findings.push({ subject, ...finding, accepted: known.has(driftKey({ subject, ...finding })) });
    const found = new Set(findings.map(driftKey));
    const fresh = findings.filter((finding) => !finding.accepted);
    return {
      compared: [...this.#subjects.values()].map(({ findings: { differences }, ...subject }) => ({
        ...subject,
        findings: differences.length,
      })),
      findings,
      drift: fresh.length,
      breaking: fresh.filter(({ tolerated }) => !tolerated).length,
      gone: accepted.filter(
        (drift) => !found.has(driftKey(drift)) && this.#subjects.get(drift.subject)?.findings.wouldShow(drift),
      ),
      skipped: this.#skipped,
      failed: this.#failed,
    };
  }
}

function driftKey(drift: AcceptedDrift): string {
  return `${drift.subject} ${findingKey(drift)}`;
}

/** Reads what `--json` printed earlier. @throws ConfigurationError */
export async function readAccepted(file: string | undefined): Promise<readonly AcceptedDrift[]> {
  if (file === undefined) return [];
  const text = await readFile(file, 'utf8').catch((cause: unknown) => {
    throw problem('cannot be read', cause);
  });
  const findings = findingsIn(text);
  if (!Array.isArray(findings) || !findings.every(isAccepted))
    throw problem('must be what --json printed: { "findings": [{ subject, kind, path, expected, seen }] }');
  return findings.map(({ subject, kind, path, expected, seen }) => ({ subject, kind, path, expected, seen }));
}

function findingsIn(text: string): unknown {
  try {
    const read: unknown = JSON.parse(text);
    return isRecord(read) ? read.findings : undefined;
  } catch (cause) {
    throw problem('is not JSON', cause);
  }
}

function isAccepted(entry: unknown): entry is AcceptedDrift {
  if (!isRecord(entry)) return false;
  const { subject, kind, path, expected, seen } = entry;
  return [subject, kind, path, expected, seen].every((text) => typeof text === 'string');
}

function problem(message: string, cause?: unknown): ConfigurationError {
  return new ConfigurationError('repaykit drift', [{ path: '--accept', message }], { cause });
}
