/** A small writer of statement PDFs, so that what the server reads is a real file: Helvetica on A4, right-aligned amounts, 40-bit RC4 where a password is wanted. */
import { createHash } from 'node:crypto';

/** An entry to print. */
export interface PrintedEntry {
  /** YYYY-MM-DD. */
  readonly day: string;
  readonly type: 'credit' | 'debit';
  readonly narration: string;
  readonly amount: number;
}

/** An account to print. */
export interface PrintedAccount {
  readonly name: string;
  readonly number: string;
  readonly openingBalance: number;
  readonly entries: readonly PrintedEntry[];
  /** Left out of the page, so that the entries prove nothing. */
  readonly hasNoBalances?: boolean;
}

type Text = readonly [x: number, y: number, text: string];

const ROWS_A_PAGE = 35;
const money = (naira: number) => naira.toLocaleString('en', { minimumFractionDigits: 2 });

/** The PDF of one account's statement, or of several in one file. */
export function statementPdf(accounts: PrintedAccount | readonly PrintedAccount[], password?: string): Buffer {
  return pdfOf([accounts].flat().flatMap(pagesOf), password);
}

/** A PDF with lines of text on one page, or without any. */
export function plainPdf(lines: readonly string[] = []): Buffer {
  return pdfOf([lines.map((line, index): Text => [60, 700 - 14 * index, line])]);
}

function pagesOf(account: PrintedAccount): readonly (readonly Text[])[] {
  const { name, number, openingBalance, entries, hasNoBalances = false } = account;
  let balance = Math.round(openingBalance * 100);
  const rows = entries.map(({ day, type, narration, amount }): ((y: number) => readonly Text[]) => {
    balance += (type === 'credit' ? 1 : -1) * Math.round(amount * 100);
    const after = balance / 100;
    return (y) => [
      [40, y, day.split('-').reverse().join('/')],
      [110, y, narration],
      right(type === 'debit' ? 400 : 480, y, money(amount)),
      ...(hasNoBalances ? [] : [right(565, y, money(after))]),
    ];
  });
  const pages: (readonly Text[])[] = [];
  for (let from = 0; from < rows.length; from += ROWS_A_PAGE) {
    const head: Text[] = [
      [40, 800, 'STATEMENT OF ACCOUNT'],
      [40, 780, `Account Name: ${name}`],
      [40, 766, `Account Number: ${number}`],
    ];
    const { day: first } = entries[0] as PrintedEntry;
    const { day: last } = entries.at(-1) as PrintedEntry;
    const period = [first, last].map((day) => day.split('-').reverse().join('/')).join(' to ');
    head.push([40, 752, `Period: ${period}`]);
    if (!hasNoBalances)
      head.push(
        [300, 780, `Opening Balance: ${money(openingBalance)}`],
        [300, 766, `Closing Balance: ${money(balance / 100)}`],
      );
    const titles: Text[] = [
      [40, 720, 'Date'],
      [110, 720, 'Narration'],
      right(400, 720, 'Debit'),
      right(480, 720, 'Credit'),
    ];
    if (!hasNoBalances) titles.push(right(565, 720, 'Balance'));
    pages.push([
      ...head,
      ...titles,
      ...rows.slice(from, from + ROWS_A_PAGE).flatMap((row, index) => row(700 - 18 * index)),
    ]);
  }
  return pages;
}

// Widths of Helvetica, in thousandths, of what stands at a right edge.
function right(edge: number, y: number, text: string): Text {
  const widths: Readonly<Record<string, number>> = {
    ',': 278,
    '.': 278,
    '-': 333,
    D: 722,
    C: 722,
    B: 667,
    t: 278,
    i: 222,
    r: 333,
    l: 222,
    c: 500,
  };
  const width = [...text].reduce((sum, letter) => sum + (widths[letter] ?? 556), 0);
  return [edge - (width * 9) / 1000, y, text];
}

const PADDING = Buffer.from('28BF4E5E4E758A4164004E56FFFA01082E2E00B6D0683E802F0CA9FE6453697A', 'hex');
const PERMISSIONS = -4;
const ID = Buffer.from('0123456789abcdef');

function pdfOf(pages: readonly (readonly Text[])[], password?: string): Buffer {
  const lock = password === undefined ? undefined : lockWith(password);
  const first = 4;
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Kids [${pages.map((_, index) => `${first + 2 * index} 0 R`).join(' ')}] /Count ${pages.length} >>`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
    ...pages.flatMap((texts, index) => {
      const number = first + 2 * index + 1;
      const drawn = texts
        .map(([x, y, text]) => `1 0 0 1 ${x.toFixed(2)} ${y} Tm (${text.replace(/[\\()]/g, '\\$&')}) Tj`)
        .join('\n');
      const content = Buffer.from(`BT /F1 9 Tf\n${drawn}\nET`, 'latin1');
      const bytes = (lock ? rc4(objectKey(lock.key, number), content) : content).toString('latin1');
      const page = `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Resources << /Font << /F1 3 0 R >> >> /Contents ${number} 0 R >>`;
      return [page, `<< /Length ${bytes.length} >>\nstream\n${bytes}\nendstream`];
    }),
  ];
  if (lock)
    objects.push(
      `<< /Filter /Standard /V 1 /R 2 /P ${PERMISSIONS} /O <${lock.owner.toString('hex')}> /U <${lock.user.toString('hex')}> >>`,
    );
  return assemble(objects, lock !== undefined);
}

function assemble(objects: readonly string[], isLocked: boolean): Buffer {
  let body = '%PDF-1.4\n';
  const offsets = objects.map((object, index) => {
    const offset = body.length;
    body += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return offset;
  });
  const table = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
  const encrypt = isLocked
    ? ` /Encrypt ${objects.length} 0 R /ID [<${ID.toString('hex')}> <${ID.toString('hex')}>]`
    : '';
  const size = objects.length + 1;
  return Buffer.from(
    `${body}xref\n0 ${size}\n0000000000 65535 f \n${table}trailer\n<< /Size ${size} /Root 1 0 R${encrypt} >>\nstartxref\n${body.length}\n%%EOF\n`,
    'latin1',
  );
}

// Algorithms 3.2 to 3.4 of PDF 1.4 for revision 2; the owner's password is the user's.
function lockWith(password: string): { readonly key: Buffer; readonly owner: Buffer; readonly user: Buffer } {
  const padded = Buffer.concat([Buffer.from(password, 'latin1'), PADDING]).subarray(0, 32);
  const owner = rc4(md5(padded).subarray(0, 5), padded);
  const permissions = Buffer.alloc(4);
  permissions.writeInt32LE(PERMISSIONS);
  const key = md5(padded, owner, permissions, ID).subarray(0, 5);
  return { key, owner, user: rc4(key, PADDING) };
}

function objectKey(key: Buffer, number: number): Buffer {
  return md5(key, Buffer.from([number & 255, (number >> 8) & 255, number >> 16, 0, 0])).subarray(0, 10);
}

function md5(...parts: readonly Uint8Array[]): Buffer {
  const hash = createHash('md5');
  for (const part of parts) hash.update(part);
  return hash.digest();
}

function rc4(key: Uint8Array, data: Uint8Array): Buffer {
  const state = Uint8Array.from({ length: 256 }, (_, index) => index);
  const swap = (a: number, b: number) => ([state[a], state[b]] = [state[b] as number, state[a] as number]);
  for (let i = 0, j = 0; i < 256; i += 1) {
    j = (j + (state[i] as number) + (key[i % key.length] as number)) & 255;
    swap(i, j);
  }
  let [i, j] = [0, 0];
  return Buffer.from(data).map((byte) => {
    i = (i + 1) & 255;
    j = (j + (state[i] as number)) & 255;
    swap(i, j);
    return byte ^ (state[((state[i] as number) + (state[j] as number)) & 255] as number);
  }) as Buffer;
}
