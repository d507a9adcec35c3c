import { expect, test } from 'vitest';
import { maskEchoedInput } from '../../src/client/echoed-input.ts';
import { ServiceError } from '../../src/errors.ts';

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
