/** CSV as RFC 4180 has it, in UTF-8. */

export function csvText(rows: readonly (readonly string[])[]): string {
  return rows.map((row) => `${row.map(quoted).join(',')}\r\n`).join('');
}

// Spreadsheets run text that begins like a formula, even after blanks or in full width.
const formula = /^\s*[=+\-@\uff1d\uff0b\uff0d\uff20]|^[\t\r\n]/;

/** Text of others, which a spreadsheet must not run. */
export function harmless(text: string): string {
  return formula.test(text) ? `'${text}` : text;
}

function quoted(cell: string): string {
  return /[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
}
