import { describe, expect, test } from 'vitest';
import { InputError } from '../../src/errors.ts';
import { isClear, isCommitment, openPersonal, sealPersonal } from '../../src/loan-file/event-seal.ts';

const key = new Uint8Array(32).fill(7);
const place = { fileId: 'loan-1', seq: 2 };
const personal = { name: 'Ada Obi' };
const salt = Buffer.alloc(32, 9);
// Written by another program from the description alone: the personal part above with the salt above, nonce 12 times 03.
const sealed =
  'v1.AwMDAwMDAwMDAwMD.XtzTZihbMSwbLGFmkHWRbYBZwtWW1PARD5Hl2MGYbJrCxhFWucGHA5_jAUbcpa0Gdk9Zh9jpdzR9Q2Tgb0fCK6aIcTv-zT5SGI39xIX8jnCswesICH3JP5ox-ha9Svo6YDiW9w';
const commitment = '8217bc61bc77811654ecebfadc3a6612da19b8c68c45f07851589709ffd85d37';

const clear = (plain: string) => `v0.${Buffer.from(plain).toString('base64url')}`;

describe('a personal part', () => {
  test('that was sealed long ago still opens', () => {
    expect(openPersonal(sealed, place, key)).toEqual({ personal, salt });
    expect(isCommitment(commitment, salt, '{"name":"Ada Obi"}')).toBe(true);
  });

  test('opens as it was sealed, with a salt of its own of 32 bytes', () => {
    const { text, commitment: own } = sealPersonal(personal, place, key);
    const opened = openPersonal(text, place, key);
    if (typeof opened === 'string') expect.unreachable();
    expect(opened.personal).toEqual(personal);
    expect(opened.salt).toHaveLength(32);
    expect(isCommitment(own, opened.salt, '{"name":"Ada Obi"}')).toBe(true);
    expect(isCommitment(own, salt, '{"name":"Ada Obi"}')).toBe(false);
  });

  test('is kept in clear without a key, and then everyone with the store can read it', () => {
    const { text } = sealPersonal(personal, place, undefined);
    expect(isClear(text)).toBe(true);
    expect(openPersonal(text, place, undefined)).toMatchObject({ personal });
    expect(openPersonal(text, place, key)).toMatchObject({ personal });
    expect([isClear(sealed), isClear(`x${text}`)]).toEqual([false, false]);
  });

  test('stays locked without its key, whatever follows', () => {
    expect(openPersonal(sealed, place, undefined)).toBe('locked');
    expect(openPersonal('v1.', place, undefined)).toBe('locked');
  });

  test.each<[string, object, string]>([
    [
      'a member of which is a function',
      { name: () => 'Ada' },
      'name: is a function: JSON cannot hold it; write what it means as text or as a number',
    ],
    [
      'a member of which has no value',
      { payer: { name: undefined } },
      'payer.name: has no value: leave it out, or write null',
    ],
  ])('%s cannot be written down', (_what, odd, problem) => {
    const sealing = () => sealPersonal(odd, place, key);
    expect(sealing).toThrow(InputError);
    expect(sealing).toThrow(`Personal data that cannot be written down: ${problem}`);
  });
});

describe('what was sealed is altered', () => {
  const [, nonce, bytes] = sealed.split('.') as [string, string, string];

  test.each([
    ['under another key', sealed, place, new Uint8Array(32).fill(8)],
    ['in another file', sealed, { ...place, fileId: 'loan-2' }, key],
    ['at another place', sealed, { ...place, seq: 3 }, key],
    ['where a digit is another', sealed.replace('XtzT', 'XtzU'), place, key],
    ['where its end is missing', sealed.slice(0, -4), place, key],
    ['without its nonce', `v1..${bytes}`, place, key],
    ['without its bytes', `v1.${nonce}.`, place, key],
    ['where there is only a nonce', `v1.${nonce}`, place, key],
    ['where there is nothing but its kind', 'v1.', place, key],
    ['where it is of an unknown kind', sealed.replace('v1.', 'v2.'), place, key],
    [
      'where it is in clear under an unknown kind',
      clear('{"personal":{},"salt":"AA"}').replace('v0.', 'v2.'),
      place,
      key,
    ],
    ['where it is of an unknown kind, without a key', 'v2.x', place, undefined],
    ['where it is empty', '', place, key],
    ['where it is no JSON', clear('{'), place, undefined],
    ['where it says nothing', clear('null'), place, undefined],
    ['where its personal part is missing', clear('{"salt":"AA"}'), place, undefined],
    ['where its personal part is null', clear('{"personal":null,"salt":"AA"}'), place, undefined],
    ['where its personal part is text', clear('{"personal":"Ada","salt":"AA"}'), place, undefined],
    ['where its salt is missing', clear('{"personal":{}}'), place, undefined],
    ['where its salt is no text', clear('{"personal":{},"salt":[1]}'), place, undefined],
  ])('%s', (_where, text, where, under) => {
    expect(openPersonal(text, where, under)).toBe('altered');
  });
});

test.each<[string, unknown, Uint8Array, string | undefined]>([
  ['another content', commitment, salt, '{"name":"Ada Eze"}'],
  ['another salt', commitment, Buffer.alloc(32, 8), '{"name":"Ada Obi"}'],
  ['no content', commitment, salt, undefined],
  ['a content that begins with the end of the salt', commitment, salt.subarray(0, 31), '\t{"name":"Ada Obi"}'],
  ['no commitment', undefined, salt, '{"name":"Ada Obi"}'],
  ['a commitment in other letters', commitment.toUpperCase(), salt, '{"name":"Ada Obi"}'],
])('facts do not speak of %s', (_what, said, salted, content) => {
  expect(isCommitment(said, salted, content)).toBe(false);
});
