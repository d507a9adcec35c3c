import { describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { jsonSchemaOf } from '../../../build/openapi/json-schema.ts';
import { defineOperations, operations } from '../../../src/wire/operations.ts';
import { incomeTransactionShape } from '../../../src/wire/webhooks/webhook-payloads.ts';

const rows = Object.values(operations);

describe('the JSON Schema of a shape', () => {
  test('is the specification’s form of a mandate, without the tolerances of reading', () => {
    const { properties, required, ...rest } = jsonSchemaOf(operations.getMandate.output, 'output');
    expect(rest).toEqual({ type: 'object', additionalProperties: true });
    expect(properties).toMatchObject({
      _id: { type: 'string', pattern: '^[0-9a-fA-F]{24}$' },
      bvn: { type: 'string', pattern: '^[0-9]{11}$' },
      totalAmountDue: { type: 'number' },
      startDate: { type: ['string', 'null'], format: 'date' },
      createdAt: { type: 'string', format: 'date-time' },
      consents: {
        type: 'array',
        items: { properties: { accountNumber: { pattern: '^[0-9]{10}$' }, bankCode: { pattern: '^[0-9]{3}$' } } },
      },
    });
    expect(required).toContain('outstandingBalance');
    expect(required).not.toContain('repaymentDetails');
  });

  test('has what the specification shows also where reading does without', () => {
    const { properties, required } = jsonSchemaOf(operations.attachByMicroDeposit.output, 'output');
    expect(required).toEqual(['transfer_destinations', 'mandate']);
    expect(properties?.transfer_destinations?.items).toMatchObject({
      properties: { icon: { type: 'string', format: 'uri' } },
      required: ['bank_name', 'account_number', 'icon'],
    });
    expect(jsonSchemaOf(incomeTransactionShape, 'output').properties?.pdfUrl).toEqual({
      type: 'string',
      format: 'uri',
    });
  });

  test('follows lists and maps, and whatever reads one log out of many', () => {
    expect(jsonSchemaOf(operations.collectionLog.output, 'output')).toMatchObject({
      anyOf: [{ type: 'object', properties: { transactionRefence: { type: 'string' } } }, { type: 'null' }],
    });
  });

  test.each(rows)('of $id says something of every field, in both directions', ({ input, output }) => {
    expect(() => jsonSchemaOf(input, 'input')).not.toThrow();
    expect(() => jsonSchemaOf(output, 'output')).not.toThrow();
  });

  test.each(rows)('of $id lets an answer grow, and a request not', ({ input, output }) => {
    const growing = JSON.stringify(jsonSchemaOf(output, 'output'));
    expect(growing).not.toContain('"additionalProperties":false');
    expect(jsonSchemaOf(input, 'input').additionalProperties).toBe(false);
  });

  test('refuses a shape that does not say what it is on the wire', () => {
    const silent = z.looseObject({ inner: z.transform((value: unknown) => value) });
    expect(() => jsonSchemaOf(silent, 'output')).toThrow(
      'nothing says what /properties/inner is on the wire; say it in field-schemas.ts',
    );
  });

  test('knows the longer bank codes where the merchant chose them', () => {
    const lenient = defineOperations({ bankCodes: 'lenient' });
    expect(jsonSchemaOf(lenient.createConsent.input, 'input').properties?.bankCode).toEqual({
      type: 'string',
      pattern: '^[0-9]{3,6}$',
    });
  });
});
