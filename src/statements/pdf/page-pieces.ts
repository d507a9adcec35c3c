import { withoutDoubles } from './double-drawn.ts';
import type { DrawnText } from './drawn-text.ts';
import { mainAngle, runsAlong, turnPage } from './page-turn.ts';
import type { TextPage, TextPiece } from './text-page.ts';

/**
 * A page from what is drawn on it. Where most of it runs another way, because a landscape table was drawn on an upright page or a scan lies
 * askew, the page is turned; what runs across, such as a watermark, is left out.
 */
export function pagePieces(
  drawn: readonly DrawnText[],
  size: { readonly width: number; readonly height: number },
): Pick<TextPage, 'width' | 'height' | 'pieces'> {
  const main = mainAngle(drawn);
  const along = drawn.filter((one) => one.angle === main || runsAlong(one, main));
  if (main === 0)
    return {
      width: size.width,
      height: size.height,
      pieces: withoutDoubles(along.map((one) => pieceAt(one, one.x, one.y))),
    };
  const { width, height, turn } = turnPage(size, main);
  return { width, height, pieces: withoutDoubles(along.map((one) => pieceAt(one, ...turn(one.x, one.y)))) };
}

function pieceAt({ text, length, size }: DrawnText, left: number, baseline: number): TextPiece {
  return { text, left, right: left + length, baseline, size };
}
