import { at } from './raw-pdf.ts';

const ROWS = 50;

/** Content streams of a plain statement: a table of fifty entries a page whose balances follow from each other. The same each time. */
export function statementPages(pages: number, rows = ROWS): string[] {
  let balance = 5_000_000;
  let seed = 42;
  const chance = (below: number) => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
    return seed % below;
  };
  const total = pages * rows;
  return Array.from({ length: pages }, (_, page) => {
    const drawn =
      page === 0 ? [at(40, 815, 'Account Number: 0001234567'), at(240, 815, `Opening Balance: ${naira(balance)}`)] : [];
    titles.forEach(([x, title]) => {
      drawn.push(at(x, 795, title));
    });
    for (let row = 0; row < rows; row += 1) {
      const y = 780 - row * 14;
      const amount = 1 + chance(9_000_000);
      const isCredit = balance < 10_000_000 || chance(2) === 0;
      balance += isCredit ? amount : -amount;
      const day = dayOf(Math.floor(((page * rows + row) * 700) / total));
      drawn.push(
        at(40, y, day),
        at(110, y, `NIP/GTB/SAMPLE TRADER/INVOICE ${chance(100_000)}`),
        at(300, y, `R${String(chance(1e9)).padStart(9, '0')}`),
      );
      drawn.push(right(isCredit ? 480 : 420, y, naira(amount)), right(560, y, naira(balance)));
    }
    if (page === pages - 1) drawn.push(at(40, 60, `Closing Balance: ${naira(balance)}`));
    return drawn.join('\n');
  });
}

const titles: readonly (readonly [number, string])[] = [
  [40, 'Date'],
  [110, 'Narration'],
  [300, 'Reference'],
  [390, 'Debit'],
  [447, 'Credit'],
  [522, 'Balance'],
];

// Helvetica: a digit is 0.556 of the size wide, comma and point 0.278.
function right(x: number, y: number, text: string): string {
  const width = [...text].reduce((sum, character) => sum + (/\d/.test(character) ? 0.556 : 0.278), 0) * 9;
  return at(Number((x - width).toFixed(2)), y, text);
}

function naira(kobo: number): string {
  return (kobo / 100).toLocaleString('en', { minimumFractionDigits: 2 });
}

function dayOf(day: number): string {
  const [year, month, date] = new Date(Date.UTC(2023, 0, 1 + day)).toISOString().slice(0, 10).split('-');
  return `${date}/${month}/${year}`;
}
