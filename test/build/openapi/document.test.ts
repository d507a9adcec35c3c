import { describe, expect, test } from 'vitest';
import { openApiDocument } from '../../../build/openapi/document.ts';
import type { OpenApiDocument, Schema } from '../../../src/wire/openapi.ts';
import { operations } from '../../../src/wire/operations.ts';

const deployment = { segments: { mandate: 'mandates', discovery: 'discovery' }, baseUrl: 'https://api.example.com' };
const document: OpenApiDocument = openApiDocument(deployment);
const { schemas } = document.components;
const all = Object.values(document.paths).flatMap((methods) => Object.values(methods));

describe('the document', () => {
  test('is the same each time', () => {
    expect(JSON.stringify(openApiDocument(deployment))).toBe(JSON.stringify(document));
  });

  test('says of every operation whether it may be sent again', () => {
    expect(Object.fromEntries(all.map((operation) => [operation.operationId, operation['x-repeat']]))).toEqual(
      Object.fromEntries(Object.values(operations).map(({ id, repeat }) => [id, repeat])),
    );
    const debit = all.find(({ operationId }) => operationId === 'collectManually');
    expect(debit?.description).toContain('May it be sent again? No: there is no idempotency key');
    expect(debit?.['x-spec']).toBe('§4.7');
  });

  test('marks refusals as no part of the specification', () => {
    for (const { description } of Object.values(document.components.responses))
      expect(description).toContain("this is the reference server's");
    const statuses = (id: string) =>
      Object.keys(all.find(({ operationId }) => operationId === id)?.responses ?? {}).join(' ');
    expect(statuses('collectManually')).toBe('200 400 401 403 404 405 413 415 422 429 500');
    expect(statuses('createConsent')).toBe('200 400 401 403 404 405 409 413 415 422 429 500');
    expect(statuses('listPolicies')).toBe('200 400 401 403 404 405 429 500');
  });

  test('names the headers that a refusal comes with', () => {
    const { MethodRefused, TooMany, Conflict } = document.components.responses;
    expect([MethodRefused, TooMany, Conflict].map((response) => Object.keys(response?.headers ?? {}))).toEqual([
      ['Allow'],
      ['Retry-After'],
      [],
    ]);
  });

  test('says what the service is not', () => {
    expect(String(document.info.description)).toContain('It is not a regulated interbank standing-instruction system');
  });
});

describe('the schemas', () => {
  test('have the names of the interfaces', () => {
    expect(Object.keys(schemas)).toEqual(
      expect.arrayContaining([
        'Mandate',
        'Consent',
        'BreakdownItem',
        'CreateConsentInput',
        'Claim',
        'Policy',
        'CollectionPayload',
      ]),
    );
    expect(schemas.Mandate?.properties?.consents).toEqual({
      type: 'array',
      items: { $ref: '#/components/schemas/Consent' },
      description: 'The linked accounts. Spec §2.3.',
    });
    expect(schemas.PolicyOrder?.properties?.product).toMatchObject({ $ref: '#/components/schemas/OrderedProduct' });
  });

  test('name what is held by an object without a name', () => {
    expect(schemas.CreateConsentInput?.properties?.repaymentDetails).toMatchObject({
      properties: { breakdown: { type: 'array', items: { $ref: '#/components/schemas/BreakdownTerm' } } },
    });
  });

  test('list the known texts of a set that is open, without closing it', () => {
    const status = schemas.Mandate?.properties?.status as Schema;
    expect(status).toEqual({
      type: 'string',
      description:
        'The status. Spec §3.1. Known: `pending`, `active`, `failed`, `disputed`, `pending_timeout`; others may come.',
      examples: ['pending', 'active', 'failed', 'disputed', 'pending_timeout'],
    });
    expect(schemas.CreateConsentInput?.properties?.collectionMode).toMatchObject({ enum: ['auto', 'manual'] });
  });

  test('describe every field of every interface', () => {
    const silent = Object.entries(schemas).flatMap(([name, { properties = {} }]) =>
      Object.entries(properties).flatMap(([field, value]) => (value.description ? [] : [`${name}.${field}`])),
    );
    // Their names say it all: money in and out by half year and quarter. Spec §6.4.
    expect(
      silent.filter(
        (place) => !/^CreditBreakdown\.(credit|debit)(First|Second|Third|Fourth)(Half|Quarter)[01]$/.test(place),
      ),
    ).toEqual([]);
    expect(Object.values(schemas).every(({ description }) => description)).toBe(true);
  });
});
