import { describe, expect, test } from 'vitest';
import { BodySeal, bodyOwner } from '../../src/loan-file/body-seal.ts';
import { memoryKeys } from '../../src/loan-file/keys.ts';
import type { Inbox, NewDelivery } from '../../src/webhooks/inbox/inbox.ts';
import { openedList, originalOf, sealedInbox } from '../../src/webhooks/inbox/sealed-inbox.ts';
import { memoryInbox } from '../../src/webhooks/index.ts';
import { delivery } from './inbox/deliveries.ts';

const seal = new BodySeal(memoryKeys());
const headOf = (sealed: string) => sealed.split('.').slice(0, 3).join('.');

const id = '650000000000000000000010';
const other = '65000000000000000000abcd';
const [bvn, second, third] = ['22200000001', '22200000002', '22200000003'] as const;
const account = '0123456789';
const email = 'plover@example.com';
const month = bodyOwner.month('2026-01');

async function isSealedFor(owners: readonly string[], facts: Partial<NewDelivery>): Promise<void> {
  const raw = memoryInbox();
  await sealedInbox(raw, seal).store(delivery('a', facts));
  const [item] = await raw.list({ limit: 1 });
  expect(headOf(item?.body ?? '')).toBe(headOf(await seal.seal('', { owners, place: '' })));
}

type Row = [what: string, kind: NewDelivery['kind'], body: unknown, owners: readonly string[]];

describe('a body is sealed for', () => {
  test.each<Row>([
    ['its mandate', 'collection', { mandateId: id }, [bodyOwner.mandate(id)]],
    ['the mandate of an event', 'mandate.failed', { event: 'x', data: { mandateId: id } }, [bodyOwner.mandate(id)]],
    ['the mandate of an unknown event', 'unknown', { payload: { mandate: { _id: id } } }, [bodyOwner.mandate(id)]],
    [
      'its mandate and its BVN, and no account besides',
      'collection',
      { bvn, mandateId: id, accountNumber: account },
      [bodyOwner.mandate(id), bodyOwner.bvn(bvn)],
    ],
    ['its BVN, where an id is a document’s', 'income_transaction', { _id: id, bvn }, [bodyOwner.bvn(bvn)]],
    ['its month, where an id is a document’s', 'policy', { data: { _id: id, mandateId: id } }, [month]],
    ['its instalment', 'collection', { instalmentReference: 'r1', email }, [bodyOwner.instalment('r1')]],
    [
      'its account and its mail address',
      'pdf_upload',
      { email, accountNumber: account },
      [bodyOwner.account(account), bodyOwner.email(email)],
    ],
    ['its month, where it names no one', 'collection', { amountCollected: 5 }, [month]],
    ['its month, where it is no record', 'unknown', null, [month]],
    ['the first two BVNs', 'policy', [{ bvn }, { bvn: second }, { bvn: third }], [bvn, second].map(bodyOwner.bvn)],
    ['a BVN that is a number', 'policy', { bvn: Number(bvn) }, [bodyOwner.bvn(bvn)]],
    ['a BVN between blanks', 'policy', { bvn: ` ${bvn} ` }, [bodyOwner.bvn(bvn)]],
    ['a BVN in JSON that is text', 'policy', { payload: JSON.stringify({ deep: [{ bvn }] }) }, [bodyOwner.bvn(bvn)]],
    [
      'the first of two accounts alike',
      'policy',
      [{ nuban: account }, { nuban: account }],
      [bodyOwner.account(account)],
    ],
  ])('%s', (_what, kind, body, owners) => isSealedFor(owners, { kind, body: JSON.stringify(body) }));

  test.each(['BVN', 'customer_bvn', 'payerBvn', 'Bank-Verification-Number'])('the BVN in %s', (name) =>
    isSealedFor([bodyOwner.bvn(bvn)], { kind: 'policy', body: JSON.stringify({ [name]: bvn }) }),
  );
  test.each(['account_number', 'accountNo', 'NUBAN', 'debitAccountNumber'])('the account in %s', (name) =>
    isSealedFor([bodyOwner.account(account)], { kind: 'policy', body: JSON.stringify({ [name]: account }) }),
  );
  test.each(['Email', 'customerEmail', 'e-mail_address', 'contact_email'])('the mail address in %s', (name) =>
    isSealedFor([bodyOwner.email(email)], { kind: 'policy', body: JSON.stringify({ [name]: email }) }),
  );

  test.each<[string, unknown]>([
    ['bvn', '2220000000'],
    ['bvn', `${bvn}1`],
    ['bvn', `no ${bvn}`],
    ['bvn', { is: bvn }],
    ['bvnStatus', bvn],
    ['bankVerificationNumberOf', bvn],
    ['isBankVerificationNumber', bvn],
    ['accountNumber', `${account}1`],
    ['accountNumber', '012345678'],
    ['accountNumberType', account],
    ['email', 'plover'],
    ['email', 'plover curlew@example.com'],
    ['email', 'plover@example.com now'],
    ['email', `${'p'.repeat(101)}@example.com`],
    ['emailed', email],
    ['email', true],
  ])('its month, not for what is in %s: %j', (name, value) =>
    isSealedFor([month], { kind: 'policy', body: JSON.stringify({ [name]: value }) }),
  );

  test('what its first five hundred records name', async () => {
    // Before them come the body and the list.
    const list = (at: number) => ({ list: Array.from({ length: 499 }, (_, index) => (index === at ? { bvn } : {})) });
    await isSealedFor([bodyOwner.bvn(bvn)], { kind: 'policy', body: JSON.stringify(list(497)) });
    await isSealedFor([month], { kind: 'policy', body: JSON.stringify(list(498)) });
  });
});

test('a body is sealed for what it names deep inside, however many plain values come before', async () => {
  const plain = Array.from({ length: 1_200 }, (_, index) => (index % 2 === 0 ? null : index));
  const body = JSON.stringify({ plain, deep: { deeper: { bvn } } });
  await isSealedFor([bodyOwner.bvn(bvn)], { kind: 'policy', body });
});

describe('a body that is no JSON is sealed for', () => {
  const ids = Array.from({ length: 8 }, (_, index) => `65000000000000000000000${index}`);

  test.each<[string, string, readonly string[]]>([
    [
      'every BVN and every id in it',
      `<p>${id}, ${bvn}; ${other}`,
      [bodyOwner.bvn(bvn), ...[id, other].map(bodyOwner.mandate)],
    ],
    ['an id once, however it is written', `${other} ${other.toUpperCase()}`, [bodyOwner.mandate(other)]],
    ['six of them at most', ids.join(' '), ids.slice(0, 6).map(bodyOwner.mandate)],
    ['its month, where there is none', '<p>Bad Gateway', [month]],
    ['its month, where digits or letters go on', `${bvn}1 1${bvn} ${id}a z${id}`, [month]],
  ])('%s', (_what, body, owners) => isSealedFor(owners, { kind: 'unknown', body }));
});

describe('an inbox that seals', () => {
  test('is known to wrap the other one', () => {
    const raw = memoryInbox();
    expect(originalOf(sealedInbox(raw, seal))).toBe(raw);
    expect(originalOf(raw)).toBe(raw);
  });

  test('lists and claims what came; so does a list that opens, and one that was moved stays sealed', async () => {
    const raw = memoryInbox() as Inbox;
    const inbox = sealedInbox(raw, seal);
    await inbox.store(delivery('a'));
    const [kept] = await raw.list({ limit: 1 });
    await raw.store(delivery('b', { body: kept?.body ?? '' }));
    const bodies = [delivery('a').body, kept?.body];
    const bodiesOf = (items: readonly { readonly body: string }[]) => items.map(({ body }) => body);
    expect(bodiesOf(await inbox.list({ limit: 9 }))).toEqual(bodies);
    expect(bodiesOf(await openedList(raw, seal).list({ limit: 9 }))).toEqual(bodies);
    expect(bodiesOf(await openedList(inbox, seal).list({ limit: 1 }))).toEqual(bodies.slice(0, 1));
    expect(bodiesOf(await inbox.claim({ now: 0, leaseMs: 1, limit: 9 }))).toEqual(bodies);
  });

  test('gives state changes their names as the other one does', async () => {
    const inbox = sealedInbox(memoryInbox(), seal);
    await inbox.store(delivery('a'));
    const [item] = await inbox.claim({ now: 0, leaseMs: 1, limit: 1 });
    expect(await inbox.recognise(item ?? { key: 'none', fence: 0 }, 'n')).toBe('ours');
    expect(await inbox.list({ limit: 1 })).toMatchObject([{ news: 'n' }]);
  });

  test('shows that a payer was erased', async () => {
    const raw = memoryInbox();
    const inbox = sealedInbox(raw, seal);
    await inbox.store(delivery('a', { body: JSON.stringify({ mandateId: other }) }));
    await seal.forget([bodyOwner.mandate(other)]);
    expect(await inbox.list({ limit: 1 })).toMatchObject([{ body: 'erased with its payer' }]);
  });
});
