import { describe, expect, test } from 'vitest';
import { accountIn, labelledAccountNumber } from '../../../src/statements/facts/account-facts.ts';
import { drawnLines, textLines } from '../text/drawn.ts';

const whose = (...texts: string[]) => accountIn(textLines(...texts));

describe('whose account it is', () => {
  test('stands beside labels, several to a line or each on its own', () => {
    const all = { name: 'Adewoyin Ekaette', number: '1820410079', type: 'CLASSIC SAVINGS', currency: 'NGN' };
    expect(
      whose(
        'Account Name: Adewoyin Ekaette   Account Number: 1820410079   Account Type: CLASSIC SAVINGS   Currency: NGN',
      ),
    ).toEqual(all);
    expect(
      whose(
        'Account Name    Adewoyin Ekaette',
        'Account No.    1820410079',
        'Account Type    CLASSIC SAVINGS',
        'Currency    Naira',
      ),
    ).toEqual(all);
  });

  test('stands below labels', () => {
    const lines = drawnLines([
      [100, [40, 'Account Name'], [200, 'Account Number'], [330, 'Account Type'], [460, 'Currency']],
      [115, [40, 'Adewoyin Ekaette'], [200, '1820410079'], [330, 'CLASSIC SAVINGS'], [460, 'NGN']],
    ]);
    expect(accountIn(lines)).toEqual({
      name: 'Adewoyin Ekaette',
      number: '1820410079',
      type: 'CLASSIC SAVINGS',
      currency: 'NGN',
    });
  });

  test.each([
    ['A/C No: 1820410079', '1820410079'],
    ['NUBAN: SA 1820410079', '1820410079'],
    ['Wallet Number 9015226650', '9015226650'],
    ['Acct No. 182-041-0079', '1820410079'],
    ['Account Number: 182 041 0079', '1820410079'],
    ['Account: 1820410079', '1820410079'],
    ['Account Number: ******0079', '******0079'],
    ['Account Number: 182XXX0079', '182XXX0079'],
    ['Account Number:1820410079', '1820410079'],
    ['1820410079', '1820410079'],
    ['Savings (1820410079)', '1820410079'],
    ['A/C No & Period: 182041007901/01/2024 to 31/01/2024', '1820410079'],
    ['Account Number: 1820410079 01-Jan-2024', '1820410079'],
  ])('has a number in %j', (text, number) => expect(whose(text).number).toBe(number));

  test.each(['Call 08031234567', 'Account Number:', 'RC 204060', 'Customer No: 12', 'BVN 22123456789'])(
    'has none in %j',
    (text) => expect(whose(text).number).toBeUndefined(),
  );

  test.each([
    ['Customer Name: ADEWOYIN, EKAETTE', 'ADEWOYIN'],
    ['Customer: Adewoyin Ekaette', 'Adewoyin Ekaette'],
    ['Client: Adewoyin Ekaette', 'Adewoyin Ekaette'],
    ['Account Holder: Adewoyin Ekaette', 'Adewoyin Ekaette'],
    ['Dear Adewoyin Ekaette,', 'Adewoyin Ekaette'],
    ['Dear Mrs Adewoyin Ekaette,', 'Adewoyin Ekaette'],
    ['A/C OF : MR ADEWOYIN EKAETTE', 'ADEWOYIN EKAETTE'],
    ['Wallet holder: Adewoyin & Sons Nigeria Limited', 'Adewoyin & Sons Nigeria Limited'],
    ['Name    Adewoyin Ekaette', 'Adewoyin Ekaette'],
    ["A/C Name: O'Brien-Ade Chi", "O'Brien-Ade Chi"],
  ])('has a name in %j', (text, name) => expect(whose(text).name).toBe(name));

  test.each([
    'Account Name: 12345',
    'Account Name:',
    'Customer Care: help',
    'Statement of Account',
    'Statement for the period January',
  ])('has no name in %j', (text) => expect(whose(text).name).toBeUndefined());

  test('has the name above its number where nothing is labelled', () => {
    expect(whose('HARMATTAN BANK PLC', 'ADEWOYIN EKAETTE NOSAKHARE', '12 ROCK ROAD', '1820410079').name).toBe(
      'ADEWOYIN EKAETTE NOSAKHARE',
    );
    expect(whose('ADEWOYIN EKAETTE - 1820410079').name).toBe('ADEWOYIN EKAETTE');
    expect(whose('Adewoyin Ekaette (1820410079)').name).toBe('Adewoyin Ekaette');
    expect(whose('Mr/Mrs Adewoyin Ekaette', 'Account Number: 1820410079').name).toBe('Adewoyin Ekaette');
    expect(whose('Adewoyin Ekaette Account: 1820410079 CCY: NGN').name).toBe('Adewoyin Ekaette');
    expect(whose('1820410079 01/03/2025 31/05/2025', 'ADEWOYIN EKAETTE').name).toBe('ADEWOYIN EKAETTE');
    expect(whose('HARMATTAN BANK PLC', '84 Ogunbamila Street, Ibadan', 'Number 1820410079').name).toBeUndefined();
    expect(whose('ADEWOYIN EKAETTE NOSAKHARE').name).toBeUndefined();
  });

  test.each([
    ['an address below it', ['HARMATTAN BANK PLC', 'ADEWOYIN EKAETTE', '12 ROCK ROAD', 'YABA, LAGOS STATE']],
    ['a title before it', ['Harmattan Bank', 'Private & Confidential', 'Mrs Adewoyin Ekaette']],
    ['its form of company', ['Harmattan Bank', 'Rock Road Branch', 'Adewoyin Ventures']],
    ['a number beside it', ['Harmattan Bank', 'Adewoyin Ekaette | 1820410079']],
    [
      'the most entries that name it',
      ['Harmattan Bank', 'Okoro Chi', '12 Rock Road', 'Adewoyin Ekaette', '1 Sand Close'],
    ],
  ])('has a name without a label by %s', (_, lines) => {
    const narrations = ['TRF FROM OKORO CHI', 'TO ADEWOYIN EKAETTE 1', 'TO ADEWOYIN EKAETTE 2', 'EKAETTE ADEWOYIN'];
    expect(accountIn(textLines(...lines), { narrations }).name).toMatch(/^Adewoyin (?:Ekaette|Ventures)$/i);
  });

  test.each([
    [['Account Currency : United States Dollar'], 'USD'],
    [['Currency: GBP'], 'GBP'],
    [['All amounts are in Euro'], 'EUR'],
    [['Savings account, Naira.'], 'NGN'],
    [['DOLLAR ACCOUNT STATEMENT'], 'USD'],
    [['Opening Balance $1,000.00', 'Closing Balance $1,200.00', 'Deposits are insured up to NGN 5,000,000.00'], 'USD'],
    [['FOREIGN CURRENCY ACCOUNT', 'Balance £1,000.00'], 'GBP'],
    [['12 Pound Road, Yaba'], undefined],
  ])('has the currency that its head names: %j', (lines, currency) => expect(whose(...lines).currency).toBe(currency));

  test('has the currency of its figures before that of its head', () => {
    const lines = textLines('Deposits are insured up to NGN 5,000,000.00');
    expect(accountIn(lines, { currencies: ['USD', 'USD', 'NGN'] }).currency).toBe('USD');
  });

  test('is held in naira where amounts bear its mark, and in what is printed otherwise', () => {
    expect(whose('Opening Balance ₦1,000.00').currency).toBe('NGN');
    expect(whose('Currency: USD').currency).toBe('USD');
    expect(whose('Currency: ₦').currency).toBe('NGN');
    expect(whose('Opening Balance 1,000.00').currency).toBeUndefined();
  });

  test('is named by a label before another account begins', () => {
    expect(labelledAccountNumber(textLines('CUSTOMER STATEMENT', 'Account Number: 1820410079'))).toBe('1820410079');
    expect(labelledAccountNumber(textLines('1820410079'))).toBeUndefined();
  });
});
