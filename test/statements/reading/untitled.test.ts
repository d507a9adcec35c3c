import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readLines } from '../../../src/statements/read-lines.ts';
import { type LinesOfPages, linesOf } from '../../../src/statements/text/lines.ts';
import { sized } from '../../size.ts';
import { type Drawn, type DrawnLine, drawnPage } from '../text/drawn.ts';

/** How an app draws an entry without titles: what stands on which of its lines. */
interface Card {
  /** The line of the date, and of the text's first line. The text goes on below. */
  readonly date: 'above text' | 'beside text' | 'below text';
  readonly balance: 'beside amount' | 'below amount';
  readonly label: '' | 'Balance: ' | 'Balance after ';
  readonly signs: 'signed' | 'plus and minus' | 'CR and DR' | 'two columns';
  readonly currency: '' | '₦' | 'NGN ' | '$';
  readonly time: boolean;
  readonly newestFirst: boolean;
}

interface Move {
  readonly kobo: number;
  readonly text: readonly string[];
  readonly days: number;
}

const words = fc.constantFrom(
  'TRANSFER TO',
  'POS PURCHASE',
  'BALANCE OF',
  'ADEWOYIN EKAETTE',
  'SALARY 2024',
  'REF 55210',
);
const anyCard: fc.Arbitrary<Card> = fc.record({
  date: fc.constantFrom('above text', 'beside text', 'below text'),
  balance: fc.constantFrom('beside amount', 'below amount'),
  label: fc.constantFrom('', 'Balance: ', 'Balance after '),
  signs: fc.constantFrom('signed', 'plus and minus', 'CR and DR', 'two columns'),
  currency: fc.constantFrom('', '₦', 'NGN ', '$'),
  time: fc.boolean(),
  newestFirst: fc.boolean(),
});
// A balance below one of two columns would have the place of an amount.
const card = anyCard.filter(({ signs, balance }) => signs !== 'two columns' || balance === 'beside amount');
const move: fc.Arbitrary<Move> = fc.record({
  kobo: fc.integer({ min: -900_000, max: 900_000 }).filter((kobo) => kobo !== 0),
  text: fc.array(words, { minLength: 1, maxLength: 3 }),
  days: fc.integer({ min: 0, max: 2 }),
});
const account = fc.record({ card, moves: fc.array(move, { minLength: 4, maxLength: 40 }) });

const OPENING = 5_000_000;
const figure = (kobo: number) => (Math.abs(kobo) / 100).toLocaleString('en', { minimumFractionDigits: 2 });
const isoDay = (days: number) => new Date(Date.UTC(2024, 0, 1 + days)).toISOString().slice(0, 10);

function entriesOf(moves: readonly Move[]) {
  let [balance, day] = [OPENING, 0];
  return moves.map(({ kobo, text, days }) => {
    balance += kobo;
    day += days;
    return { kobo, text, balance, day: isoDay(day) };
  });
}

type Entry = ReturnType<typeof entriesOf>[number];

function drawEntry({ kobo, text, balance, day }: Entry, look: Card): readonly (readonly Drawn[])[] {
  const { signs, currency, label } = look;
  const sign = signs === 'two columns' || signs === 'CR and DR' ? '' : kobo < 0 ? '-' : signs === 'signed' ? '' : '+';
  const side = signs === 'CR and DR' ? (kobo < 0 ? 'DR' : 'CR') : '';
  const right = signs === 'two columns' && kobo < 0 ? 360 : 450;
  const amount: Drawn = { right, text: `${sign}${currency}${figure(kobo)}${side}` };
  const total: Drawn = { right: 600, text: `${label}${currency}${figure(balance)}` };
  const date: Drawn = [40, look.time ? `${day} 10:05` : day];
  const beside = look.date === 'beside text' ? 130 : 40;
  const lines = text.map((line): Drawn[] => [[beside, line]]);
  if (look.date === 'above text') lines.unshift([date]);
  if (look.date === 'beside text') lines[0]?.unshift(date);
  if (look.date === 'below text') lines.push([date]);
  // Figures stand beside the date, and a balance below one needs a line.
  const row = look.date === 'below text' ? lines.length - 1 : 0;
  lines[row]?.push(amount);
  if (look.balance === 'beside amount') lines[row]?.push(total);
  else if (lines[row + 1]) lines[row + 1]?.push({ ...total, right: 450 });
  else lines.push([{ ...total, right: 450 }]);
  return lines;
}

function pagesOf(entries: readonly Entry[], look: Card, closing = entries.at(-1)?.balance ?? 0) {
  const drawn: DrawnLine[][] = [
    [
      [40, [40, 'HARMATTAN BANK PLC']],
      [55, [40, 'Account Number: 1820410079']],
      [70, [40, `Opening Balance: ${figure(OPENING)}`], [300, `Closing Balance: ${figure(closing)}`]],
    ],
  ];
  let y = 100;
  for (const entry of look.newestFirst ? entries.toReversed() : entries) {
    const lines = drawEntry(entry, look);
    if (y + 12 * lines.length > 780) {
      drawn.push([]);
      y = 50;
    }
    for (const line of lines) {
      drawn.at(-1)?.push([y, ...line]);
      y += 12;
    }
    y += 12;
  }
  return drawn.map((lines, at) => drawnPage(lines, at + 1));
}

describe('entries without titles', () => {
  test('are read to the last side, balance and narration, however they are laid out', () => {
    fc.assert(
      fc.property(account, ({ card: look, moves }) => {
        const entries = entriesOf(moves.filter(({ kobo }, at) => at === 0 || kobo !== 0));
        fc.pre(entries.every(({ balance }) => balance > 0) && new Set(entries.map(({ day }) => day)).size > 1);
        const { transactions, proof, account: read } = readLines(pagesOf(entries, look).map(linesOf));
        expect(
          transactions.map(({ type, amount, balance, date, narration }) => [
            type,
            amount,
            balance,
            date.slice(0, 10),
            narration,
          ]),
        ).toEqual(
          entries.map(({ kobo, balance, day, text }) => [
            kobo < 0 ? 'debit' : 'credit',
            Math.abs(kobo) / 100,
            balance / 100,
            day,
            text.join(' '),
          ]),
        );
        expect(proof).toMatchObject({ proved: true });
        if (look.currency) expect(read.currency).toBe(look.currency === '$' ? 'USD' : 'NGN');
      }),
      { numRuns: sized(60, 400) },
    );
  });

  test('are not proved with one missing or changed', () => {
    fc.assert(
      fc.property(account, fc.nat(), fc.boolean(), ({ card: look, moves }, at, isMissing) => {
        const entries = entriesOf(moves);
        const [place, one] = [at % entries.length, entries[at % entries.length]];
        if (!one) return;
        const others = isMissing ? entries.toSpliced(place, 1) : entries.with(place, { ...one, kobo: one.kobo + 7 });
        const forged = pagesOf(others, look, entries.at(-1)?.balance).map(linesOf);
        expect(proves(forged)).toBe(false);
      }),
      { numRuns: sized(60, 400) },
    );
  });
});

test('a heading in the place of an entry, with a balance beside its days, is no entry', () => {
  const row = (top: number, day: string, amount: string, balance: string): DrawnLine => [
    top,
    [40, `${day}-Jan-2024`],
    [140, 'POS PURCHASE'],
    { right: 400, text: amount },
    { right: 560, text: balance },
  ];
  const { transactions, period, openingBalance, closingBalance, proof } = readLines([
    linesOf(
      drawnPage([
        [20, [300, 'Opening Balance'], { right: 560, text: '1,000.00' }],
        [40, [40, '01-Jan-2024 to 31-Jan-2024'], [300, 'Closing Balance'], { right: 560, text: '700.00' }],
        row(80, '03', '-100.00', '900.00'),
        row(110, '04', '-150.00', '750.00'),
        row(140, '09', '-50.00', '700.00'),
      ]),
    ),
  ]);
  expect(transactions.map(({ date }) => date.slice(0, 10))).toEqual(['2024-01-03', '2024-01-04', '2024-01-09']);
  expect({ period, openingBalance, closingBalance, doubts: proof.doubts }).toEqual({
    period: { from: '2024-01-01', to: '2024-01-31' },
    openingBalance: 1_000,
    closingBalance: 700,
    doubts: [],
  });
});

function proves(pages: LinesOfPages): boolean {
  try {
    return readLines(pages).proof.proved;
  } catch {
    return false;
  }
}
