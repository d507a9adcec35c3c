import { Chance } from '../../../src/testing/statements/chance.ts';
import { createStatement } from '../../../src/testing/statements/create-statement.ts';
import type { TruthRow } from '../../../src/testing/statements/statement-truth.ts';

/** A page of a statement as HTML of A4 at 96 dots an inch, and what it shows. */
export interface RandomPage {
  readonly html: string;
  readonly rows: readonly TruthRow[];
}

type Shape = 'sides' | 'signed' | 'typed';

interface Look {
  readonly shape: Shape;
  readonly date: (day: string) => string;
  readonly symbol: string;
  readonly filler: string;
  readonly isNewestFirst: boolean;
  readonly hasTotals: boolean;
  readonly css: string;
}

const PAGE_STREAM = 310;
const fonts = ['Liberation Sans', 'Liberation Serif', 'Liberation Mono', 'DejaVu Sans', 'DejaVu Serif', 'sans-serif'];
const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
const parts = (day: string) => day.split('-') as [year: string, month: string, day: string];
const forms: readonly Look['date'][] = [
  (date) => date,
  (date) => parts(date).reverse().join('/'),
  (date) => parts(date).reverse().join('-'),
  (date) =>
    parts(date)
      .with(1, months[Number(date.slice(5, 7)) - 1] ?? '')
      .reverse()
      .join('-'),
  (date) =>
    parts(date)
      .with(1, months[Number(date.slice(5, 7)) - 1] ?? '')
      .reverse()
      .join(' '),
];
const rules = [
  '',
  'td, th { border: 1px solid #333 }',
  'td { border-bottom: 1px solid #bbb }',
  'td { border-bottom: 1px dotted #777 }',
  'tr:nth-child(even) td { background: #eef1f6 }',
];
const titles = [
  '',
  'th { background: #1c3d6e; color: #fff }',
  'th { background: #ddd }',
  'th { background: #e98a15; color: #fff }',
];

function randomLook(chance: Chance): Look {
  const shape = chance.weighted<Shape>({ sides: 6, signed: 2, typed: 2 });
  const size = chance.between(14, 19) / 2;
  const font = `body { font: ${size}pt '${chance.pick(fonts)}'; color: ${chance.pick(['#000', '#222', '#444'])} }`;
  const padding = `td, th { padding: ${chance.between(2, 5)}px 4px }`;
  return {
    shape,
    date: chance.pick(forms),
    symbol: chance.happens(0.2) ? '₦' : '',
    filler: shape === 'sides' ? chance.weighted({ '': 6, '0.00': 2, '-': 1 }) : '',
    isNewestFirst: chance.happens(0.2),
    hasTotals: chance.happens(0.6),
    css: [font, padding, chance.pick(rules), chance.pick(titles)].join('\n'),
  };
}

// As many as fit, also where narrations take two lines.
const MOST_ROWS = 22;

/** A page of random look, the same for the same seed. `isForged` alters one of its figures. */
export function randomPage(seed: number, isForged = false): RandomPage {
  const chance = new Chance(seed, PAGE_STREAM);
  const { truth } = createStatement({ seed, months: 1, minRows: MOST_ROWS });
  const rows = truth.rows.slice(0, chance.between(9, MOST_ROWS));
  const look = randomLook(chance);
  const cells = rows.map((row) => cellsOf(row, look));
  if (isForged) alterOne(cells, chance);
  const sum = (type: string) =>
    rows.reduce((kobo, row) => kobo + (row.type === type ? Math.round(row.amount * 100) : 0), 0);
  const facts = [
    ['Account Name', truth.account.name],
    ['Account Number', truth.account.number],
    ['Statement Period', `${look.date(rows[0]?.date ?? '')} to ${look.date(rows.at(-1)?.date ?? '')}`],
    ['Opening Balance', money(truth.openingBalance, look)],
    ['Closing Balance', money(rows.at(-1)?.balance ?? 0, look)],
    ...(look.hasTotals
      ? [
          ['Total Debit', money(sum('debit') / 100, look)],
          ['Total Credit', money(sum('credit') / 100, look)],
        ]
      : []),
  ];
  const printed = look.isNewestFirst ? cells.toReversed() : cells;
  const html = `<!doctype html><meta charset="utf-8"><style>
    body { width: 794px; height: 1123px; margin: 0; padding: 40px; box-sizing: border-box; background: #fff }
    table { border-collapse: collapse } .rows { width: 100%; margin-top: 16px }
    td, th { text-align: left; vertical-align: top } .money { text-align: right; white-space: nowrap }
    .rows td:first-child { white-space: nowrap }
    ${look.css}</style>
    <h2>${truth.bank.name}</h2><table>${facts.map((fact) => `<tr>${fact.map((text) => `<td>${text}`).join('')}`).join('')}</table>
    <table class="rows"><tr>${titlesOf(look.shape)
      .map((title) => `<th class="${isMoney(title) ? 'money' : ''}">${title}`)
      .join('')}
    ${printed
      .map(
        (row) =>
          `<tr>${titlesOf(look.shape)
            .map((title, at) => `<td class="${isMoney(title) ? 'money' : ''}">${row[at]}`)
            .join('')}`,
      )
      .join('')}
    </table>`;
  return { html, rows };
}

function titlesOf(shape: Shape): readonly string[] {
  const amounts = { sides: ['Debit', 'Credit'], signed: ['Amount'], typed: ['Amount', 'DR/CR'] }[shape];
  return ['Date', 'Narration', ...amounts, 'Balance'];
}

function isMoney(title: string): boolean {
  return /Debit|Credit|Amount|Balance/.test(title);
}

function cellsOf({ date, narration, type, amount, balance }: TruthRow, look: Look): string[] {
  const text = money(amount, look);
  const isDebit = type === 'debit';
  const amounts = {
    sides: isDebit ? [text, look.filler] : [look.filler, text],
    signed: [`${isDebit ? '-' : '+'}${text}`],
    typed: [text, isDebit ? 'DR' : 'CR'],
  }[look.shape];
  return [
    look.date(date),
    narration.replaceAll('&', '&amp;').replaceAll('<', '&lt;'),
    ...amounts,
    money(balance, look),
  ];
}

function money(naira: number, { symbol }: Look): string {
  const text = Math.abs(naira)
    .toFixed(2)
    .replace(/\B(?=(\d{3})+\.)/g, ',');
  return `${naira < 0 ? '-' : ''}${symbol}${text}`;
}

/** Changes one digit of one amount or balance, so that the balances do not follow any more. */
function alterOne(cells: readonly string[][], chance: Chance): void {
  const row = chance.pick(cells.slice(1, -1));
  const figures = row.flatMap((text, at) => (at > 1 && /[1-9].*\.\d{2}$/.test(text) ? [at] : []));
  const at = chance.pick(figures);
  const text = row[at] ?? '';
  const places = [...text].flatMap((letter, place) => (/\d/.test(letter) ? [place] : []));
  const place = chance.pick(places);
  const digit = String((Number(text[place]) + chance.between(1, 9)) % 10);
  row[at] = text.slice(0, place) + digit + text.slice(place + 1);
}
