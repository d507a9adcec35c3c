import { describe, expect, test } from 'vitest';
import { eventShapes, type KnownEventKind } from '../../../src/webhooks/parse.ts';
import { createTestDelivery } from '../../../src/webhooks/test-delivery.ts';
import { objectId } from '../../spec/wire-samples.ts';
import { deliveryDriftOf, lines } from './differences.ts';

const body = (kind: KnownEventKind) => JSON.parse(createTestDelivery(kind, {}, { secret: 'whsec' }).body);

describe('a delivery', () => {
  test.each((Object.keys(eventShapes) as KnownEventKind[]).filter((kind) => kind !== 'policy'))(
    '%s as it is made for tests has not drifted',
    (kind) => {
      expect(lines(deliveryDriftOf(kind, body(kind)))).toEqual([]);
    },
  );

  test.each((Object.keys(eventShapes) as KnownEventKind[]).filter((kind) => kind.startsWith('mandate.')))(
    '%s with an undocumented status is reported',
    (kind) => {
      const data = { mandateId: objectId, status: 'Ada' };
      expect(lines(deliveryDriftOf(kind, { event: kind, data }))).toEqual([
        'changed data.status: another word, 1 of 1, read',
      ]);
      for (const status of ['pending', 'active', 'failed', 'disputed', 'pending_timeout', 'expired'])
        expect(lines(deliveryDriftOf(kind, { event: kind, data: { ...data, status } }))).toEqual([]);
    },
  );

  test('with a field more, one less and one of another kind is reported', () => {
    const { reference: _reference, ...collection } = body('collection');
    expect(
      lines(
        deliveryDriftOf('collection', {
          ...collection,
          fee: 5,
          totalAmount: '25000',
          collectedOn: 1_769_817_600_000,
          instalmentStatus: 'reversed',
        }),
      ),
    ).toEqual([
      'changed collectedOn: whole number, 1 of 1, read',
      'unknown fee: whole number, 1 of 1, read',
      'changed instalmentStatus: another word, 1 of 1, read',
      'missing reference: nothing, 1 of 1, read',
      'changed totalAmount: decimal text, 1 of 1, read',
    ]);
  });

  test('of a collection in event and data is read, and reported', () => {
    expect(
      lines(
        deliveryDriftOf('collection', {
          event: 'collection.success',
          data: { ...body('collection'), accountNumber: '012345678' },
        }),
      ),
    ).toEqual(['changed (body): { event, data }, 1 of 1, read', 'changed data.accountNumber: 9 digits, 1 of 1, read']);
  });

  test('of a mandate with its fields beside event is read, and reported', () => {
    const { event, data } = body('mandate.failed');
    expect(lines(deliveryDriftOf('mandate.failed', { event, ...data }))).toEqual([
      'changed (body): the fields, not in data, 1 of 1, read',
    ]);
    expect(lines(deliveryDriftOf('mandate.failed', { event, data, sentAt: 'x' }))).toEqual([
      'unknown sentAt: text, 1 of 1, read',
    ]);
  });

  test('of an insight within a record is read, and reported, and compared all the same', () => {
    const { event, data } = body('income_insight');
    const { EDTI: _edti, ...record } = data;
    expect(
      lines(
        deliveryDriftOf('income_insight', {
          event,
          data: { id: 'x', record: { ...data, balance: { 'January 2025': '5.50', 'Ngozi Sample': 1 } } },
        }),
      ),
    ).toEqual([
      'changed data: { id, record }, 1 of 1, read',
      'changed data.record.balance.*: decimal text, 1 of 2, read',
    ]);
    expect(lines(deliveryDriftOf('income_insight', { event, data: { id: 'x', record } }))).toContain(
      'missing data.record.EDTI: nothing, 1 of 1, read',
    );
  });

  test('compares the entries of a map by the map, and members of a list of entries together', () => {
    const { event, data } = body('income_insight');
    const balance = { 'January 2025': 1, 'February 2025': 'much', 'March 2025': 'more' };
    expect(lines(deliveryDriftOf('income_insight', { event, data: { ...data, balance } }))).toEqual([
      'changed data.balance.*: text, 2 of 3, read',
    ]);
  });

  test.each([[[]], ['text'], [null], [5]])('that is no object is not read: %j', (other) => {
    expect(lines(deliveryDriftOf('collection', other))).toEqual([
      expect.stringMatching(/^changed \(body\): .*not read$/),
    ]);
  });
});
