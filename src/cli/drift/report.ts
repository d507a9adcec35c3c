import { readFile } from 'node:fs/promises';
import { isRecord } from '../../validation/checks.ts';
import type { KnownEventKind } from '../../webhooks/parse.ts';
import type { OperationId } from '../../wire/types/operation-types.ts';
import { commandErrors } from '../in-flags.ts';
import { DeliveryDrift, OperationDrift } from './answer-drift.ts';
import type { Contract } from './contract.ts';
import { type DriftFinding, FindingList, findingKey, type JudgedFinding } from './finding-list.ts';

interface AcceptedDrift extends DriftFinding {
  /** The id of the operation, or the kind of the delivery. */
  readonly subject: string;
}

export interface NotCompared {
  readonly what: string;
  readonly why: string;
}

export interface ReportedFinding extends JudgedFinding {
  readonly subject: string;
  readonly accepted: boolean;
}

/** The output of `--json`, and the input of `--accept`. */
export interface DriftReport {
  readonly compared: readonly {
    readonly subject: string;
    readonly spec: string;
    readonly answers: number;
    readonly findings: number;
  }[];
  readonly findings: readonly ReportedFinding[];
  readonly drift: number;
  readonly breaking: number;
  /** Accepted differences that no longer occur, although their places were compared. */
  readonly gone: readonly AcceptedDrift[];
  /** Skipped on purpose, or because of a missing input. */
  readonly skipped: readonly NotCompared[];
  /** Asked or read without a result. */
  readonly failed: readonly NotCompared[];
}

interface Subject {
  readonly subject: string;
  readonly spec: string;
  answers: number;
  readonly findings: FindingList;
}

// Limits the memory for hostile answers, each with different names.
const MOST_FINDINGS = 500;

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

  operation(id: OperationId): OperationDrift {
    const drift = this.#operations.get(id) ?? new OperationDrift(this.#contract, id);
    this.#operations.set(id, drift);
    return drift;
  }

  delivery(kind: KnownEventKind): DeliveryDrift {
    const drift = this.#deliveries.get(kind) ?? new DeliveryDrift(this.#contract, kind);
    this.#deliveries.set(kind, drift);
    return drift;
  }

  add({ name, spec }: { readonly name: string; readonly spec: string }, findings: FindingList): void {
    const unseen = () => ({ subject: name, spec, answers: 0, findings: new FindingList(MOST_FINDINGS) });
    const subject = this.#subjects.get(name) ?? unseen();
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
      gone: accepted.filter((each) => {
        return !found.has(driftKey(each)) && this.#subjects.get(each.subject)?.findings.wouldShow(each);
      }),
      skipped: this.#skipped,
      failed: this.#failed,
    };
  }
}

function driftKey(drift: AcceptedDrift): string {
  return `${drift.subject} ${findingKey(drift)}`;
}

const { wrong, refuse } = commandErrors('repaykit drift');

export async function readAccepted(file: string | undefined): Promise<readonly AcceptedDrift[]> {
  if (file === undefined) return [];
  const findings = findingsIn(await readFile(file, 'utf8').catch(refuse('--accept', 'cannot be read')));
  if (!Array.isArray(findings) || !findings.every(isAccepted))
    throw wrong('--accept', 'must be what --json printed: { "findings": [{ subject, kind, path, expected, seen }] }');
  return findings.map(({ subject, kind, path, expected, seen }) => ({ subject, kind, path, expected, seen }));
}

function findingsIn(text: string): unknown {
  try {
    const read: unknown = JSON.parse(text);
    return isRecord(read) ? read.findings : undefined;
  } catch (cause) {
    throw wrong('--accept', 'is not JSON', cause);
  }
}

function isAccepted(entry: unknown): entry is AcceptedDrift {
  if (!isRecord(entry)) return false;
  const { subject, kind, path, expected, seen } = entry;
  return [subject, kind, path, expected, seen].every((text) => typeof text === 'string');
}
