import { describe, expect, test } from 'vitest';
import { DELIVERY_GUARD, type DeliveryGuard } from '../../src/loan-file/body-seal.ts';
import { type Options, recorder, secret, setUp } from './believing-receiver.ts';

const mandateId = '650000000000000000000010';
const bvn = '22200000001';

/** The stored reason after the handler of an unknown event with this data threw this. */
async function reasonOf(data: unknown, thrown: unknown, guard?: Partial<DeliveryGuard>) {
  const whole: DeliveryGuard = {
    keys: undefined,
    findPayer: async () => [],
    findPerson: async () => [],
    onErasure: () => {},
    ...guard,
  };
  const confirm = {
    confirm: async () => ({ kind: 'confirmed' }) as const,
    ...(guard && { [DELIVERY_GUARD]: whole }),
  } as Options['confirm'];
  const on: Options['on'] = {
    unknown() {
      throw thrown;
    },
  };
  const { receiver, inbox } = setUp({ ...(confirm && { confirm }), on });
  const headers = { 'content-type': 'application/json', 'x-auth-signature': secret };
  const body = JSON.stringify({ event: 'odd', data });
  await receiver(new Request('https://merchant.example/', { method: 'POST', headers, body }));
  await receiver.settled();
  return (await inbox.list({ limit: 1 }))[0]?.reason;
}

describe('the reason why a handler failed', () => {
  test.each([
    ['names the error', new TypeError('no column'), 'TypeError: no column'],
    ['is the text that was thrown', 'no column', 'no column'],
    ['is any other value as text', 42, '42'],
    ['masks numbers of persons, known or not', new Error(`about ${bvn}`), 'Error: about *********01'],
  ])('%s', async (_what, thrown, reason) => {
    expect(await reasonOf({}, thrown)).toBe(reason);
  });

  test('masks sentences of the body, wherever they are, and keeps single words', async () => {
    const data = {
      said: 'Plover Curlew',
      deep: [{ also: ['Sandpiper  of\nIkorodu', null] }],
      far: 'Whimbrel  Knot',
      state: 'stranded',
    };
    const thrown = new Error('Plover and Curlew and Sandpiper and Whimbrel are stranded');
    expect(await reasonOf(data, thrown)).toBe(
      'Error: [personal] and [personal] and [personal] and [personal] are stranded',
    );
  });

  test('masks sentences in the first five hundred values of the body', async () => {
    // Before them come the body, its event and the list.
    const data = Array.from({ length: 498 }, () => 0) as unknown[];
    data[496] = 'Plover Curlew';
    data[497] = 'Sandpiper Ikorodu';
    const thrown = new Error('Plover and Sandpiper');
    expect(await reasonOf(data, thrown)).toBe('Error: [personal] and Sandpiper');
  });

  test('masks what a field of the body says about a person', async () => {
    expect(await reasonOf({ accountName: 'Plover' }, new Error('no account of plover'))).toBe(
      'Error: no account of [personal]',
    );
  });

  test('masks what is known about the payer of the mandate and of the BVN, and nothing else of the body', async () => {
    const asked: string[] = [];
    const guard: Partial<DeliveryGuard> = {
      async findPayer(id) {
        asked.push(id);
        return [{ kind: 'name', value: 'Plover' }];
      },
      async findPerson(number) {
        asked.push(number);
        return [{ kind: 'name', value: 'Curlew' }];
      },
    };
    const thrown = new Error('Plover and Curlew of Ikorodu');
    expect(await reasonOf({ mandateId, bvn, note: 'sent to Ikorodu' }, thrown, guard)).toBe(
      'Error: [personal] and [personal] of Ikorodu',
    );
    expect(asked).toEqual([mandateId, bvn]);
  });

  test('masks sentences where the payer is not known', async () => {
    const thrown = new Error('Plover of Ikorodu');
    expect(await reasonOf({ mandateId, note: 'sent to Ikorodu' }, thrown, {})).toBe('Error: Plover of [personal]');
  });

  test('is stored although the store that knows the payer fails', async () => {
    const fails = () => Promise.reject(new Error('no store'));
    const guard = { findPayer: fails, findPerson: async () => [{ kind: 'name' as const, value: 'Curlew' }] };
    expect(await reasonOf({ mandateId, bvn }, new Error('Plover and Curlew'), guard)).toBe(
      'Error: Plover and [personal]',
    );
  });
});

test.each([
  [new TypeError('about 0123456789'), 'TypeError'],
  ['about 0123456789', 'string'],
  [undefined, 'undefined'],
])('a verifier that throws %s is logged by the name of the error alone', async (thrown, reason) => {
  const { logger, lines } = recorder();
  const verify = {
    verify() {
      throw thrown;
    },
  };
  const { deliver } = setUp({ logger, verify });
  expect(await deliver()).toBe(401);
  expect(lines).toEqual([['error', 'repaykit: a verifier threw; the delivery was refused', { reason }]]);
});
