import { expect, test } from 'vitest';
import { callMask } from '../../src/client/call-mask.ts';

function echoed(input: object, message: string): string {
  return callMask((text) => text, input)(message);
}

test('a payer’s name that the service repeats is taken out of its refusal', () => {
  expect(echoed({ name: 'Adaobi', bvn: '22212345678' }, 'ADAOBI does not match 22212345678')).toBe(
    '[personal] does not match *********78',
  );
});

test('the name of what is no person stays in the refusal', () => {
  expect(echoed({ name: 'gadget', slug: 'gadget' }, 'gadget is not insured')).toBe('gadget is not insured');
});

test('what the lender added to a report is taken out of the bureau’s refusal, whatever it is called', () => {
  const content = {
    amount: 10,
    date: '2026-02-01',
    reference: 'TRF-10',
    employer: 'Marjoram and Sons',
    kin: [{ called: 'Adaobi' }],
  };
  const report = { event: 'loan.disbursed', content };
  expect(echoed(report, 'TRF-10: MARJORAM AND SONS does not know Adaobi')).toBe(
    'TRF-10: [personal] does not know [personal]',
  );
});

test('a password that the service repeats is taken out whole, and its parts are words like any other', () => {
  expect(echoed({ password: 'not-today' }, 'NOT-TODAY opens nothing, not today')).toBe(
    '[personal] opens nothing, not today',
  );
});
