import { describe, expect, test } from 'vitest';
import { type KnownValue, personMask } from '../../src/redact/redact.ts';

const person: readonly KnownValue[] = [
  { kind: 'name', value: 'Ada Musa' },
  { kind: 'name', value: 'ADA CHIDIMMA MUSA-ỌLÁ' },
  { kind: 'text', value: '22298765431' },
  { kind: 'text', value: '+234 813 987 6501' },
  { kind: 'text', value: '7310998802' },
  { kind: 'text', value: 'ada.musa@quillwort.example' },
  { kind: 'text', value: '17 Brackenfern Crescent, Ogudu, Lagos' },
];
const mask = personMask(person);

describe('what is known of a person is taken out of a text', () => {
  test.each([
    ['as it is', 'no such payer: Ada Musa', 'no such payer: [personal]'],
    ['reversed, in capitals', 'MUSA, ADA has no account', '[personal] has no account'],
    ['one name alone', 'Dear Ada, not today', 'Dear [personal], not today'],
    ['with other blanks', 'Ada \t  Musa', '[personal]'],
    ['in one word', 'payer AdaMusa or ada_musa or musa17', 'payer [personal] or [personal] or [personal]'],
    ['without accents', 'for Musa-Ola', 'for [personal]'],
    ['with accents of its own', 'for Àdá Múṣá', 'for [personal]'],
    ['within an id', 'ref-xChidimma99', 'ref-[personal]'],
    ['a part of the address', 'moved from Brackenfern Cres.', 'moved from [personal] Cres.'],
    ['the address in another order', 'Ogudu, 17 BRACKENFERN crescent', '[personal]'],
    ['the BVN in pieces', 'BVN 222-987-654-31', 'BVN *********31'],
    ['the BVN within more digits', 'id 9922298765431000', 'id 99*********31000'],
    ['the BVN within hexadecimal digits', 'aaaa22298765431aaaaaaaaa', 'aaaa*********31aaaaaaaaa'],
    ['the phone number at home', '0813 987 6501', '*********01'],
    ['the phone number without its zero', 'tel 8139876501', 'tel ******6501'],
    ['escaped for an address', 'q=Ada%20Musa', 'q=[personal]'],
    ['escaped for a page', 'Ada&nbsp;&#77;usa &amp;#65;da', '[personal]'],
    [
      'escaped for a page by names',
      '&Aacute;da Mus&aacute;-&Ograve;l&amp;aacute; at 17 Bracken&shy;fern&comma; Ogudu',
      '[personal] at [personal]',
    ],
    ['escaped for a page without semicolons', 'Mus&#97 and &#0065d&#x61;', '[personal] and [personal]'],
    ['with a letter of another alphabet', 'Chіdіmma, Мusa, Αda', '[personal]'],
    ['with letters that Unicode does not take apart', 'Chiɗimma Muſa Øla', '[personal]'],
    ['with invisible characters', 'Chi\u2063dim\ufe0fma', '[personal]'],
    ['the BVN in hexadecimal digits', 'id 0x5311c2877 and 5311C2877', 'id [personal] and [personal]'],
    ['escaped for JSON', '{"n":"\\u0041da Mu\\u0073a"}', '{"n":"[personal]"}'],
    ['the owner of a mail address', 'to ada.musa at quillwort.example', 'to [personal] at quillwort.example'],
  ])('%s', (_how, said, masked) => {
    expect(mask(said)).toBe(masked);
  });

  test('and other words stay, also those that begin like a name or stand in many addresses', () => {
    const said =
      'Adamant amusant data: 17 payments, Lagos office, crescent moon, insufficient funds, mandate 64aa00bb11cc22dd33ee44ff, &pound;5 &copy; &Aacute;x, Москва';
    expect(mask(said)).toBe(said);
  });

  test('and of an endless text only its length is shown', () => {
    expect(mask(`Ada ${'x'.repeat(1_000_000)}`)).toBe('[1000004 characters]');
  });
});
