import { Chance } from '../../../src/testing/statements/chance.ts';
import {
  type ColumnKind,
  type FurnitureStyle,
  type HeadStyle,
  layoutFrom,
  type MoneyStyle,
  type StatementColumn,
  type StatementLayout,
  type TableStyle,
} from '../../../src/testing/statements/layouts/statement-layout.ts';
import { type DialectName, dialects } from '../../../src/testing/statements/life/entries.ts';
import { LIGATURE_NUL, LIGATURE_REPLACEMENT } from '../../../src/testing/statements/pdf/fonts.ts';
import type { Ink } from '../../../src/testing/statements/pdf/write-pdf.ts';
import { bankRowNames, footers, headLabels } from './bank-wording.ts';
import { randomColumns, type Shape } from './random-columns.ts';

const LAYOUT_STREAM = 300;

/**
 * A layout drawn from everything layouts can be, the same for the same seed. Only what a bank could print and a careful person could read: where two
 * features together would leave a figure or a side in doubt, one of them is left out.
 */
export function randomLayout(seed: number): StatementLayout {
  const chance = new Chance(seed, LAYOUT_STREAM);
  const dialect = chance.pick(Object.keys(dialects) as DialectName[]);
  const shape = chance.weighted<Shape>({ sides: 60, signed: 13, suffixed: 8, typed: 12, plain: 7 });
  const isAmerican = chance.happens(0.08);
  const drawn = randomColumns({ shape, isAmerican, dialect, chance });
  const has = (kind: ColumnKind): boolean => drawn.some((column) => column.kind === kind);
  const torn = chance.happens(0.12) ? 0.05 + 0.35 * chance.next() : 0;
  const money = randomMoney({ isTorn: torn > 0, shape, chance });
  // A fee column of blanks would be a riddle.
  const columns = money.filler ? drawn : drawn.filter(({ kind }) => kind !== 'fee');
  const table = randomTable({ shape, money, hasBalance: has('balance'), chance });
  const isLandscape = columns.length > 8 || chance.happens(0.2);
  const hasYear = /y/.test(columns.find(({ kind }) => kind === 'date')?.form ?? '');
  return layoutFrom(`random-${seed}`, {
    bank: {
      name: `${chance.pick(['Coastal', 'Sunbird', 'Granite', 'Meridian', 'Tamarind', 'Egret'])} ${chance.pick(['Bank Plc', 'Bank', 'MFB', 'Digital'])}`,
      code: chance.digits(3),
    },
    dialect,
    columns: chance.happens(0.08) ? withLostLigatures(columns, chance) : columns,
    page: { size: chance.happens(0.8) ? 'A4' : 'Letter', isLandscape, margin: chance.between(20, 48) },
    type: {
      family: chance.weighted({ helvetica: 7, times: 2, courier: 1 }),
      size: chance.between(13, 19) / 2,
      lineHeight: 1.1 + 0.3 * chance.next(),
    },
    money,
    table,
    head: randomHead({
      isAmerican,
      needsPeriod: !hasYear,
      needsOpening: shape === 'plain' && table.rowNames.opening === undefined,
      chance,
    }),
    furniture: randomFurniture(chance),
    ink: { ...randomInk(chance), torn },
    form: {
      rotate: chance.happens(0.15) ? chance.pick([90, 180, 270] as const) : 0,
      compress: chance.happens(0.9),
      objectStreams: chance.happens(0.25),
      origin: chance.happens(0.1) ? [chance.between(-40, 60), chance.between(-40, 60)] : [0, 0],
    },
    accounts: chance.happens(0.04) ? 2 : 1,
  });
}

function randomMoney({
  isTorn,
  shape,
  chance,
}: {
  readonly isTorn: boolean;
  readonly shape: Shape;
  readonly chance: Chance;
}): MoneyStyle {
  const negative = chance.weighted<MoneyStyle['negative']>({ minus: 7, 'minus-after': 1.5, parentheses: 1.5 });
  const signGap = chance.happens(0.12);
  const filler = chance.weighted<'blank' | '0.00' | '-' | '--'>({ blank: 6, '0.00': 2, '-': 1, '--': 1 });
  // A lone dash must not be taken for the sign of its neighbour.
  const isDashSafe = negative !== 'minus-after' && !signGap;
  return {
    symbol: chance.weighted({ '': 14, '₦': 3, 'NGN ': 1, N: 1, '₦ ': 1 }),
    grouping: isTorn ? ',' : chance.weighted<MoneyStyle['grouping']>({ ',': 17, '': 2, ' ': 1 }),
    negative,
    signGap,
    plus: chance.happens(0.5),
    filler: shape !== 'sides' || filler === 'blank' || (filler.startsWith('-') && !isDashSafe) ? '' : filler,
    braces: chance.happens(0.04),
    trimmed: !isTorn && chance.happens(0.06),
  };
}

function randomTable({
  shape,
  money,
  hasBalance,
  chance,
}: {
  readonly shape: Shape;
  readonly money: MoneyStyle;
  readonly hasBalance: boolean;
  readonly chance: Chance;
}): TableStyle {
  const valign = chance.weighted<TableStyle['valign']>({ top: 12, middle: 5, bottom: 2 });
  const order = chance.happens(0.22) ? 'newest-first' : 'oldest-first';
  const rowNames = chance.happens(0.5) ? chance.pick(bankRowNames) : {};
  return {
    valign,
    // Without lines between them, rows whose first line is not the date's need some air.
    padding: valign === 'top' ? 1 + 4 * chance.next() : 3.5 + 2.5 * chance.next(),
    gap: money.grouping === ' ' ? 16 : chance.between(7, 12),
    rules: chance.weighted<TableStyle['rules']>({ none: 5, rows: 4, grid: 2 }),
    zebra: chance.happens(0.2),
    titles: chance.weighted<TableStyle['titles']>({ 'every-page': 6, 'first-page': 3, 'mid-page': 1 }),
    // The rest of a row below a balance brought forward would seem to be that line's.
    splitsRows: valign === 'top' && chance.happens(0.3) && !rowNames.brought && !rowNames.pageTotals,
    order,
    balance: shape !== 'plain' && chance.happens(0.08) ? 'day-end' : 'every-row',
    side: shape === 'suffixed' ? chance.pick(['CR', ' CR'] as const) : shape === 'signed' ? 'sign' : 'plain',
    balanceSide: hasBalance && chance.happens(0.1) ? chance.pick(['CR', ' CR'] as const) : '',
    signsSides: shape === 'sides' && chance.happens(0.08),
    rowNames,
  };
}

// A producer's font lost its "ti": every title shows it.
function withLostLigatures(columns: readonly StatementColumn[], chance: Chance): readonly StatementColumn[] {
  const lost = chance.pick([LIGATURE_NUL, LIGATURE_REPLACEMENT]);
  return columns.map((column) => ({ ...column, title: column.title.replaceAll('ti', lost) }));
}

interface HeadNeeds {
  readonly isAmerican: boolean;
  /** Do the rows need it to be read? */
  readonly needsPeriod: boolean;
  readonly needsOpening: boolean;
  readonly chance: Chance;
}

/** A head some bank could print. */
function randomHead({ isAmerican, needsPeriod, needsOpening, chance }: HeadNeeds): HeadStyle {
  const drawn = chance.pick(headLabels);
  const labels = {
    ...drawn,
    ...(needsOpening && { opening: drawn.opening ?? 'Opening Balance' }),
    period: needsPeriod || chance.happens(0.92) ? drawn.period : undefined,
  };
  return {
    title: chance.pick([
      'STATEMENT OF ACCOUNT',
      'Account Statement',
      'CUSTOMER STATEMENT',
      'Statement of Transactions',
      'All Statements',
    ]),
    arrangement: chance.pick(['list', 'pairs', 'sentence', 'table'] as const),
    labels,
    period: chance.pick(['{from} to {to}', '{from} TO {to}', '{from} - {to}', 'From {from} To {to}']),
    dates: isAmerican
      ? 'M/d/yyyy'
      : chance.pick(['dd-MMM-yyyy', 'dd/MM/yyyy', 'd MMMM yyyy', 'yyyy-MM-dd', 'MMM d, yyyy', 'dd-MM-yyyy']),
    numberPrefix: chance.weighted({ '': 8, 'SA ': 1, 'CA ': 1 }),
    isCover: chance.happens(0.07),
  };
}

/** What could stand around it. */
function randomFurniture(chance: Chance): FurnitureStyle {
  return {
    header: chance.happens(0.3)
      ? chance.pick([
          'Private & Confidential   Printed on {date}   Page {page} of {pages}',
          'Statement of account as at {date}',
          'Page {page}',
        ])
      : undefined,
    footer: footers.filter(() => chance.happens(0.3)),
    watermark: chance.happens(0.1) ? chance.pick(['COPY', 'CONFIDENTIAL', 'SPECIMEN']) : undefined,
    ending: chance.happens(0.3)
      ? [
          chance.pick([
            'END OF STATEMENT',
            'Thank you for saving 1,000.00 or more each month since 2021.',
            'Total charges of the period: NGN 1,250.00 as of 01 Jan 2024.',
          ]),
        ]
      : [],
  };
}

/** How a producer could draw it; figures are torn elsewhere. */
function randomInk(chance: Chance): Omit<Ink, 'torn'> {
  return {
    pieces: chance.weighted<Ink['pieces']>({ line: 5, word: 4, kerned: 2, glyph: 1 }),
    naira: chance.pick(['same-font', 'own-font'] as const),
    order: chance.weighted<Ink['order']>({ rows: 7, columns: 2, 'bottom-up': 1 }),
    space: chance.weighted<Ink['space']>({ plain: 6, flipped: 2, scaled: 2 }),
  };
}
