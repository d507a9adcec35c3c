// Characters that East Asian terminals and emoji fonts draw two cells wide.
const wide =
  /[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\ua960-\ua97c\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6\u{1f300}-\u{1faff}\u{20000}-\u{3fffd}]|\p{Emoji_Presentation}|\ufe0f/u;
const nothing = /^[\p{M}\p{Cf}\p{Cc}]*$/u;
const plain = /^[\x20-\x7e]*$/;

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** The number of terminal cells that a text takes. Combined letters take one, wide ones two. */
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

export interface Fitting {
  /** In cells. */
  readonly width: number;
  readonly lines: number;
  /** Marks an omitted rest, such as `…`. */
  readonly mark: string;
}

/**
 * Breaks a text into lines that fit a column: between words if possible, inside a word that is longer than a line. The
 * rest after the last line is omitted.
 */
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

// At least one letter, because a column narrower than a letter would loop forever.
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

/**
 * Makes untrusted text safe for a terminal: it must not move the cursor, start a line, reverse text, or fill the
 * screen.
 */
export function printable(text: string, mostCharacters = MOST_CHARACTERS): string {
  const escaped = (character: string) => `\\u${(character.codePointAt(0) ?? 0).toString(16).padStart(4, '0')}`;
  return text.slice(0, mostCharacters).replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, escaped);
}

interface CharsetSigns {
  readonly platform: string;
  readonly env: Readonly<Record<string, string | undefined>>;
}

// Terminals of these platforms use UTF-8 without declaring it.
const sayNothing = ['darwin', 'win32'];

/**
 * Whether block characters can be drawn. The locale decides (`LC_ALL` before `LC_CTYPE` before `LANG`). Never on a dumb
 * terminal.
 */
export function drawsBlocks({ platform, env }: CharsetSigns): boolean {
  if (env.TERM === 'dumb') return false;
  const locale = env.LC_ALL || env.LC_CTYPE || env.LANG;
  return locale ? /utf-?8/i.test(locale) : sayNothing.includes(platform);
}

interface ColourWishes {
  readonly isTerminal: boolean;
  readonly env: Readonly<Record<string, string | undefined>>;
}

/**
 * Whether to use colours. `NO_COLOR` and `FORCE_COLOR` (even `FORCE_COLOR=0`) decide. Otherwise every terminal except a
 * dumb one gets colours.
 */
export function usesColour({ isTerminal, env }: ColourWishes): boolean {
  if (env.NO_COLOR) return false;
  if (env.FORCE_COLOR !== undefined && env.FORCE_COLOR !== '') return !['0', 'false'].includes(env.FORCE_COLOR);
  return isTerminal && env.TERM !== 'dumb';
}

const codes = { bold: 1, dim: 2, red: 31, green: 32, yellow: 33, cyan: 36 } as const;

export type Colour = keyof typeof codes;

/** Formats text in a colour, or plain if colours are off. */
export type Paint = (colour: Colour | undefined, text: string) => string;

export function paintWith(showsColour: boolean): Paint {
  return (colour, text) => (showsColour && colour && text !== '' ? `\u001b[${codes[colour]}m${text}\u001b[0m` : text);
}

export function colourOfStatus(status: number): Colour {
  if (status < 300) return 'green';
  return status < 500 ? 'yellow' : 'red';
}

export type Cell = string | { readonly text: string; readonly colour?: Colour | undefined; readonly isRight?: boolean };

export function right(text: string) {
  return { text, isRight: true };
}

/**
 * Formats rows in aligned columns, two spaces apart and indented by two. The head, if any, is dim. Empty for no rows.
 */
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

/** The cells of a line of the table of these rows, with its indent. */
export function tableWidth(rows: readonly (readonly Cell[])[]): number {
  const columns = rows.reduce((most, row) => Math.max(most, row.length), 0);
  return Array.from({ length: columns }).reduce((sum: number, _, column) => sum + 2 + widest(rows, column), 0);
}

/** The number of columns, from the first on, of which a table fits the width: one at least. */
export function columnsThatFit(rows: readonly (readonly Cell[])[], width: number): number {
  for (let columns = rows.reduce((most, row) => Math.max(most, row.length), 0); columns > 1; columns -= 1)
    if (tableWidth(rows.map((row) => row.slice(0, columns))) <= width) return columns;
  return 1;
}

// No spread: a statement may have more rows than a call can take arguments.
function widest(rows: readonly (readonly Cell[])[], column: number): number {
  return rows.reduce((most, row) => Math.max(most, displayWidth(textOf(row[column]))), 0);
}

function textOf(cell: Cell | undefined): string {
  return typeof cell === 'object' ? cell.text : (cell ?? '');
}

// Padding stays outside the colour, so that trailing blanks can be trimmed.
function lay(cell: Cell, width: number, paint: Paint): string {
  const { text, colour, isRight } = typeof cell === 'object' ? cell : { text: cell, colour: undefined, isRight: false };
  const padding = ' '.repeat(width - displayWidth(text));
  return isRight ? padding + paint(colour, text) : paint(colour, text) + padding;
}

/** Describes what a clock move did: `3 attempts, 1 webhook`. */
export function ranText(ran: Readonly<Record<'attempts' | 'timeouts' | 'expiries' | 'webhooks', number>>): string {
  const did = [
    ran.attempts > 0 && counted(ran.attempts, 'attempt'),
    ran.timeouts > 0 && counted(ran.timeouts, 'time-out'),
    ran.expiries > 0 && counted(ran.expiries, 'expiry', 'expiries'),
    ran.webhooks > 0 && counted(ran.webhooks, 'webhook'),
  ];
  return did.filter(Boolean).join(', ') || 'nothing fell due';
}

/** `1 webhook`, `3 webhooks`. */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`;
}

/** The line after a table that leaves rows out. Empty if it shows all. */
export function hiddenText(hidden: number): string {
  return hidden > 0 ? `  and ${hidden} more\n` : '';
}
