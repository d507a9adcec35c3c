import type { EngineItem, EngineViewport } from './engine.ts';

/** A piece of text where it is drawn on the shown page, which way ever it runs. */
export interface DrawnText {
  readonly text: string;
  /** Where its line begins; the origin is the page's top left, y grows downwards. */
  readonly x: number;
  readonly y: number;
  /** Which way it runs, in radians: 0 to the right, π/2 downwards. */
  readonly angle: number;
  /** How far it runs. */
  readonly length: number;
  /** Height of the letters. */
  readonly size: number;
}

// No one can read smaller letters; hidden words for search engines are so small.
const SMALLEST_SIZE = 0.5;
// Beyond it the font lies about its widths. Spaced letters come to three.
const WIDEST_LETTER = 4;
const USUAL_LETTER = 0.5;

/**
 * Where an item of the engine lies on the shown page; undefined for what cannot be seen: blanks, letters larger than
 * the page, and what a hostile matrix puts nowhere.
 */
export function drawnText(item: EngineItem, viewport: EngineViewport): DrawnText | undefined {
  const text = cleanText(item.str).trim();
  if (text === '') return undefined;
  const [a, b, c, d, e, f] = item.transform;
  const [va, vb, vc, vd, ve, vf] = viewport.transform;
  const alongX = va * a + vc * b;
  const alongY = vb * a + vd * b;
  const size = Math.hypot(va * c + vc * d, vb * c + vd * d);
  const x = va * e + vc * f + ve;
  const y = vb * e + vd * f + vf;
  // One sum asks all of them: it is finite only if each of them is.
  const isSomewhere = Number.isFinite(x + y + size + alongX + alongY) && (alongX !== 0 || alongY !== 0);
  if (!isSomewhere || size < SMALLEST_SIZE || size > Math.max(viewport.width, viewport.height)) return undefined;
  const angle = alongY === 0 && alongX > 0 ? 0 : Math.atan2(alongY, alongX);
  return { text, x, y, angle, length: lengthOf(item.width * Math.hypot(va, vb), text, size), size };
}

function lengthOf(length: number, text: string, size: number): number {
  return length > 0 && length < WIDEST_LETTER * size * text.length ? length : USUAL_LETTER * size * text.length;
}

const BEYOND_ASCII = /[^\x20-\x7e]/;
// Tabs, line ends and every blank of Unicode that has a width.
const BLANKS = /[\t\n\v\f\r\u0085\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]/g;
// What has no width: joiners, marks of direction, byte order marks.
const UNSEEN = /[\u061c\u180e\u200b-\u200f\u202a-\u202e\u2060-\u2064\u2066-\u206f\ufeff]/g;
const SOFT_HYPHEN = /\u00ad/g;
const HYPHENS = /[\u2010\u2011]/g;
// Latin ligatures, and letters and digits of full width. Other compatibility forms stay: a superscript two is no 2.
const PRESENTATION_FORMS = /[\ufb00-\ufb06\uff01-\uff5e\uffe0-\uffe6]+/g;

/**
 * Text as it would be typed: letters for ligatures, one kind of blank, nothing unseen. NUL and U+FFFD stay, because
 * they stand for letters that a font names wrongly.
 */
export function cleanText(text: string): string {
  if (!BEYOND_ASCII.test(text)) return text;
  return (
    text
      .replace(BLANKS, ' ')
      .replace(UNSEEN, '')
      // Fonts name the hyphen of a date so. One that may only break a word is drawn where the word does break: last.
      .replace(SOFT_HYPHEN, (_, at: number, all: string) => (at === 0 || at === all.length - 1 ? '' : '-'))
      .replace(HYPHENS, '-')
      .replace(PRESENTATION_FORMS, (forms) => forms.normalize('NFKC'))
  );
}
