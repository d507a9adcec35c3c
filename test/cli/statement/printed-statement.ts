/** A bank statement as the simplest of printers would write it: one font, no compression, no encryption. Independent of the generator, so that both are checked. */

/** An entry of the page: day in `YYYY-MM-DD`, naira below zero for a debit. */
export type PrintedEntry = readonly [day: string, narration: string, naira: number];

/** What is printed. */
export interface PrintedStatement {
  readonly openingBalance: number;
  readonly entries: readonly PrintedEntry[];
  /** Printed instead of the sum; shows a row that is missing. */
  readonly closingBalance?: number;
  readonly rowsPerPage?: number;
}

type Text = readonly [x: number, y: number, text: string];

const RIGHT = { debit: 390, credit: 470, balance: 560 };

/** The file's bytes. */
export function printedStatement({
  openingBalance,
  entries,
  closingBalance,
  rowsPerPage = 40,
}: PrintedStatement): Buffer {
  const sum = entries.reduce((balance, [, , naira]) => round(balance + naira), openingBalance);
  const pages: Text[][] = [];
  let balance = openingBalance;
  for (let start = 0; start < entries.length; start += rowsPerPage) {
    const page: Text[] = start === 0 ? head(openingBalance, closingBalance ?? sum, entries) : [];
    page.push(
      [40, 640, 'Date'],
      [110, 640, 'Narration'],
      endingAt(RIGHT.debit, 640, 'Debit'),
      endingAt(RIGHT.credit, 640, 'Credit'),
      endingAt(RIGHT.balance, 640, 'Balance'),
    );
    for (const [row, [day, narration, naira]] of entries.slice(start, start + rowsPerPage).entries()) {
      const y = 622 - row * 14;
      balance = round(balance + naira);
      page.push([40, y, day.split('-').reverse().join('/')], [110, y, narration]);
      page.push(
        endingAt(naira < 0 ? RIGHT.debit : RIGHT.credit, y, money(Math.abs(naira))),
        endingAt(RIGHT.balance, y, money(balance)),
      );
    }
    pages.push(page);
  }
  return pdf(pages.map(contentOf));
}

function head(opening: number, closing: number, entries: readonly PrintedEntry[]): Text[] {
  const period = [entries[0]?.[0], entries.at(-1)?.[0]].map((day = '') => day.split('-').reverse().join('/'));
  return [
    [40, 780, 'SAMPLE BANK PLC'],
    [40, 760, 'Account Name: NGOZI SAMPLE'],
    [40, 744, 'Account Number: 0123456789'],
    [40, 728, 'Currency: NGN'],
    [40, 712, `Statement Period: ${period[0]} to ${period[1]}`],
    [40, 696, `Opening Balance: ${money(opening)}`],
    [40, 680, `Closing Balance: ${money(closing)}`],
  ];
}

const round = (naira: number) => Math.round(naira * 100) / 100;
const money = (naira: number) => naira.toFixed(2).replace(/\B(?=(\d{3})+\.)/g, ',');

const SIZE = 9;
// Of Helvetica, in thousandths of its size; letters only have to be about right.
const widthOf = (character: string) =>
  /\d/.test(character) ? 556 : /[.,]/.test(character) ? 278 : character === '-' ? 333 : 520;

function endingAt(right: number, y: number, text: string): Text {
  const width = [...text].reduce((sum, character) => sum + widthOf(character), 0);
  return [right - (width / 1_000) * SIZE, y, text];
}

function contentOf(texts: readonly Text[]): string {
  const lines = texts.map(([x, y, text]) => `1 0 0 1 ${x.toFixed(2)} ${y} Tm (${text.replace(/[\\()]/g, '\\$&')}) Tj`);
  return `BT /F1 ${SIZE} Tf\n${lines.join('\n')}\nET`;
}

function pdf(contents: readonly string[]): Buffer {
  const kids = contents.map((_, index) => `${4 + index * 2} 0 R`).join(' ');
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Kids [${kids}] /Count ${contents.length} >>`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>',
    ...contents.flatMap((content, index) => [
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Resources << /Font << /F1 3 0 R >> >> /Contents ${5 + index * 2} 0 R >>`,
      `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
    ]),
  ];
  let text = '%PDF-1.4\n';
  const offsets = objects.map((object, index) => {
    const offset = text.length;
    text += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return offset;
  });
  const table = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
  const size = objects.length + 1;
  return Buffer.from(
    `${text}xref\n0 ${size}\n0000000000 65535 f \n${table}trailer\n<< /Size ${size} /Root 1 0 R >>\nstartxref\n${text.length}\n%%EOF\n`,
    'latin1',
  );
}
