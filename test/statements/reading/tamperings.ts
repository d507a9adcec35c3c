import type { Tamper } from '../../../src/testing/index.ts';

/** Ways to falsify one printed row of many. */
export const tamperings = {
  delete: (row) => ({ kind: 'delete', row }),
  'alter the amount': (row) => ({ kind: 'amount', row, by: 0.01 + row }),
  'alter the balance': (row) => ({ kind: 'balance', row, by: 1_000 }),
  'flip the side': (row) => ({ kind: 'side', row }),
  repeat: (row) => ({ kind: 'repeat', row }),
  'swap with the next': (row, rows) => ({ kind: 'swap', row, with: (row + 1) % rows }),
  'swap with a distant one': (row, rows) => ({ kind: 'swap', row, with: (row + Math.ceil(rows / 2)) % rows }),
} as const satisfies Record<string, (row: number, rows: number) => Tamper>;

/** The name of a way to falsify a row. */
export type TamperingName = keyof typeof tamperings;

/** All of them. */
export const tamperingNames = Object.keys(tamperings) as readonly TamperingName[];
