import type { Chance } from '../chance.ts';
import type { Ink } from '../pdf/ink.ts';
import type { FurnitureStyle, HeadStyle } from '../statement-layout.ts';
import { footers, headLabels } from './words.ts';

interface HeadWishes {
  readonly isAmerican: boolean;
  /** Do the rows need it to be read? */
  readonly needsPeriod: boolean;
  readonly needsOpening: boolean;
  readonly chance: Chance;
}

/** A head some bank could print. */
export function randomHead({ isAmerican, needsPeriod, needsOpening, chance }: HeadWishes): HeadStyle {
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
export function randomFurniture(chance: Chance): FurnitureStyle {
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
export function randomInk(chance: Chance): Omit<Ink, 'torn'> {
  return {
    pieces: chance.weighted<Ink['pieces']>({ line: 5, word: 4, kerned: 2, glyph: 1 }),
    naira: chance.pick(['same-font', 'own-font'] as const),
    order: chance.weighted<Ink['order']>({ rows: 7, columns: 2, 'bottom-up': 1 }),
    space: chance.weighted<Ink['space']>({ plain: 6, flipped: 2, scaled: 2 }),
  };
}
