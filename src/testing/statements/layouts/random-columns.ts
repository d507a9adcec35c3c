import type { Chance } from '../chance.ts';
import type { DialectName } from '../life/dialects.ts';
import type { Align, ColumnKind, StatementColumn } from '../statement-layout.ts';
import { americanForms, brokenDateForms, dateForms, sideTitles, titles } from './words.ts';

/** How the money stands in a table: two columns, or one with signs, with CR and DR, with a type column, or with nothing but the balance to tell. */
export type Shape = 'sides' | 'signed' | 'suffixed' | 'typed' | 'plain';

interface ColumnWishes {
  readonly shape: Shape;
  readonly isAmerican: boolean;
  readonly dialect: DialectName;
  readonly chance: Chance;
}

/** Columns in an order some bank could have. */
export function randomColumns({ shape, isAmerican, dialect, chance }: ColumnWishes): StatementColumn[] {
  const capitals = chance.happens(0.2);
  const make = (kind: ColumnKind, title: string, more: Partial<StatementColumn> = {}): StatementColumn => ({
    kind,
    title: capitals ? title.toUpperCase() : title,
    ...more,
  });
  const titled = (kind: Exclude<ColumnKind, 'debit' | 'credit'>, more: Partial<StatementColumn> = {}): StatementColumn =>
    make(kind, chance.pick(titles[kind]), more);
  const maybe = (probability: number, create: () => StatementColumn): StatementColumn[] => (chance.happens(probability) ? [create()] : []);
  const moneyAlign = chance.weighted<Align>({ right: 18, left: 1, centre: 1 });
  const titleAlign = chance.weighted<Align>({ right: 7, left: 1.5, centre: 1.5 });
  const figures = { align: moneyAlign, titleAlign };
  const dateAlign = chance.happens(0.1) ? ('centre' as const) : undefined;
  const date = titled('date', { form: chance.pick(isAmerican ? americanForms : chance.happens(0.4) ? brokenDateForms : dateForms), align: dateAlign });
  const valueDate = () =>
    titled('valueDate', {
      form: isAmerican ? chance.pick(americanForms.slice(0, 2)) : chance.pick(chance.happens(0.1) ? ['dd-MON-\nyy', 'dd-MMM-\nyyyy'] : dateForms),
      align: dateAlign,
    });
  const [debit, credit] = chance.pick(sideTitles);
  const sides = [make('debit', debit, figures), make('credit', credit, figures)];
  const amount = titled('amount', figures);
  const type = titled('type', { form: chance.pick(['Debit|Credit', 'DR|CR', 'D|C', 'Dr.|Cr.', 'DEBIT|CREDIT']), align: 'left' });
  const money =
    shape === 'sides'
      ? chance.happens(0.28)
        ? sides.reverse()
        : sides
      : shape === 'typed'
        ? chance.happens(0.5)
          ? [type, amount]
          : [amount, type]
        : [amount];
  const hasBalance = shape === 'plain' || chance.happens(0.88);
  const balance = hasBalance ? [titled('balance', figures)] : [];
  const reference = maybe(0.4, () =>
    titled('reference', { width: chance.between(46, 90), form: chance.pick(["'{d14}", '{d16}', 'S{d8}', '{d24}', 'TRF|2MPT{d8}|{d12}', 'FT{d5}/{d4}']) }),
  );
  const texts = [
    ...maybe(0.12, () => titled('cheque', { width: 44 })),
    ...maybe(0.15, () => titled('channel', { width: 44 })),
    ...maybe(0.1, () => titled('branch', { width: 58 })),
    ...(dialect === 'plain' ? [...maybe(0.4, () => titled('counterparty', { width: 92 })), ...maybe(0.3, () => titled('category', { width: 46 }))] : []),
  ];
  const narration = titled('narration');
  const fee = maybe(0.07, () => titled('fee', figures));
  const values = maybe(0.55, valueDate);
  const [before, after] = chance.happens(0.5) ? [texts, []] : [[], texts];
  const serial = maybe(0.1, () => titled('serial', { align: 'left' }));
  const place = chance.weighted({ first: 8, afterMoney: 2, afterBalance: 1.5 });
  const narrated = [...before, narration];
  if (place === 'first') {
    const [valueFirst, valueLater] = chance.happens(0.8) ? [values, []] : [[], values];
    return [
      ...serial,
      date,
      ...valueFirst,
      ...(chance.happens(0.4) ? [...reference, ...narrated] : [...narrated, ...reference]),
      ...valueLater,
      ...fee,
      ...money,
      ...balance,
      ...after,
    ];
  }
  if (place === 'afterMoney') return [...serial, date, ...values, ...reference, ...money, ...narrated, ...after, ...fee, ...balance];
  return [...serial, date, ...values, ...reference, ...fee, ...money, ...balance, ...after, ...narrated];
}
