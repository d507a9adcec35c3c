// What East Asian terminals and emoji fonts draw over two cells.
const wide =
  /[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\ua960-\ua97c\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6\u{1f300}-\u{1faff}\u{20000}-\u{3fffd}]|\p{Emoji_Presentation}|\ufe0f/u;
const nothing = /^[\p{M}\p{Cf}\p{Cc}]*$/u;
const plain = /^[\x20-\x7e]*$/;

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** How many cells of a terminal a text takes: letters that are drawn over one another take one, wide ones two. */
export function displayWidth(text: string): number {
  if (plain.test(text)) return text.length;
  let width = 0;
  for (const { segment } of graphemes.segment(text)) width += cellsOf(segment);
  return width;
}

function cellsOf(grapheme: string): number {
  if (nothing.test(grapheme)) return 0;
  return wide.test(grapheme) ? 2 : 1;
}

/** How a text is fitted into a column. */
export interface Fitting {
  /** Cells of the column. */
  readonly width: number;
  /** At most so many lines. */
  readonly lines: number;
  /** Stands where the rest was left out, such as `…`. */
  readonly mark: string;
}

/** Breaks a text into lines that fit a column: between words where possible, within one that is longer than a line. What does not fit the last line is left out. */
export function fitText(text: string, { width, lines, mark }: Fitting): readonly string[] {
  const fitted: string[] = [];
  for (let rest = text; ; ) {
    if (displayWidth(rest) <= width) return [...fitted, rest];
    if (fitted.length === lines - 1)
      return [...fitted, `${beginningOf(rest, width - displayWidth(mark)).trimEnd()}${mark}`];
    const line = lineOf(rest, width);
    fitted.push(line.trimEnd());
    rest = rest.slice(line.length).trimStart();
    if (rest === '') return fitted;
  }
}

function lineOf(text: string, width: number): string {
  const most = beginningOf(text, width);
  if (text.charAt(most.length) === ' ') return most;
  const lastBlank = most.lastIndexOf(' ');
  return lastBlank > 0 ? most.slice(0, lastBlank) : most;
}

// At least one letter, or else a column narrower than it would never end.
function beginningOf(text: string, width: number): string {
  let [taken, cells] = ['', 0];
  for (const { segment } of graphemes.segment(text)) {
    cells += cellsOf(segment);
    if (cells > width && taken !== '') break;
    taken += segment;
  }
  return taken;
}
