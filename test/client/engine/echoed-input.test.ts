import { expect, test } from 'vitest';
import { maskEchoedInput } from '../../../src/client/engine/echoed-input.ts';
import { ServiceError } from '../../../src/errors.ts';

function echoed(input: object, message: string): string {
  const error = new ServiceError(message, { status: 422, fields: [{ path: 'name', message }] });
  maskEchoedInput(error, input);
  expect(error.fields[0]?.message).toBe(error.message);
  return error.message;
}

test('a payer’s name that the service repeats is taken out of its refusal', () => {
  expect(echoed({ name: 'Adaobi', bvn: '22212345678' }, 'ADAOBI does not match 22212345678')).toBe('[personal] does not match *********78');
});

test('the name of what is no person stays in the refusal', () => {
  expect(echoed({ name: 'gadget', slug: 'gadget' }, 'gadget is not insured')).toBe('gadget is not insured');
});

test('what the merchant added to a report is taken out of the bureau’s refusal, whatever it is called', () => {
  const content = { amount: 10, date: '2026-02-01', reference: 'TRF-10', employer: 'Marjoram and Sons', kin: [{ called: 'Adaobi' }] };
  const report = { event: 'loan.disbursed', content };
  expect(echoed(report, 'TRF-10: MARJORAM AND SONS does not know Adaobi')).toBe('TRF-10: [personal] does not know [personal]');
});

test('nothing stays in the words that a service answers to be switched on', () => {
  const refusal = { status: 422, serviceCode: 'unknown Adaobi', rule: 'Adaobi, 22212345678' };
  const error = new ServiceError('refused', refusal);
  expect(error).toMatchObject({ serviceCode: 'unknown Adaobi', rule: 'Adaobi, *********78' });
  maskEchoedInput(error, { name: 'Adaobi', bvn: '22212345678' });
  expect(error).toMatchObject({ serviceCode: 'unknown [personal]', rule: '[personal], *********78' });
  expect(new ServiceError('refused', { status: 422, serviceCode: 'rule_refused', rule: 'debit-within-terms' })).toMatchObject({
    serviceCode: 'rule_refused',
    rule: 'debit-within-terms',
  });
});
