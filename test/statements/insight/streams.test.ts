import { describe, expect, test } from 'vitest';
import { readNarration } from '../../../src/statements/insight/entries/narration.ts';
import { groupCounterparties, isSameCounterparty } from '../../../src/statements/insight/entries/streams.ts';

const named = (text: string, side: 'debit' | 'credit' = 'credit') => readNarration(text, side).counterparty.join(' ');

describe('a narration names', () => {
  test.each([
    ['NIP/KUDA/OLUMIDE AND PARTNERS/PAYMENT', 'OLUMIDE PARTNERS'],
    ['NIP/FBN/NORTHSTAR AGRO ALLIED/FEB SALARY', 'NORTHSTAR AGRO ALLIED'],
    ['REMITA/NORTHSTAR AGRO ALLIED/SAL MAR 2024', 'NORTHSTAR AGRO ALLIED'],
    ['SALARY PAYMENT JAN 2024 NORTHSTAR AGRO ALLIED', 'NORTHSTAR AGRO ALLIED'],
    ['NOV 2023 SALARY/KEFFI GRAINS PLC', 'KEFFI GRAINS PLC'],
    ['TRANSFER BETWEEN CUSTOMERS via GTWORLD FROM ADAEZE JEMILADE-UBA-part payment', 'ADAEZE JEMILADE'],
    ['Transfer from ADAEZE DANKWABO | Palmpay | 1234567890 | house', 'ADAEZE DANKWABO'],
    ['AP_TRSF|1234567890 FROM ADAEZE EKPEYONG', 'ADAEZE EKPEYONG'],
    ['NIP/STACK/Paystack/Salary payment for Sep 2021 By KEFFI GRAINS PLC', 'KEFFI GRAINS PLC'],
    ['NFT/GTB B/O (ADA OKONKWO)', 'ADA OKONKWO'],
    ['NIP/GTB/Ọlá Adébáyọ̀/payment', 'OLA ADEBAYO'],
    ['NIP TRANSFER 112233', ''],
  ])('whom the money came from: %s', (text, name) => expect(named(text)).toBe(name));

  test.each([
    ['TRF FRM OLA ADE BAYO TO ADA OKONKWO|As discussed.', 'ADA OKONKWO'],
    [
      'NIBSS Instant Payment Outward 631385344787456572523342548588 food TO MONIEPOINT - KELENNA SALIHUMA',
      'KELENNA SALIHUMA',
    ],
    ['NIP CR/IFEDAPO LAWANSON/UBA', 'IFEDAPO LAWANSON'],
    ['TRF|2MPT23156282|5922208070138125182 ADAEZE ABIOLADE goods', 'ADAEZE ABIOLADE'],
    ['family Adaeze Nwachinor', 'ADAEZE NWACHINOR'],
    ['MC Loc POS Prch-123456789012--GREENLEAF BUTCHERY   LA           NG-', 'GREENLEAF BUTCHERY'],
  ])('whom the money went to: %s', (text, name) => expect(named(text, 'debit')).toBe(name));
});

describe('two lists of names', () => {
  test('are one counterparty if six tenths of all words are common', () => {
    expect(isSameCounterparty(['A', 'B', 'C'], ['A', 'B', 'C', 'D', 'E'])).toBe(true);
    expect(isSameCounterparty(['A', 'B', 'C'], ['A', 'B', 'D'])).toBe(false);
    expect(isSameCounterparty([], [])).toBe(false);
  });

  test('are grouped alike, whichever words are rare', () => {
    const lists = [
      ['KEFFI', 'GRAINS', 'PLC'],
      ['KEFFI', 'GRAINS'],
      ['GRAINS', 'KEFFI', 'PLC'],
      ['KEFFI', 'PLC'],
      ['ADA', 'OKONKWO'],
      ['ADA', 'OBI'],
      [],
    ];
    const [a, b, c, d, ada, obi, noOne] = groupCounterparties(lists);
    expect([b, c]).toEqual([a, a]);
    expect(d).not.toBeUndefined();
    expect(new Set([a, ada, obi]).size).toBe(3);
    expect(noOne).toBeUndefined();
  });

  test('find each other by their second rarest word', () => {
    // X and Y are rarer than what both lists share.
    const lists = [
      ['X', 'P', 'Q', 'R'],
      ['Y', 'P', 'Q', 'R'],
      ['P', 'M'],
      ['Q', 'N'],
      ['R', 'O'],
      ['P', 'L'],
      ['Q', 'K'],
      ['R', 'J'],
    ];
    const [first, second] = groupCounterparties(lists);
    expect(second).toBe(first);
  });

  test('fall into the same groups in any order', () => {
    const lists = [
      ['A', 'B', 'C'],
      ['A', 'B'],
      ['B', 'C'],
      ['A', 'C', 'D'],
      ['D', 'E', 'F'],
      ['E', 'F'],
    ];
    const together = (order: readonly (readonly string[])[]) => {
      const groups = groupCounterparties(order);
      return lists.map((list) => lists.filter((other) => groups[order.indexOf(other)] === groups[order.indexOf(list)]));
    };
    expect(together(lists.toReversed())).toEqual(together(lists));
  });
});
