import type { UnclearPiece } from '../pdf/piece-places.ts';
import type { IntegrityFinding } from '../statement.ts';
import { dateOf } from '../text/dates.ts';
import { hasKobo, moneyOf } from '../text/money.ts';
import type { RowPlaces } from './row-places.ts';

/** Text of a page that a person does not see, or not clearly. */
export interface UnclearText {
  readonly page: number;
  readonly pieces: readonly UnclearPiece[];
}

export interface PageFindings {
  readonly findings: readonly IntegrityFinding[];
  /** Why the entries cannot be proved. */
  readonly doubts: readonly string[];
}

type Kind =
  | 'overlapping_figures'
  | 'covered_text'
  | 'replaced_text'
  | 'hidden_text'
  | 'annotation_over_text'
  | 'undecided_text';

/** Reports text that a page hides, once for each page and kind. Figures among it prevent a proof. */
export function findUnclearText(pages: readonly UnclearText[], places: RowPlaces): PageFindings {
  const findings: IntegrityFinding[] = [];
  const doubts = new Set<string>();
  for (const { page, pieces } of pages) {
    const kinds = new Map<Kind, { all: number; figures: number; readonly baselines: number[] }>();
    for (const piece of pieces) {
      if (isOverflow(piece)) continue;
      const kind = kindOf(piece);
      const counts = kinds.get(kind) ?? { all: 0, figures: 0, baselines: [] };
      kinds.set(kind, counts);
      counts.all++;
      if (kind !== 'overlapping_figures' && !isFigure(piece)) continue;
      counts.figures++;
      counts.baselines.push(piece.baseline);
    }
    for (const [kind, { all, figures, baselines }] of kinds) {
      if (figures > 0) doubts.add(doubtOf[kind]);
      const finding = findingOf(kind, { all, figures });
      const rows = places.at(page, baselines);
      if (finding) findings.push({ ...finding, page, ...(rows.length > 0 && { rows }) });
    }
  }
  return { findings, doubts: [...doubts] };
}

// A cell cuts off text that is too long for it. Only a figure that is cut off misleads.
function isOverflow(piece: UnclearPiece): boolean {
  return piece.sight === 'outside' && piece.isPart && !(piece.word !== piece.text && isFigure(piece));
}

function kindOf({ sight, isReplaced }: UnclearPiece): Kind {
  if (sight === 'overlapped') return 'overlapping_figures';
  if (sight === 'annotated') return 'annotation_over_text';
  if (sight === 'unknown') return 'undecided_text';
  if (sight === 'covered') return isReplaced ? 'replaced_text' : 'covered_text';
  return 'hidden_text';
}

/** Whether a word, of which any part is unclear, decides about amounts: an amount, a day, or a side. */
function isFigure({ word, text }: UnclearPiece): boolean {
  const isPart = word !== text && /\d/.test(text);
  return (
    SIDE.test(word) || moneyWithKobo(word) || dateOf(word) !== undefined || (isPart && moneyOf(word) !== undefined)
  );
}

const SIDE = /^(?:[cd]r\.?|[-+−–])$/i;

function moneyWithKobo(word: string): boolean {
  return (hasKobo(word) || /\d,\d{3}/.test(word)) && moneyOf(word) !== undefined;
}

const doubtOf: Readonly<Record<Kind, string>> = {
  overlapping_figures: 'figures are drawn over other figures',
  hidden_text: 'the file holds figures that a person does not see on the page',
  covered_text: 'the file holds figures that are covered on the page',
  replaced_text: 'figures on the page cover other figures',
  annotation_over_text: 'comments or form fields lie over figures',
  undecided_text: 'figures lie on or under something whose colours cannot be read, so that they may be hidden',
};

interface Counts {
  readonly all: number;
  readonly figures: number;
}

function findingOf(kind: Kind, { all, figures }: Counts): Omit<IntegrityFinding, 'page'> | undefined {
  const what = figures > 0 ? `${figures} ${figures === 1 ? 'figure' : 'figures'}` : `${all} words without a figure`;
  const severity = figures > 0 ? 'contradiction' : 'note';
  switch (kind) {
    case 'overlapping_figures':
      return { code: kind, severity: 'contradiction', message: `Figures are drawn over each other: ${all}.` };
    case 'hidden_text':
      return { code: kind, severity, message: `The page holds text that a person does not see: ${what}.` };
    case 'covered_text':
      return { code: kind, severity, message: `A picture or a filled area covers text: ${what}.` };
    case 'replaced_text':
      return { code: kind, severity, message: `New text stands over text that was covered: ${what}.` };
    case 'annotation_over_text': {
      const message = `A comment, a stamp or a form field lies over the printed text: ${what}.`;
      return { code: kind, severity: figures > 0 ? 'suspicious' : 'note', message };
    }
    case 'undecided_text':
      if (figures === 0) return undefined;
      return {
        code: 'hidden_text',
        severity: 'suspicious',
        message: `Text lies on or under something whose colours cannot be read, so that it may be hidden: ${what}.`,
      };
  }
}
