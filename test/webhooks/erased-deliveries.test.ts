import { expect, test } from 'vitest';
import { DELIVERY_GUARD, type DeliveryGuard, type ErasedPayer } from '../../src/loan-file/body-seal.ts';
import { MINUTE, type Options, setUp } from './believing-receiver.ts';
import { delivery } from './inbox/deliveries.ts';

const mandateId = '65000000000000000000abcd';
const payer: ErasedPayer = { mandateIds: [mandateId], known: [{ kind: 'name', value: 'Plover Curlew' }] };
const COUNTER = 'kept as a number only: too many, too long, or erased';

/** A receiver whose confirmer may erase a payer. */
function erasing() {
  const forgetters: ((payer: ErasedPayer) => Promise<void>)[] = [];
  const guard: DeliveryGuard = {
    keys: undefined,
    findPayer: async () => [],
    findPerson: async () => [],
    onErasure: (forget) => void forgetters.push(forget),
  };
  const confirm = {
    confirm: async () => ({ kind: 'confirmed' }) as const,
    [DELIVERY_GUARD]: guard,
  } as Options['confirm'];
  const scene = setUp({ ...(confirm && { confirm }) });
  const erase = async (who: Partial<ErasedPayer> = {}) => {
    for (const forget of forgetters) await forget({ ...payer, ...who });
  };
  const quarantine = async (key: string, reason: string) => {
    await scene.inbox.decide(key, { kind: 'quarantine', reason });
  };
  const stored = async () =>
    (await scene.inbox.list({ limit: 99 })).map(({ key, status, body }) => [key, status, body === '' ? 'empty' : body]);
  return { ...scene, erase, quarantine, stored };
}

test('an erasure ends what waits or is quarantined and names the payer, and no handler is called', async () => {
  const { inbox, erase, quarantine, stored, reported, clock } = erasing();
  const about = (text: string) => `{"said":"${text}"}`;
  for (const [key, body] of [
    ['by id', about(mandateId)],
    ['by id in capitals', about(mandateId.toUpperCase())],
    ['by name', about('call PLOVER')],
    ['held', about('Curlew')],
    ['quarantined', about('Curlew')],
    ['other', about('Sandpiper')],
    ['other, quarantined', about('Sandpiper')],
    ['empty', ''],
  ] as const)
    await inbox.store(delivery(key, { body }));
  await quarantine('quarantined', 'odd');
  await quarantine('other, quarantined', 'odd');
  await inbox.claim({ key: 'held', now: clock.now(), leaseMs: MINUTE, limit: 1 });
  await erase();
  expect(await stored()).toEqual([
    ['by id', 'done', 'empty'],
    ['by id in capitals', 'done', 'empty'],
    ['by name', 'done', 'empty'],
    ['held', 'done', 'empty'],
    ['quarantined', 'done', 'empty'],
    ['other', 'unfinished', about('Sandpiper')],
    ['other, quarantined', 'quarantined', about('Sandpiper')],
    ['empty', 'unfinished', 'empty'],
  ]);
  expect(reported).toEqual([]);
});

test('an erasure by id finds a mandate, however its id is written', async () => {
  const { inbox, erase, stored } = erasing();
  await inbox.store(delivery('a', { body: mandateId }));
  await erase({ mandateIds: ['other', mandateId.toUpperCase()], known: [] });
  expect(await stored()).toEqual([['a', 'done', 'empty']]);
});

test('an erasure counts unreadable deliveries whose bodies it empties, and leaves counters and the rest', async () => {
  const { inbox, erase, quarantine, stored } = erasing();
  for (const [key, body, reason] of [
    ['once', '<p>Plover', 'unreadable: odd'],
    ['three times', '<p>Plover', 'unreadable, came 3 times: odd'],
    ['erased before', 'erased with its payer', 'unreadable, came 2 times: odd'],
    ['erased, and readable', 'erased with its payer', 'not so'],
    ['no counter', '<p>Plover', `a person says: ${COUNTER}`],
    ['counter', 'numbers of Plover', `unreadable, came 4 times: ${COUNTER}`],
  ] as const) {
    await inbox.store(delivery(key, { body, kind: 'unknown' }));
    await quarantine(key, reason);
  }
  await erase();
  const aside = 'quarantined';
  expect((await stored()).slice(0, 6)).toEqual([
    ['once', 'done', 'empty'],
    ['three times', 'done', 'empty'],
    ['erased before', 'done', 'empty'],
    ['erased, and readable', aside, 'erased with its payer'],
    ['no counter', 'done', 'empty'],
    ['counter', aside, 'numbers of Plover'],
  ]);
  const [counter, ...more] = (await inbox.list({ limit: 9 })).slice(6);
  expect([counter, more]).toMatchObject([
    { kind: 'unknown', status: aside, reason: `unreadable, came 6 times: ${COUNTER}` },
    [],
  ]);
});

test('an erasure fails, and may be tried again, where others hold all counters', async () => {
  const { inbox, erase, quarantine, stored } = erasing();
  await inbox.store(delivery('a', { body: '<p>Plover', kind: 'unknown' }));
  await quarantine('a', 'unreadable: odd');
  inbox.claim = async () => [];
  await expect(erase()).rejects.toMatchObject({
    name: 'StoreError',
    message: expect.stringContaining(
      'The deliveries that cannot be read could not be counted: others hold all counters',
    ),
    retryable: true,
  });
  expect((await stored())[0]).toEqual(['a', 'quarantined', '<p>Plover']);
});
