import { describe, expect, test } from 'vitest';
import { namesPayer, type PayerNames } from '../../../src/domain/consent/notice.ts';

const payer: PayerNames = {
  bvn: '22212345678',
  name: 'Dr. Adébáyọ̀ K. Okafor-Bello',
  email: 'Ade.Bayo@example.ng',
  mobileNumber: '+234 803 123 4567',
  address: 'Flat 3, 12 Marina Road, Lagos 100001',
  accountNumbers: ['0123456789', '0987654321'],
};

describe('a text names the payer', () => {
  test.each([
    ['by the BVN', 'my BVN 22212345678.'],
    ['by the BVN in groups', 'my BVN 222-1234 5678'],
    ['by the BVN over two lines', 'my BVN 222 12\n  345 678'],
    ['by the BVN in wide digits', 'my BVN ２２２１２３４５６７８'],
    ['by the BVN next to other digits', 'no. 1/22212345678'],
    ['by an account number', 'from account 0123456789 (main)'],
    ['by another account number, in groups', 'from account 0987 654 321'],
    ['by the phone number as it is written', 'call me at +234 803 123 4567'],
    ['by the phone number as it is dialled', 'call me at 0803-123-4567'],
    ['by the phone number with both codes', 'call me at +234 (0) 803.123.4567'],
    ['by the e-mail address', 'write to <ade.bayo@EXAMPLE.ng>'],
    ['by the e-mail address with a line end in it', 'write to ade.bayo@\nexample.ng'],
    ['by the name in order', 'I, Adebayo Okafor, agree'],
    ['by the name with its accents taken apart', 'I, Ade\u0301bayo Okafor, agree'],
    ['by the name with the family first, in capitals', 'I, OKAFOR-BELLO,\n ADEBAYO, agree'],
    ['by the name with a hidden hyphen', 'I, Ade\u00adbayo Okafor, agree'],
    ['by the name with another initial', 'I, Adebayo T. Bello, agree'],
    ['by the name with a middle name that is not on file', 'I, Adebayo Chidi Okafor, agree'],
    ['by the name of whom something is', 'Adebayo Bello’s consent'],
    ['by the name of whom something is, typed plainly', "adebayo okafor's consent"],
    ['by the family name alone, as it is doubled', 'signed: okafor bello'],
    ['by one name after a form of address', 'Dear Adebayo,'],
    ['by another name after a form of address', 'agreed with Mrs. Bello'],
    ['by the whole address', 'of flat 3 12 marina road Lagos, 100001'],
    ['by the house number', 'living at 12, Marina  Road'],
  ])('%s', (_how, text) => {
    expect(namesPayer(text, payer)).toBe(true);
  });

  test.each([
    [
      'what is said to everybody',
      'Dear customer, we debit the accounts that you choose. Call 0700 000 0000 or write to help@lender.example.',
    ],
    ['part of the BVN', 'BVN 222*****678'],
    ['the digits of the BVN apart in a sentence', 'from 222 days, 12345 naira and 678'],
    ['another number of the same length', 'BVN 22212345679'],
    ['one name alone', 'paid at Okafor Market in Bello Street'],
    ['one name twice', 'Bello, Bello and sons'],
    ['an initial', 'clause K. of the terms'],
    ['a title', 'ask a Dr. for help'],
    ['another one after a form of address', 'Dear Mr. Musa'],
    ['a name within a word', 'Mr. Bellows'],
    ['the city', 'our office at 1 Broad Street, Lagos 100001'],
    ['a flat', 'Flat 3'],
    ['a longer house number', 'at 112 Marina Road'],
    ['nothing', '…'],
  ])('but not by %s', (_what, text) => {
    expect(namesPayer(text, payer)).toBe(false);
  });

  test('by the only name that there is, also where it is a letter', () => {
    expect(namesPayer('I, Sani, agree', { ...payer, name: 'Sani' })).toBe(true);
    expect(namesPayer('I, Sani, agree', { ...payer, name: 'Mr Sani A.' })).toBe(true);
    expect(namesPayer('I, Musa, agree', { ...payer, name: 'Sani' })).toBe(false);
    expect(namesPayer('I, X, agree', { ...payer, name: 'X' })).toBe(true);
    expect(namesPayer('I, A. B., agree', { ...payer, name: 'A. B.' })).toBe(true);
    expect(namesPayer("I, Dauda O'Neil, agree", { ...payer, name: 'Dauda O’Neil' })).toBe(true);
  });

  test('by an address only where that is more than a word, and by a phone number however short', () => {
    expect(namesPayer('living in Lagos', { ...payer, address: 'Lagos' })).toBe(false);
    expect(namesPayer('living in Ikeja, Lagos', { ...payer, address: 'Ikeja, Lagos' })).toBe(true);
    expect(namesPayer('living at 9 Palm Court', { ...payer, address: 'Sea House\n9 Palm Court; Ikeja' })).toBe(true);
    expect(namesPayer('living at Sea House', { ...payer, address: 'Sea House\n9 Palm Court; Ikeja' })).toBe(false);
    expect(namesPayer('living at Blue Sea House', { ...payer, address: 'Blue Sea House\n9 Palm Court; Ikeja' })).toBe(
      false,
    );
    expect(namesPayer('…', { ...payer, address: '…' })).toBe(false);
    expect(namesPayer('call 555 12 34', { ...payer, mobileNumber: '5551234' })).toBe(true);
    const { accountNumbers: _, ...known } = payer;
    expect(namesPayer('from account 0123456789', known)).toBe(false);
  });
});
