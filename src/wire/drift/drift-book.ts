import type { AnswerNotes } from './answer-notes.ts';
import { type DriftFinding, findingKey, type JudgedFinding } from './finding.ts';

/** What several answers of one operation, or deliveries of one kind, showed together. */
export interface SubjectDrift {
  /** The operation's id, or the delivery's kind. */
  readonly subject: string;
  readonly spec: string;
  /** How many were compared. */
  readonly answers: number;
  readonly findings: readonly JudgedFinding[];
  /** How many more there were than are told. */
  readonly left: number;
}

interface Entry {
  readonly finding: DriftFinding;
  readonly within: string;
  count: number;
  tolerated: boolean;
}

interface Page {
  readonly subject: string;
  readonly spec: string;
  answers: number;
  left: number;
  readonly entries: Map<string, Entry>;
  readonly visits: Map<string, number>;
}

// A folder of hostile answers, each with names of its own, ends as well.
const MOST_ENTRIES = 500;

/** Adds up what differs, answer by answer. */
export class DriftBook {
  readonly #pages = new Map<string, Page>();

  /** Adds what one answer showed. */
  add({ name: subject, spec }: { readonly name: string; readonly spec: string }, notes: AnswerNotes): void {
    const page = this.#pages.get(subject) ?? { subject, spec, answers: 0, left: 0, entries: new Map(), visits: new Map() };
    this.#pages.set(subject, page);
    page.answers += 1;
    page.left += notes.left;
    for (const [path, times] of notes.visits) page.visits.set(path, (page.visits.get(path) ?? 0) + times);
    for (const { finding, within, count, tolerated } of notes.notes) {
      const key = findingKey(finding);
      const entry = page.entries.get(key);
      if (entry) {
        entry.count += count;
        entry.tolerated &&= tolerated;
      } else if (page.entries.size < MOST_ENTRIES) page.entries.set(key, { finding, within, count, tolerated });
      else page.left += count;
    }
  }

  /** Everything, in the order in which subjects came; of each what breaks first. */
  get subjects(): readonly SubjectDrift[] {
    return [...this.#pages.values()].map(({ subject, spec, answers, left, entries, visits }) => ({
      subject,
      spec,
      answers,
      left,
      findings: [...entries.values()]
        .map(({ finding, within, count, tolerated }) => ({ ...finding, count, of: within === '' ? answers : (visits.get(within) ?? count), tolerated }))
        .sort(byWeight),
    }));
  }
}

function byWeight(a: JudgedFinding, b: JudgedFinding): number {
  return Number(a.tolerated) - Number(b.tolerated) || (a.path < b.path ? -1 : Number(a.path > b.path));
}
