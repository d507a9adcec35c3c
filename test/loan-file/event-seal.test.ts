import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { EvidenceError, InputError } from '../../src/errors.ts';
import { type LogEvent, openEvent, sealEvent } from '../../src/loan-file/event-seal.ts';
import type { StoredEvent } from '../../src/loan-file/store.ts';

const key = new Uint8Array(32).fill(7);
const place = { fileId: 'loan-1', seq: 2, previous: 'a'.repeat(64) };
const facts: LogEvent = { type: 'loan.abandoned', at: '2026-01-05T09:00:00.000Z', ...{ reason: 'declined' } };
const personal: LogEvent = { ...facts, personal: { name: 'Ada Obi' } };
const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');

/** The same event with its bytes, and their hash, changed. */
function rewritten(
  stored: StoredEvent,
  change: (content: Record<string, unknown>) => Record<string, unknown>,
): StoredEvent {
  const body = JSON.stringify(change(JSON.parse(stored.body) as Record<string, unknown>));
  return { ...stored, body, hash: sha256(body) };
}

describe('a sealed event', () => {
  test('is its canonical bytes with its place, and their hash', () => {
    const { body, hash, ...rest } = sealEvent(facts, place, undefined);
    expect(body).toBe(
      `{"at":"2026-01-05T09:00:00.000Z","loanId":"loan-1","previous":"${'a'.repeat(64)}","reason":"declined","seq":2,"type":"loan.abandoned"}`,
    );
    expect(hash).toBe(sha256(body));
    expect(rest).toEqual({ seq: 2 });
  });

  test('opens as it was, without its place', () => {
    expect(openEvent(sealEvent(facts, place, undefined), place, undefined)).toEqual(facts);
    expect(openEvent(sealEvent(facts, place, key), place, key)).toEqual(facts);
    expect(openEvent(sealEvent(personal, place, key), place, key)).toEqual(personal);
    expect(openEvent(sealEvent(personal, place, undefined), place, undefined)).toEqual(personal);
  });

  test('names its loan again where it is the opening', () => {
    const opening: LogEvent = { type: 'loan.opened', at: facts.at, ...{ loanId: 'loan-1' } };
    expect(openEvent(sealEvent(opening, place, undefined), place, undefined)).toEqual(opening);
  });

  test('shows nothing personal, and two of the same look different without the key', () => {
    const [first, second] = [sealEvent(personal, place, key), sealEvent(personal, place, key)];
    expect(`${first.body}${first.personal}`).not.toContain('Ada Obi');
    expect(first.personal).toMatch(/^v1\.[\w-]{16}\.[\w-]+$/);
    expect(JSON.parse(first.body).personal).toMatch(/^[0-9a-f]{64}$/);
    expect(second.body).not.toBe(first.body);
    expect(second.personal).not.toBe(first.personal);
  });

  test('holds nothing that JSON cannot hold', () => {
    const odd: LogEvent = { ...facts, ...{ reason: Number.NaN } };
    expect(() => sealEvent(odd, place, undefined)).toThrow(InputError);
    expect(() => sealEvent(odd, place, undefined)).toThrow(
      expect.objectContaining({
        message: "The event 'loan.abandoned' cannot be written down: reason: is no finite number: JSON cannot hold it",
        issues: [{ path: 'reason', message: 'is no finite number: JSON cannot hold it' }],
      }),
    );
    expect(() => sealEvent({ ...facts, personal: { name: () => 'Ada' } }, place, key)).toThrow(InputError);
  });
});

describe('an event is not believed', () => {
  const sealed = sealEvent(personal, place, key);
  test.each<[string, StoredEvent, Partial<typeof place>, string]>([
    [
      'whose bytes changed',
      { ...sealed, body: sealed.body.replace('declined', 'approved') },
      {},
      'its bytes do not have its hash',
    ],
    ['whose hash changed', { ...sealed, hash: 'b'.repeat(64) }, {}, 'its bytes do not have its hash'],
    ['whose bytes are no JSON', { ...sealed, body: '{', hash: sha256('{') }, {}, 'its bytes are no JSON'],
    [
      'that the store keeps at another place',
      { ...sealed, seq: 3 },
      {},
      'it stands at another place than it was written for',
    ],
    [
      'that was written for another place',
      rewritten(sealed, (content) => ({ ...content, seq: 3 })),
      {},
      'it stands at another place than it was written for',
    ],
    ['that was moved', sealed, { seq: 3 }, 'it stands at another place than it was written for'],
    ['that was written for another file', sealed, { fileId: 'loan-2' }, 'it was written for another file'],
    ['that follows another one', sealed, { previous: 'c'.repeat(64) }, 'it does not follow the event before it'],
    ['whose personal part is gone while its key is there', withoutPersonal(sealed), {}, 'its personal part is missing'],
    [
      'with the personal part of another',
      { ...sealed, ...other() },
      {},
      'its personal part is not what was committed to',
    ],
    [
      'with a personal part that is no seal',
      { ...sealed, personal: 'v1.x.y' },
      {},
      'its personal part is not what was committed to',
    ],
    [
      'with a personal part whose text is no Unicode',
      { ...sealed, personal: clear('Ada\ud800') },
      {},
      'its personal part is not what was committed to',
    ],
    [
      'with a personal part in clear instead',
      { ...sealed, personal: clear() },
      {},
      'its personal part is not what was committed to',
    ],
  ])('%s', (_what, stored, elsewhere, reason) => {
    const opening = () => openEvent(stored, { ...place, ...elsewhere }, key);
    expect(opening).toThrow(EvidenceError);
    const { fileId, seq } = { ...place, ...elsewhere };
    expect(opening).toThrow(
      `Event ${seq} of the file '${fileId}' cannot be believed: ${reason}; restore the file from a backup`,
    );
  });

  function withoutPersonal({ personal: _gone, ...rest }: StoredEvent): StoredEvent {
    return rest;
  }
  function other(): Pick<StoredEvent, 'personal'> {
    return { personal: sealEvent({ ...facts, personal: { name: 'Ada Eze' } }, place, key).personal ?? '' };
  }
  function clear(name = 'Ada Obi'): string {
    return `v0.${Buffer.from(JSON.stringify({ personal: { name }, salt: Buffer.alloc(32).toString('base64url') })).toString('base64url')}`;
  }
});

test('what is no JSON is shown as the cause', () => {
  const torn = { ...sealEvent(facts, place, undefined), body: '{', hash: sha256('{') };
  expect(() => openEvent(torn, place, undefined)).toThrow(expect.objectContaining({ cause: expect.any(SyntaxError) }));
});

test('without its key a personal part is as good as gone, whether it is still there or not', () => {
  const { personal: seal, ...rest } = sealEvent(personal, place, key);
  expect(openEvent({ ...rest, personal: seal ?? '' }, place, undefined)).toEqual(facts);
  expect(openEvent(rest, place, undefined)).toEqual(facts);
});

test('a personal part opens at its own place only', () => {
  const sealed = sealEvent(personal, place, key);
  const moved = sealEvent(facts, { ...place, seq: 3 }, undefined);
  const taken = {
    ...rewritten(moved, (content) => ({ ...content, personal: JSON.parse(sealed.body).personal })),
    personal: sealed.personal ?? '',
  };
  expect(() => openEvent(taken, { ...place, seq: 3 }, key)).toThrow('its personal part is not what was committed to');
});
