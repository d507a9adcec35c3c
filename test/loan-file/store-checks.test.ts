import { describe, expect, test } from 'vitest';
import { InputError } from '../../src/errors.ts';
import type { AppendExtras, ClaimQuery, PageQuery, StoredEvent } from '../../src/loan-file/store.ts';
import { checkAppend, checkClaim, checkName, checkPage } from '../../src/loan-file/store-checks.ts';

/** What a check says against something; undefined if nothing. */
function complaintOf(check: () => unknown): { readonly path: string; readonly message: string } | undefined {
  try {
    check();
    return undefined;
  } catch (error) {
    expect(error).toBeInstanceOf(InputError);
    expect((error as InputError).message).toMatch(/^A store cannot do this: /);
    return (error as InputError).issues[0];
  }
}

const event = (seq: number, more: Partial<StoredEvent> = {}): StoredEvent => ({ seq, body: '{}', hash: 'h', ...more });
const append = (version: number, events: readonly StoredEvent[], extras?: AppendExtras) => () =>
  checkAppend('loan-1', version, events, extras);
const claim = (change: Partial<ClaimQuery>) => () =>
  checkClaim({ now: 0, leaseMs: 1, limit: 1, kinds: ['reports'], ...change });

describe('a name', () => {
  test.each(['a', 'a'.repeat(512), 'ünïcode 漢字 😀', "'; drop"])('like %s can be kept', (name) => {
    expect(complaintOf(() => checkName('loanId', name))).toBeUndefined();
  });

  test.each([
    ['', 'is empty'],
    ['a'.repeat(513), 'has 513 characters: shorten it to 512'],
    ['a\0b', 'holds U+0000'],
    ['a\ud800', 'half of a character'],
  ])('like %j is refused', (name, says) => {
    expect(complaintOf(() => checkName('loanId', name))).toMatchObject({
      path: 'loanId',
      message: expect.stringContaining(says),
    });
  });
});

describe('an append', () => {
  test('of events that follow one another is taken, and one of none', () => {
    expect(complaintOf(append(0, [event(1), event(2, { personal: 'v0.x' })]))).toBeUndefined();
    expect(
      complaintOf(
        append(3, [], { expectedHead: 'h', addLabels: ['a'], removeLabels: ['b'], work: { reports: 0, debits: null } }),
      ),
    ).toBeUndefined();
  });

  test('of an event of 4 MiB is taken, of a longer one not: evidence has to be read back line by line', () => {
    // Each of these characters takes two bytes.
    const body = 'é'.repeat(2 * 1_024 * 1_024);
    expect(complaintOf(append(0, [event(1, { body, personal: body })]))).toBeUndefined();
    expect(append(0, [event(1, { body: `${body}.` })])).toThrow(
      'events[0].body: has 4194305 bytes: an event takes 4194304',
    );
    expect(append(0, [event(1, { personal: `${body}.` })])).toThrow('events[0].personal: has 4194305 bytes');
  });

  test.each<[string, () => void, string, string]>([
    ['to no file', () => checkAppend('', 0, []), 'loanId', 'is empty'],
    ['after half an event', append(0.5, []), 'expectedVersion', 'is 0.5: give a whole number from 0'],
    ['after less than nothing', append(-1, []), 'expectedVersion', 'is -1'],
    ['that leaves a gap', append(1, [event(3)]), 'events[0].seq', 'is 3, but this place in the file is 2'],
    ['out of order', append(0, [event(1), event(1)]), 'events[1].seq', 'is 1, but this place in the file is 2'],
    ['of bytes that are no text', append(0, [event(1, { body: '\0' })]), 'events[0].body', 'U+0000'],
    ['of a hash that is no text', append(0, [event(1, { hash: '\ud800' })]), 'events[0].hash', 'half of a character'],
    ['of a personal part that is no text', append(0, [event(1, { personal: '\0' })]), 'events[0].personal', 'U+0000'],
    [
      'after the end of nothing',
      append(1, [event(2)], { expectedHead: '' }),
      'expectedHead',
      'is empty: give it a name',
    ],
    ['under no label', append(0, [event(1)], { addLabels: [''] }), 'label', 'is empty'],
    ['that takes no label away', append(0, [event(1)], { removeLabels: [''] }), 'label', 'is empty'],
    [
      'that adds and takes the same label',
      append(0, [event(1)], { addLabels: ['a', 'b'], removeLabels: ['b'] }),
      'removeLabels',
      "names 'b'",
    ],
    ['with work of no kind', append(0, [event(1)], { work: { '': 1 } }), 'work', 'is empty'],
    [
      'with work that is due before all time',
      append(0, [event(1)], { work: { reports: -1 } }),
      'work.reports',
      'is -1',
    ],
    [
      'with work that is due at no time',
      append(0, [event(1)], { work: { reports: Number.NaN } }),
      'work.reports',
      'is NaN',
    ],
  ])('%s is refused', (_what, check, path, says) => {
    expect(complaintOf(check)).toMatchObject({ path, message: expect.stringContaining(says) });
  });
});

const noPage = 'is not the `next` of a page: pass on what the page before answered';

describe('a page', () => {
  test('begins at its mark, or at the beginning', () => {
    expect([
      checkPage({ limit: 1 }),
      checkPage({ limit: 1, after: '17' }),
      checkPage({ limit: 1, after: '0' }),
    ]).toEqual([0, 17, 0]);
  });

  test.each<[PageQuery, string, string]>([
    [{ limit: 0 }, 'limit', 'is 0: give a whole number from 1'],
    [{ limit: 1.5 }, 'limit', 'is 1.5: give a whole number from 1'],
    ...['loan-1', '-1', '', '1x', '1'.repeat(16)].map(
      (after) => [{ limit: 1, after }, 'after', noPage] as [PageQuery, string, string],
    ),
  ])('of %j is refused', (query, path, message) => {
    expect(complaintOf(() => checkPage(query))).toEqual({ path, message });
  });
});

describe('a claim', () => {
  test('of everything, or of one loan, is taken', () => {
    expect(complaintOf(claim({}))).toBeUndefined();
    expect(complaintOf(claim({ kinds: [], loanId: 'loan-1' }))).toBeUndefined();
  });

  test.each<[Partial<ClaimQuery>, string]>([
    [{ now: -1 }, 'now'],
    [{ now: 0.5 }, 'now'],
    [{ leaseMs: 0 }, 'leaseMs'],
    [{ limit: 0 }, 'limit'],
    [{ kinds: [''] }, 'kinds'],
    [{ loanId: '' }, 'loanId'],
  ])('with %j is refused', (change, path) => {
    expect(complaintOf(claim(change))).toMatchObject({ path });
  });
});
