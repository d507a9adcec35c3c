import { describe, expect, test } from 'vitest';
import { StatementError } from '../../../src/errors.ts';
import { type AccountPart, chooseAccount } from '../../../src/statements/table/split-accounts.ts';
import { printedRow } from './printed.ts';

const part = (number: string | undefined, narration = 'ATM'): AccountPart => ({
  number,
  around: [],
  rows: narration ? [printedRow({ date: '05-Jan-2024', narration, debit: '1.00', balance: '9.00' })] : [],
});
const [savings, current, masked] = [part('1820410079'), part('9015226650'), part('******4321')];

function refusal(parts: readonly AccountPart[], requested?: string): StatementError {
  try {
    chooseAccount(parts, requested);
  } catch (error) {
    if (error instanceof StatementError) return error;
    throw error;
  }
  throw new Error('an account was chosen');
}

describe('the account of a file', () => {
  test('needs no choice where there is one', () => {
    expect(chooseAccount([savings], undefined)).toBe(savings);
    expect(chooseAccount([savings, part('9015226650', '')], undefined)).toBe(savings);
    expect(chooseAccount([part(undefined)], '123')).toMatchObject({ number: undefined });
  });

  test.each(['9015226650', '6650', '650', '901 522 6650', '901-522-6650'])(
    'is chosen by its digits: %s',
    (requested) => {
      expect(chooseAccount([savings, current], requested)).toBe(current);
    },
  );

  test('is chosen by the digits a masked number shows', () => {
    expect(chooseAccount([savings, masked], '9876544321')).toBe(masked);
    expect(chooseAccount([savings, masked], '321')).toBe(masked);
    expect(refusal([savings, masked], '9876544322').code).toBe('several_accounts');
  });

  test('is one where several parts of the file name the same number', () => {
    const joined = chooseAccount([part('1820410079', 'ATM'), part('1820410079', 'POS')], undefined);
    expect(joined.rows.map(({ narration }) => narration)).toEqual(['ATM', 'POS']);
    expect(chooseAccount([part('1820410079', 'ATM'), current, part('1820410079', 'POS')], '0079').rows).toHaveLength(2);
  });
});

describe('several accounts', () => {
  test('are refused without a choice, with the last four digits of each and no more', () => {
    const { code, message } = refusal([savings, current, part(undefined)]);
    expect(code).toBe('several_accounts');
    expect(message).toBe(
      'The file holds 3 accounts (…0079, …6650, one without a number): say which one with the option `account`.',
    );
  });

  test.each(['1234', '50', '79', ''])('are refused where %j chooses none of them', (requested) => {
    const { message } = refusal([savings, current], requested);
    expect(message).toContain('none of them, or more than one');
    expect(message).not.toMatch(/\d{5}/);
  });

  test('are refused where more than one ends in the digits', () => {
    expect(refusal([part('1111110079'), savings], '0079').code).toBe('several_accounts');
    expect(chooseAccount([part('1111110079'), savings], '410079')).toBe(savings);
  });

  test('are refused where a whole number is only the end of what was asked for', () => {
    expect(refusal([part('20410079'), current], '1820410079').code).toBe('several_accounts');
  });

  test('are not needed for the one account to be another', () => {
    expect(refusal([savings], '6650').message).toMatch(/^The file holds the account …0079: none of them/);
    expect(chooseAccount([savings], '0079')).toBe(savings);
  });
});
