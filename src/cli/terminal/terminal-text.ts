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

const MOST_CHARACTERS = 600;

/** Text that others chose, fit for a terminal: it must not move the cursor, begin a line of its own, turn text around, or fill the screen. */
export function printable(text: string, mostCharacters = MOST_CHARACTERS): string {
  const escaped = (character: string) => `\\u${(character.codePointAt(0) ?? 0).toString(16).padStart(4, '0')}`;
  return text.slice(0, mostCharacters).replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, escaped);
}

/** What of the outside decides about characters beyond ASCII. */
interface CharsetSigns {
  readonly platform: string;
  readonly env: Readonly<Record<string, string | undefined>>;
}

// Their terminals write UTF-8 and do not say so.
const sayNothing = ['darwin', 'win32'];

/** Can block characters be drawn? The locale says so (`LC_ALL` before `LC_CTYPE` before `LANG`); not on a dumb terminal. */
export function drawsBlocks({ platform, env }: CharsetSigns): boolean {
  if (env.TERM === 'dumb') return false;
  const locale = env.LC_ALL || env.LC_CTYPE || env.LANG;
  return locale ? /utf-?8/i.test(locale) : sayNothing.includes(platform);
}

/** What of the outside decides about colours. */
interface ColourWishes {
  readonly isTerminal: boolean;
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** Are colours wanted? `NO_COLOR` and `FORCE_COLOR` (also `FORCE_COLOR=0`) say so; else a terminal that is not a dumb one does. */
export function wantsColour({ isTerminal, env }: ColourWishes): boolean {
  if (env.NO_COLOR) return false;
  if (env.FORCE_COLOR !== undefined && env.FORCE_COLOR !== '') return !['0', 'false'].includes(env.FORCE_COLOR);
  return isTerminal && env.TERM !== 'dumb';
}

const codes = { bold: 1, dim: 2, red: 31, green: 32, yellow: 33, cyan: 36 } as const;

/** A colour or weight of text. */
export type Colour = keyof typeof codes;

/** Writes text in a colour, or plain where colours are not wanted. */
export type Paint = (colour: Colour | undefined, text: string) => string;

/** Makes the brush of a command. */
export function paintWith(showsColour: boolean): Paint {
  return (colour, text) => (showsColour && colour && text !== '' ? `\u001b[${codes[colour]}m${text}\u001b[0m` : text);
}

/** The colour of an HTTP status: good, refused, failed. */
export function colourOfStatus(status: number): Colour {
  if (status < 300) return 'green';
  return status < 500 ? 'yellow' : 'red';
}

/** What stands in a table: text, perhaps in a colour, perhaps at the right edge of its column. */
export type Cell = string | { readonly text: string; readonly colour?: Colour | undefined; readonly isRight?: boolean };

/** Lays out rows in aligned columns, two spaces apart, each line indented by two; the head, if any, is dim. Nothing for no rows. */
export function textTable(rows: readonly (readonly Cell[])[], paint: Paint, head?: readonly Cell[]): string {
  if (rows.length === 0) return '';
  const all: readonly (readonly Cell[])[] = head
    ? [head.map((cell) => ({ ...(typeof cell === 'object' ? cell : { text: cell }), colour: 'dim' as const })), ...rows]
    : rows;
  const columns = all.reduce((most, row) => Math.max(most, row.length), 0);
  const widths = Array.from({ length: columns }, (_, column) => widest(all, column));
  return all
    .map((row) => `  ${row.map((cell, column) => lay(cell, widths[column] ?? 0, paint)).join('  ')}`.trimEnd())
    .join('\n')
    .concat('\n');
}

// Not by spreading: a statement may have more rows than a call takes arguments.
function widest(rows: readonly (readonly Cell[])[], column: number): number {
  return rows.reduce((most, row) => Math.max(most, displayWidth(textOf(row[column]))), 0);
}

function textOf(cell: Cell | undefined): string {
  return typeof cell === 'object' ? cell.text : (cell ?? '');
}

// Padding stays outside of the colour, so that trailing blanks can be cut off.
function lay(cell: Cell, width: number, paint: Paint): string {
  const { text, colour, isRight } = typeof cell === 'object' ? cell : { text: cell, colour: undefined, isRight: false };
  const padding = ' '.repeat(width - displayWidth(text));
  return isRight ? padding + paint(colour, text) : paint(colour, text) + padding;
}

/** What a move of the clock did, for people: `3 attempts, 1 webhook`. */
export function ranText(ran: Readonly<Record<'attempts' | 'timeouts' | 'expiries' | 'webhooks', number>>): string {
  const did = [
    counted(ran.attempts, 'attempt', 'attempts'),
    counted(ran.timeouts, 'time-out', 'time-outs'),
    counted(ran.expiries, 'expiry', 'expiries'),
    counted(ran.webhooks, 'webhook', 'webhooks'),
  ];
  return did.filter((part) => part !== '').join(', ') || 'nothing fell due';
}

function counted(count: number, one: string, many: string): string {
  return count === 0 ? '' : `${count} ${count === 1 ? one : many}`;
}
