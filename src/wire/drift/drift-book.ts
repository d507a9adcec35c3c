import type { AnswerNotes } from './answer-notes.ts';
import { type DriftFinding, type JudgedFinding, placeHolding } from './finding.ts';
import { FindingList, type Kept } from './finding-list.ts';

/** What several answers of one operation, or deliveries of one kind, showed together. */
export interface SubjectDrift {
  /** The operation's id, or the delivery's kind. */
  readonly subject: string;
  readonly spec: string;
  /** How many were compared. */
  readonly answers: number;
  readonly findings: readonly JudgedFinding[];
  /** Would this difference be among the findings if it were still there? Not where nothing came that could have it. */
  readonly wouldTell: (finding: DriftFinding) => boolean;
}

interface Entry extends Kept {
  count: number;
  tolerated: boolean;
}

interface Page {
  readonly subject: string;
  readonly spec: string;
  answers: number;
  readonly entries: FindingList<Entry>;
  readonly visits: Map<string, number>;
  readonly places: Set<string>;
}

// A folder of hostile answers, each with names of its own, ends as well.
const MOST_ENTRIES = 500;

/** Adds up what differs, answer by answer. */
export class DriftBook {
  readonly #pages = new Map<string, Page>();

  /** Adds what one answer showed. */
  add({ name: subject, spec }: { readonly name: string; readonly spec: string }, notes: AnswerNotes): void {
    const page = this.#pages.get(subject) ?? {
      subject,
      spec,
      answers: 0,
      entries: new FindingList<Entry>(MOST_ENTRIES),
      visits: new Map(),
      places: new Set(),
    };
    this.#pages.set(subject, page);
    page.answers += 1;
    for (const place of notes.places) page.places.add(place);
    for (const [path, times] of notes.visits) page.visits.set(path, (page.visits.get(path) ?? 0) + times);
    for (const note of notes.notes) {
      const entry = page.entries.entryOf(note, (finding) => ({
        finding,
        within: note.within,
        count: 0,
        tolerated: true,
      }));
      entry.count += note.count;
      entry.tolerated &&= note.tolerated;
    }
  }

  /** Everything, in the order in which subjects came; of each what breaks first. */
  get subjects(): readonly SubjectDrift[] {
    return [...this.#pages.values()].map((page) => ({
      subject: page.subject,
      spec: page.spec,
      answers: page.answers,
      findings: page.entries.entries.map((entry) => judged(page, entry)).sort(byWeight),
      wouldTell: (finding) => wouldTell(page, finding),
    }));
  }
}

// One line for many names has more of them than there are objects.
function judged({ answers, visits }: Page, { finding, within, count, tolerated }: Entry): JudgedFinding {
  const holders = within === '' ? answers : (visits.get(within) ?? count);
  return { ...finding, count, of: Math.max(count, holders), tolerated };
}

function wouldTell({ entries, visits, places }: Page, finding: DriftFinding): boolean {
  const within = placeHolding(finding.path);
  const isReached = finding.kind === 'changed' ? places.has(finding.path) : (visits.get(within) ?? 0) > 0;
  return isReached && !entries.hides({ finding, within });
}

function byWeight(a: JudgedFinding, b: JudgedFinding): number {
  return Number(a.tolerated) - Number(b.tolerated) || (a.path < b.path ? -1 : Number(a.path > b.path));
}
