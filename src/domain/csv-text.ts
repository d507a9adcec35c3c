/** CSV as RFC 4180 has it, in UTF-8. */

export function csvText(rows: readonly (readonly string[])[]): string {
  return rows.map((row) => `${row.map(quoted).join(',')}\r\n`).join('');
}

/** The rows of a text. Undefined unless {@link csvText} writes them in exactly this way. */
export function csvRows(text: string): readonly (readonly string[])[] | undefined {
  const rows: string[][] = [];
  let row: string[] = [];
  for (let at = 0; at < text.length; ) {
    const cell = cellAt(text, at);
    if (cell === undefined) return undefined;
    row.push(cell.text);
    at = cell.end + 1;
    if (text[cell.end] === ',') continue;
    rows.push(row);
    row = [];
    at += 1;
  }
  return csvText(rows) === text ? rows : undefined;
}

function cellAt(text: string, start: number): { readonly text: string; readonly end: number } | undefined {
  if (text[start] !== '"') {
    plainCell.lastIndex = start;
    const [plain = ''] = plainCell.exec(text) ?? [];
    return { text: plain, end: start + plain.length };
  }
  for (let quote = text.indexOf('"', start + 1); quote > 0; quote = text.indexOf('"', quote + 2))
    if (text[quote + 1] !== '"') return { text: text.slice(start + 1, quote).replaceAll('""', '"'), end: quote + 1 };
  return undefined;
}

const plainCell = /[^",\r\n]*/y;

// Spreadsheets run text that begins like a formula, even after blanks or in full width.
const formula = /^\s*[=+\-@\uff1d\uff0b\uff0d\uff20]|^[\t\r\n]/;

/** Text of others, which a spreadsheet must not run. */
export function harmless(text: string): string {
  return formula.test(text) ? `'${text}` : text;
}

/** Like {@link harmless}, for cells that are read again: {@link original} gives the text back. */
export function marked(text: string): string {
  return formula.test(text.replace(/^'+/, '')) ? `'${text}` : text;
}

/** The text that {@link marked} was given. */
export function original(cell: string): string {
  return cell.startsWith("'") && marked(cell) !== cell ? cell.slice(1) : cell;
}

function quoted(cell: string): string {
  return /[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
}
