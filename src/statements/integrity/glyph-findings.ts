import { checkGlyphs } from '../glyphs/check-glyphs.ts';
import type { GlyphOnPage } from '../pdf/used-glyphs.ts';
import type { IntegrityFinding } from '../statement.ts';
import type { PageFindings } from './unclear-text.ts';

/** Compares what glyphs show with the characters that the file gives for them. A contradiction prevents a proof. */
export function findWrongGlyphs(glyphs: readonly GlyphOnPage[]): PageFindings {
  const pageOf = new Map(glyphs.map(({ font, text, page }) => [`${font} ${text}`, page]));
  const wrong = new Map<number, Set<string>>();
  let undecided = 0;
  for (const { kind, font, text } of checkGlyphs(glyphs)) {
    const page = pageOf.get(`${font} ${text}`) ?? 1;
    if (kind === 'contradiction') wrong.set(page, (wrong.get(page) ?? new Set()).add(text));
    else if (/\d/.test(text)) undecided++;
  }
  const findings = [...wrong].map(([page, texts]): IntegrityFinding => {
    const what = texts.size === 1 ? 'One character looks' : `${texts.size} characters look`;
    const message = `${what} different from what the file says, so that a person reads other text than a program.`;
    return { code: 'glyph_mismatch', severity: 'contradiction', page, message };
  });
  if (undecided > 0) findings.push({ code: 'glyph_undecided', severity: 'note', message: UNDECIDED });
  return { findings, doubts: wrong.size > 0 ? [DOUBT] : [] };
}

const UNDECIDED = 'Whether digits look like what the file says cannot be decided: a font has no outlines, or odd ones.';
const DOUBT = 'letters or digits look different from what the file says';
