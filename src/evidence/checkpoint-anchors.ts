import type { KeyObject } from 'node:crypto';
import type { CheckpointRecord } from './checkpoint.ts';
import { type CheckpointRecords, type CheckpointsReport, checkEach } from './checkpoint-check.ts';

/** What a checkpoint says of one file: at this version it ended with this hash. */
export interface Anchor {
  /** The number of the first checkpoint that says so. */
  readonly number: number;
  /** When that was taken, ISO 8601 UTC. */
  readonly at: string;
  readonly version: number;
  readonly head: string;
}

/** Everything that a chain of checkpoints says of the files, by loan id. */
export interface Anchors {
  readonly report: CheckpointsReport;
  readonly byLoan: ReadonlyMap<string, readonly Anchor[]>;
}

/** Reads a chain of checkpoints, as far as it holds, into what it says of each file. */
export async function readAnchors(records: CheckpointRecords, keys: ReadonlyMap<string, KeyObject>): Promise<Anchors> {
  const byLoan = new Map<string, Anchor[]>();
  const report = await checkEach(records, keys, (record) => addAnchors(byLoan, record));
  return { report, byLoan };
}

// Most files are as they were at the checkpoint before: what is said again is not kept again.
function addAnchors(byLoan: Map<string, Anchor[]>, { checkpoint: { number, at }, leaves }: CheckpointRecord): void {
  for (const { loanId, version, head } of leaves) {
    const known = byLoan.get(loanId);
    const last = known?.at(-1);
    if (last?.version === version && last.head === head) continue;
    const anchor: Anchor = { number, at, version, head };
    if (known) known.push(anchor);
    else byLoan.set(loanId, [anchor]);
  }
}

/** A file that contradicts a checkpoint. */
export interface Contradiction {
  /** The first event that cannot be as it was: right after the last one that a checkpoint vouches for, or the first that is missing. */
  readonly seq: number;
  /** The last event that it may be instead: checkpoints see how a file ended, not what came in between. */
  readonly until: number;
  /** What does not agree, for people. */
  readonly reason: string;
  /** The number of the last checkpoint before it that agrees with the file; absent if none does. */
  readonly agrees?: number;
  /** The number of the first checkpoint that the file contradicts. */
  readonly contradicts: number;
}

/** The first checkpoint that a file contradicts, given the hashes of its events in order; undefined if it agrees with all. */
export function contradictionOf(anchors: readonly Anchor[], hashes: readonly string[]): Contradiction | undefined {
  let agreed: Anchor | undefined;
  for (const anchor of anchors) {
    if (hashes[anchor.version - 1] !== anchor.head) return contradiction(anchor, agreed, hashes.length);
    if (!agreed || anchor.version >= agreed.version) agreed = anchor;
  }
  return undefined;
}

function contradiction(anchor: Anchor, agreed: Anchor | undefined, events: number): Contradiction {
  const said = `checkpoint ${anchor.number} of ${anchor.at}`;
  const from = (agreed?.version ?? 0) + 1;
  const first = Math.min(from, anchor.version);
  const known = { ...(agreed && { agrees: agreed.number }), contradicts: anchor.number };
  if (anchor.version > events) {
    const doubt = first <= events ? `, and what stands after event ${first - 1} may be other than it saw` : '';
    return {
      ...known,
      seq: events + 1,
      until: events + 1,
      reason: `${said} saw ${anchor.version} events, but the file has ${events}: its end was cut off${doubt}`,
    };
  }
  const where = first === anchor.version ? `event ${first} is` : `one of the events ${first} to ${anchor.version} is`;
  return { ...known, seq: first, until: anchor.version, reason: `${where} not what ${said} saw: it was rewritten` };
}
