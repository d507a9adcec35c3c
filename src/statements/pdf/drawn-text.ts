import { cleanText, isBlank } from './clean-text.ts';
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

// Nobody can read what is smaller; hidden words for search machines are.
const SMALLEST_SIZE = 0.5;
// Beyond it the font lies about its widths. Spaced letters come to three.
const WIDEST_LETTER = 4;
const USUAL_LETTER = 0.5;

/** Where an item of the engine lies on the shown page; undefined for what cannot be seen: blanks, and what a hostile matrix puts nowhere. */
export function drawnText(item: EngineItem, viewport: EngineViewport): DrawnText | undefined {
  const text = cleanText(item.str);
  if (isBlank(text)) return undefined;
  const [a, b, c, d, e, f] = item.transform;
  const [va, vb, vc, vd, ve, vf] = viewport.transform;
  const alongX = va * a + vc * b;
  const alongY = vb * a + vd * b;
  const size = Math.hypot(va * c + vc * d, vb * c + vd * d);
  const x = va * e + vc * f + ve;
  const y = vb * e + vd * f + vf;
  // One sum asks all of them: it is finite only if each of them is.
  const isSomewhere = Number.isFinite(x + y + size + alongX + alongY) && (alongX !== 0 || alongY !== 0);
  if (!isSomewhere || size < SMALLEST_SIZE) return undefined;
  const angle = alongY === 0 && alongX > 0 ? 0 : Math.atan2(alongY, alongX);
  return { text, x, y, angle, length: lengthOf(item.width * Math.hypot(va, vb), text, size), size };
}

function lengthOf(length: number, text: string, size: number): number {
  return length > 0 && length < WIDEST_LETTER * size * text.length ? length : USUAL_LETTER * size * text.length;
}
