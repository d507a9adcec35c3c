import { describe, expect, test } from 'vitest';
import { amountHabitsOf, movementsOf } from '../../../src/statements/proof/balance-chain.ts';
import { balanceOf } from '../../../src/statements/table/printed-rows.ts';
import { kobo, type PrintedCells, printedRow } from '../table/printed.ts';

const plain = { hasMinus: false, hasPlus: false, feesApart: false };
const moved = (cells: PrintedCells, habits = plain) => movementsOf(printedRow(cells), habits);

describe('what an entry did to the balance', () => {
  test.each<[string, PrintedCells, readonly number[] | undefined]>([
    ['a debit takes', { debit: '5.00' }, [-500]],
    ['a credit gives', { credit: '5.00' }, [500]],
    ['a filler beside it says nothing', { debit: '5.00', credit: '0.00' }, [-500]],
    ['a negative debit is a habit or a correction', { debit: '-5.00' }, [-500, 500]],
    ['a negative credit as well', { credit: '(5.00)' }, [500, -500]],
    ['debit and credit at once leave two ways', { debit: '5.00', credit: '7.00' }, [700, 500]],
    ['a minus takes', { amount: '-5.00' }, [-500]],
    ['a plus gives', { amount: '+5.00' }, [500]],
    ['parentheses take', { amount: '(5.00)' }, [-500]],
    ['DR takes', { amount: '5.00 DR' }, [-500]],
    ['CR gives', { amount: '5.00CR' }, [500]],
    ['a column of sides decides', { amount: '5.00', side: 'credit' }, [500]],
    ['an amount without a sign leaves it open', { amount: '5.00' }, [-500, 500]],
    ['nothing shows nothing', { balance: '5.00' }, undefined],
    ['naught shows nothing', { debit: '0.00', credit: '0.00' }, undefined],
  ])('%s', (_what, cells, expected) => expect(moved(cells)).toEqual(expected));

  test('follows from the habits of the whole statement where an amount has no sign', () => {
    const withMinus = amountHabitsOf([printedRow({ amount: '-5.00' }), printedRow({ amount: '7.00' })]);
    expect(moved({ amount: '7.00' }, { ...withMinus, feesApart: false })).toEqual([700]);
    const withPlus = amountHabitsOf([printedRow({ amount: '+5.00' }), printedRow({ amount: '7.00' })]);
    expect(moved({ amount: '7.00' }, { ...withPlus, feesApart: false })).toEqual([-700]);
    const withBoth = amountHabitsOf([printedRow({ amount: '+5.00' }), printedRow({ amount: '-7.00' })]);
    expect(moved({ amount: '7.00' }, { ...withBoth, feesApart: false })).toEqual([-700, 700]);
  });

  test('takes a fee of its own column, where the statement takes them apart', () => {
    expect(moved({ debit: '5.00', fee: '1.00' })).toEqual([-500]);
    expect(moved({ debit: '5.00', fee: '1.00' }, { ...plain, feesApart: true })).toEqual([-600]);
    expect(moved({ credit: '5.00', fee: '1.00' }, { ...plain, feesApart: true })).toEqual([400]);
    expect(moved({ fee: '1.00' })).toEqual([-100]);
    expect(moved({ fee: '1.00' }, { ...plain, feesApart: true })).toEqual([-100]);
  });
});

describe('a balance', () => {
  test.each([
    ['1,000.00', 1_000],
    ['1,000.00CR', 1_000],
    ['-1,000.00', -1_000],
    ['(1,000.00)', -1_000],
    ['1,000.00 DR', -1_000],
    ['1,000.00OD', -1_000],
    ['0.00', 0],
  ])('of %s is %d naira', (balance, naira) => expect(balanceOf(printedRow({ balance }))).toBe(kobo(naira)));

  test('may not be printed', () => expect(balanceOf(printedRow({ debit: '5.00' }))).toBeUndefined());
});
