import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { BodySeal, bodyOwner, DELIVERY_GUARD, type DeliveryGuard, guardOf } from '../../src/loan-file/body-seal.ts';
import { type KeyProvider, memoryKeys } from '../../src/loan-file/keys.ts';
import { localKeys } from '../../src/loan-file/local-keys.ts';

/** Keys whose index key is 32 times the byte 7, and whose payer keys are the SHA-256 of their ids. */
function plainKeys(isGone: (id: string) => boolean = () => false) {
  const destroyed: string[] = [];
  const keys: KeyProvider = {
    payerKey: async (id) =>
      isGone(id) || destroyed.includes(id) ? undefined : createHash('sha256').update(id).digest(),
    destroyPayerKey: async (id) => void destroyed.push(id),
    indexKey: async () => new Uint8Array(32).fill(7),
  };
  return { keys, destroyed };
}

// Written by another program from the description alone, under the keys above.
const ada = 'a7d9dd27a6f78b29712ac7164b10f5f7f32819f0612d9e73396ca3be32221dfa';
const ben = 'ecd6ebea5397f50eb5058b9dfcc6585ebd126f7aac073711286c2cc283dfafd5';
const nameOfAbc = '01021e710a86bc47ae3da4f1708d64bbab55d067f497f1af6bd89d995acf946e';
const writtenLongAgo = `repaykit-body.v1.${ada}:1+${ben}:1.AQEBAQEBAQEBAQEB.ucCtBT5Syvuw6OhmUrUJWFi4vBLIhnRNnVCvwLgTrb8EkA`;

const body = '{"name":"Ada Obi"}';
const place = 'place-1';
const opened = { kind: 'opened', body };
const sealed = (text: string) => expect.stringMatching(new RegExp(`^repaykit-body\\.v1\\.${text}\\.`));

describe('a sealed body', () => {
  test('that was written long ago still opens', async () => {
    expect(await new BodySeal(plainKeys().keys).open(writtenLongAgo, place)).toEqual(opened);
  });

  test.each<[string, readonly string[]]>([
    ['one owner', ['ada@']],
    ['two owners', ['ada@', 'ben@']],
    ['three owners', ['ada@', 'ben@', 'cem@']],
  ])('of %s opens at its place and nowhere else', async (_whose, owners) => {
    const seal = new BodySeal(memoryKeys());
    const text = await seal.seal(body, { owners, place });
    expect(text).not.toMatch(/Ada Obi|ada@|ben@|cem@/);
    expect(await seal.open(text, place)).toEqual(opened);
    for (const elsewhere of ['place-2', '', `${place}\n`])
      expect(await seal.open(text, elsewhere)).toEqual({ kind: 'altered' });
  });

  test('names its owners by keyed hashes with the generations of their keys', async () => {
    const text = await new BodySeal(plainKeys().keys).seal(body, { owners: ['ada', 'ben'], place });
    expect(text).toMatch(new RegExp(`^repaykit-body\\.v1\\.${ada}:1\\+${ben}:1\\.[\\w-]{16}\\.[\\w-]{46}$`));
  });

  test('is another text each time', async () => {
    const seal = new BodySeal(memoryKeys());
    const texts = await Promise.all([1, 2].map(() => seal.seal(body, { owners: ['ada'], place })));
    expect(texts[0]).not.toBe(texts[1]);
  });

  test('opens in another process with the same directory of keys, and not with other keys', async () => {
    const directory = mkdtempSync(join(tmpdir(), 'repaykit-bodies-'));
    onTestFinished(() => rmSync(directory, { recursive: true, force: true }));
    const ours = () => new BodySeal(localKeys({ directory, masterKey: new Uint8Array(32).fill(0x11) }));
    const text = await ours().seal(body, { owners: ['ada', 'ben'], place });
    expect(await ours().open(text, place)).toEqual(opened);
    expect(await new BodySeal(memoryKeys()).open(text, place)).toEqual({ kind: 'altered' });
  });

  test.each<[string, string]>([
    ['a digit of its text', writtenLongAgo.replace('.ucCt', '.ucCu')],
    ['a digit of its nonce', writtenLongAgo.replace('.AQEB', '.AQEC')],
    ['an owner', writtenLongAgo.replace(`${ben}:1`, `${ada}:1`)],
    ['a generation', writtenLongAgo.replace(`${ben}:1`, `${ben}:2`)],
    ['the order of its owners', writtenLongAgo.replace(`${ada}:1+${ben}:1`, `${ben}:1+${ada}:1`)],
    ['the number of its owners', writtenLongAgo.replace(`+${ben}:1`, '')],
    ['its end', writtenLongAgo.slice(0, -4)],
    ['all but one digit', writtenLongAgo.replace(/[\w-]+$/, 'u')],
  ])('with %s altered does not open, and says so', async (_what, text) => {
    expect(text).not.toBe(writtenLongAgo);
    expect(await new BodySeal(plainKeys().keys).open(text, place)).toEqual({ kind: 'altered' });
  });
});

describe('a text that has not the form of a sealed body', () => {
  const [head = '', rest = ''] = writtenLongAgo.split(/(?<=:1)(?=\.A)/);
  test.each<[string, string]>([
    ['a body in clear', body],
    ['no text', ''],
    ['something before it', ` ${writtenLongAgo}`],
    ['something after it', `${writtenLongAgo}!`],
    ['a further part', `${writtenLongAgo}.AQEB`],
    ['another version', writtenLongAgo.replace('.v1.', '.v2.')],
    ['no owner', `repaykit-body.v1.${rest}`],
    ['an owner without a generation', writtenLongAgo.replace(`${ben}:1`, ben)],
    ['a generation of no digits', writtenLongAgo.replace(`${ben}:1`, `${ben}:x`)],
    ['a generation of seven digits', writtenLongAgo.replace(`${ben}:1`, `${ben}:1234567`)],
    ['an owner of capitals', writtenLongAgo.replace(ben, ben.toUpperCase())],
    ['a shorter owner', writtenLongAgo.replace(ben, ben.slice(1))],
    ['a shorter nonce', writtenLongAgo.replace('.AQEB', '.AQE')],
    ['a longer nonce', writtenLongAgo.replace('.AQEB', '.AQEBA')],
    ['a nonce of other digits', writtenLongAgo.replace('.AQEB', '.AQE+')],
    ['nothing sealed', `${head}.AQEBAQEBAQEBAQEB.`],
    ['sealed digits of another alphabet', writtenLongAgo.replace('.ucCt', '.uc+t')],
  ])('passes as it is: %s', async (_what, text) => {
    const seal = new BodySeal({ ...plainKeys().keys, payerKey: () => expect.unreachable() });
    expect(text).not.toBe(writtenLongAgo);
    expect(await seal.open(text, place)).toEqual({ kind: 'clear', body: text });
  });
});

describe('after an owner was forgotten', () => {
  test.each<[string, readonly string[], readonly string[], unknown]>([
    ['a body of that owner is erased', ['ada'], ['ada'], { kind: 'erased' }],
    ['a body of that owner and another is erased', ['ada', 'ben'], ['ada'], { kind: 'erased' }],
    ['a body of another and that owner is erased', ['ben', 'ada'], ['ada'], { kind: 'erased' }],
    ['a body of two who were both forgotten is erased', ['ada', 'ben'], ['ada', 'ben'], { kind: 'erased' }],
    ['a body of another owner still opens', ['ben'], ['ada'], opened],
    ['a body of one whose name differs in case still opens', ['Ada'], ['ada'], opened],
    ['a body opens where no one was named', ['ada'], [], opened],
  ])('%s', async (_what, owners, forgotten, expected) => {
    const seal = new BodySeal(memoryKeys());
    const text = await seal.seal(body, { owners, place });
    await seal.forget(forgotten);
    expect(await seal.open(text, place)).toEqual(expected);
  });

  test('later bodies use the next key, which another process finds, and forgetting again erases them too', async () => {
    const keys = memoryKeys();
    const seal = new BodySeal(keys);
    const first = await seal.seal(body, { owners: ['ada'], place });
    await seal.forget(['ada']);
    const second = await new BodySeal(keys).seal(body, { owners: ['ada'], place });
    expect([first, second]).toEqual([sealed('[0-9a-f]{64}:1'), sealed('[0-9a-f]{64}:2')]);
    expect(await seal.open(second, place)).toEqual(opened);
    expect(await seal.open(first, place)).toEqual({ kind: 'erased' });
    await seal.forget(['ada']);
    expect(await seal.open(second, place)).toEqual({ kind: 'erased' });
  });

  test('one key is gone, also where the owner is named twice', async () => {
    const { keys, destroyed } = plainKeys();
    await new BodySeal(keys).forget(['ada', 'ben', 'ada']);
    expect(destroyed).toEqual([`repaykit:webhooks:${ada}:1`, `repaykit:webhooks:${ben}:1`]);
  });

  const goneUntil = (last: number) => plainKeys((id) => Number(id.split(':').at(-1)) <= last).keys;

  test.each([9, 99, 999])('%i times, the next key still seals and opens', async (times) => {
    const seal = new BodySeal(goneUntil(times));
    const text = await seal.seal(body, { owners: ['ada'], place });
    expect(text).toEqual(sealed(`${ada}:${times + 1}`));
    expect(await seal.open(text, place)).toEqual(opened);
  });

  test('a thousand times, nothing is sealed any more', async () => {
    const seal = new BodySeal(goneUntil(1_000));
    const refusal = new RangeError('A body of a webhook belongs to a person who was erased a thousand times');
    await expect(seal.seal(body, { owners: ['ada'], place })).rejects.toThrow(refusal);
    await expect(seal.forget(['ada'])).rejects.toThrow(refusal);
  });
});

describe('the name of a delivery', () => {
  test('is a keyed hash of its hash, the same in every process with the same keys', async () => {
    const { keys } = plainKeys();
    expect(await new BodySeal(keys).nameDelivery('abc')).toBe(nameOfAbc);
    expect(await new BodySeal(keys).nameDelivery('abc')).toBe(nameOfAbc);
  });

  test('is another one for another hash and under other keys', async () => {
    const seal = new BodySeal(plainKeys().keys);
    expect(await seal.nameDelivery('abd')).not.toBe(nameOfAbc);
    expect(await new BodySeal(memoryKeys()).nameDelivery('abc')).not.toBe(nameOfAbc);
  });
});

describe('the owners of a body', () => {
  test.each<[string, string, string]>([
    ['a mandate, in whichever case its id is written', bodyOwner.mandate('65F0A1B2'), 'mandate\n65f0a1b2'],
    ['an instalment, by its reference as it is', bodyOwner.instalment('Ref-1'), 'instalment\nRef-1'],
    ['a BVN', bodyOwner.bvn('22212345678'), 'bvn\n22212345678'],
    ['an account', bodyOwner.account('0123456789'), 'account\n0123456789'],
    ['an email address, in whichever case it is written', bodyOwner.email('Ada@Example.ng'), 'email\nada@example.ng'],
    ['the month of a body that names no one', bodyOwner.month('2026-01-05T09:00:00.000Z'), 'month\n2026-01'],
  ])('are kept apart by what they are: %s', (_what, owner, name) => {
    expect(owner).toBe(name);
  });
});

describe('the guard of deliveries', () => {
  test('is found on a client, also by another copy of the package', () => {
    const guard = { keys: undefined } as DeliveryGuard;
    expect(guardOf({ [DELIVERY_GUARD]: guard })).toBe(guard);
    expect(guardOf({ [Symbol.for('repaykit.deliveries')]: guard })).toBe(guard);
  });

  test.each([[undefined], [{}]])('is none where the client is %j', (client) => {
    expect(guardOf(client)).toBeUndefined();
  });
});
