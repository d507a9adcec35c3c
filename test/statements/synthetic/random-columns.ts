import type { Chance } from '../../../src/testing/statements/chance.ts';
import type { Align, ColumnKind, StatementColumn } from '../../../src/testing/statements/layouts/statement-layout.ts';
import type { DialectName } from '../../../src/testing/statements/life/entries.ts';
import { americanForms, brokenDateForms, dateForms, sideTitles, titles } from './bank-wording.ts';

/** How the money stands in a table: two columns, or one with signs, with CR and DR, with a type column, or with nothing but the balance to show it. */
export type Shape = 'sides' | 'signed' | 'suffixed' | 'typed' | 'plain';

interface ColumnNeeds {
  readonly shape: Shape;
  readonly isAmerican: boolean;
  readonly dialect: DialectName;
  readonly chance: Chance;
}

type Titled = Exclude<ColumnKind, 'debit' | 'credit'>;
type More = Partial<StatementColumn>;

/** Makes columns with titles drawn for them. */
class ColumnMaker {
  readonly #chance: Chance;
  readonly #isCapital: boolean;

  constructor(chance: Chance) {
    this.#chance = chance;
    this.#isCapital = chance.happens(0.2);
  }

  named(kind: ColumnKind, title: string, more: More = {}): StatementColumn {
    return { kind, title: this.#isCapital ? title.toUpperCase() : title, ...more };
  }

  titled(kind: Titled, more: More = {}): StatementColumn {
    return this.named(kind, this.#chance.pick(titles[kind]), more);
  }

  /** The column that often, of 1; else none. */
  maybe(probability: number, kind: Titled, more: () => More = () => ({})): StatementColumn[] {
    return this.#chance.happens(probability) ? [this.titled(kind, more())] : [];
  }
}

/** Columns in an order some bank could have. */
export function randomColumns({ shape, isAmerican, dialect, chance }: ColumnNeeds): StatementColumn[] {
  const maker = new ColumnMaker(chance);
  const figures = {
    align: chance.weighted<Align>({ right: 18, left: 1, centre: 1 }),
    titleAlign: chance.weighted<Align>({ right: 7, left: 1.5, centre: 1.5 }),
  };
  const dates = randomDates(maker, isAmerican, chance);
  const amounts = [
    ...maker.maybe(0.07, 'fee', () => figures),
    ...randomMoneyColumns(maker, { shape, figures, chance }),
  ];
  const hasBalance = shape === 'plain' || chance.happens(0.88);
  const balance = hasBalance ? [maker.titled('balance', figures)] : [];
  const money = [...(hasBalance ? maker.maybe(0.1, 'before', () => figures) : []), ...amounts];
  const reference = maker.maybe(0.4, 'reference', () => ({
    width: chance.between(46, 90),
    form: chance.pick(referenceForms),
  }));
  const texts = [
    ...maker.maybe(0.12, 'cheque'),
    ...maker.maybe(0.15, 'channel', () => ({ width: 44 })),
    ...maker.maybe(0.1, 'branch', () => ({ width: 58 })),
    ...(dialect === 'plain'
      ? [
          ...maker.maybe(0.4, 'counterparty', () => ({ width: 92 })),
          ...maker.maybe(0.3, 'category', () => ({ width: 46 })),
        ]
      : []),
  ];
  const [before, after] = chance.happens(0.5) ? [texts, []] : [[], texts];
  const narrated = [...before, maker.titled('narration')];
  const place = chance.weighted({ first: 8, afterMoney: 2, afterBalance: 1.5 });
  if (place === 'afterMoney') return [...dates, ...reference, ...money, ...narrated, ...after, ...balance];
  if (place === 'afterBalance') return [...dates, ...reference, ...money, ...balance, ...after, ...narrated];
  const described = chance.happens(0.4) ? [...reference, ...narrated] : [...narrated, ...reference];
  const [early, late] = chance.happens(0.8)
    ? [dates, []]
    : [dates.filter(({ kind }) => kind !== 'valueDate'), dates.filter(({ kind }) => kind === 'valueDate')];
  return [...early, ...described, ...late, ...money, ...balance, ...after];
}

const referenceForms: readonly string[] = ["'{d14}", '{d16}', 'S{d8}', '{d24}', 'TRF|2MPT{d8}|{d12}', 'FT{d5}/{d4}'];

// The date, a serial number before it or not, and the value date or not: month first in both or in none.
function randomDates(maker: ColumnMaker, isAmerican: boolean, chance: Chance): StatementColumn[] {
  const align = chance.happens(0.1) ? ('centre' as const) : undefined;
  const valueForms = isAmerican
    ? americanForms.slice(0, 2)
    : chance.happens(0.1)
      ? ['dd-MON-\nyy', 'dd-MMM-\nyyyy']
      : dateForms;
  const forms = isAmerican ? americanForms : chance.happens(0.4) ? brokenDateForms : dateForms;
  return [
    ...maker.maybe(0.1, 'serial'),
    maker.titled('date', { form: chance.pick(forms), align }),
    ...maker.maybe(0.55, 'valueDate', () => ({ form: chance.pick(valueForms), align })),
  ];
}

function randomMoneyColumns(
  maker: ColumnMaker,
  { shape, figures, chance }: { readonly shape: Shape; readonly figures: More; readonly chance: Chance },
): StatementColumn[] {
  if (shape === 'sides') {
    const [debit, credit] = chance.pick(sideTitles);
    const sides = [maker.named('debit', debit, figures), maker.named('credit', credit, figures)];
    return chance.happens(0.28) ? sides.reverse() : sides;
  }
  const columns = [maker.titled('amount', figures)];
  if (shape === 'typed')
    columns.push(
      maker.titled('type', {
        form: chance.pick(['Debit|Credit', 'DR|CR', 'D|C', 'Dr.|Cr.', 'DEBIT|CREDIT']),
        align: 'left',
      }),
    );
  return chance.happens(0.5) ? columns : columns.reverse();
}
