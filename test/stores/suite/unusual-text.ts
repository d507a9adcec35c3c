import { describe, expect, test } from 'vitest';
import { InputError } from '../../../src/errors.ts';
import { sampleEvent, sampleEvents } from '../sample-events.ts';
import type { OpenStore } from '../store-suite.ts';

const unusual = [
  ['200 characters', 'L'.repeat(200)],
  ['512 characters beyond the first plane', '😀'.repeat(256)],
  ['quotes and backslashes', `o'brien "x" \\ \\' $1 ; -- {a,b} %`],
  ['tone marks', 'Ọlá Ṣọlá gbàdúrà'],
  ['composed and bare accents', 'e\u0301 is not \u00e9'],
  ['spaces, tabs and line breaks', ' a\tb\r\nc '],
  ['text from right to left', 'رقم القرض'],
  ['the word null', 'NULL'],
  ['an object’s own name', '__proto__'],
] as const;

const unkeepable = [
  ['U+0000', 'a\0b'],
  ['half of a character', 'a\ud83d'],
] as const;

/** What a store promises of text that a careless store mangles. */
export function describeUnusualText(open: OpenStore): void {
  describe('unusual text', () => {
    test.each(unusual)('is kept as it is, in ids, labels, kinds and events: %s', async (_what, text) => {
      const { store, beside } = await open();
      const event = sampleEvent(text, 1, { note: text, personal: text });
      await store.append(text, 0, [event], { addLabels: [text, `mandate:${text.slice(0, 500)}`], work: { [text]: 5 } });
      expect(await beside.load(text)).toEqual({ loanId: text, version: 1, events: [event] });
      expect(await store.find(text, { limit: 2 })).toEqual({ loanIds: [text] });
      expect(await store.list({ limit: 2 })).toEqual({ heads: [{ loanId: text, version: 1, head: event.hash }] });
      const [claim] = await store.claim({ now: 5, leaseMs: 5, limit: 2, kinds: [text], loanId: text });
      expect(claim).toEqual({ loanId: text, kind: text, dueAt: 5, fence: 1, attempts: 1 });
      expect(await beside.settle(claim as never, { kind: 'failed', dueAt: 6, reason: text })).toBe(true);
    });

    test('is distinguished from what looks the same', async () => {
      const { store } = await open();
      for (const loanId of ['\u00e9', 'e\u0301', 'A', 'a', 'a '])
        await store.append(loanId, 0, sampleEvents(loanId, 0, 1), { addLabels: [`mandate:${loanId}`] });
      expect((await store.list({ limit: 9 })).heads.map(({ loanId }) => loanId)).toEqual([
        '\u00e9',
        'e\u0301',
        'A',
        'a',
        'a ',
      ]);
      expect(await store.find('mandate:a', { limit: 2 })).toEqual({ loanIds: ['a'] });
    });

    test.each(unkeepable)('that no database keeps is refused wherever it stands: %s', async (_what, text) => {
      const { store } = await open();
      const event = sampleEvent('loan-1', 1);
      const tries = [
        store.append(text, 0, [event]),
        store.append('loan-1', 0, [{ ...event, body: text }]),
        store.append('loan-1', 0, [{ ...event, personal: text }]),
        store.append('loan-1', 0, [event], { addLabels: [text] }),
        store.append('loan-1', 0, [event], { removeLabels: [text] }),
        store.append('loan-1', 0, [event], { work: { [text]: 1 } }),
        store.load(text),
        store.find(text, { limit: 1 }),
        store.claim({ now: 1, leaseMs: 1, limit: 1, kinds: [text] }),
      ];
      for (const attempt of await Promise.allSettled(tries))
        expect(attempt).toMatchObject({ status: 'rejected', reason: expect.any(InputError) });
      expect(await store.load('loan-1')).toBeUndefined();
    });

    test('that is too long for a name is refused, and so is none', async () => {
      const { store } = await open();
      for (const name of ['', 'L'.repeat(513)]) {
        await expect(store.append(name, 0, [])).rejects.toThrow(InputError);
        await expect(store.append('loan-1', 0, sampleEvents('loan-1', 0, 1), { addLabels: [name] })).rejects.toThrow(
          InputError,
        );
      }
      expect(await store.load('loan-1')).toBeUndefined();
    });

    test('of half a megabyte is kept whole', async () => {
      const { store } = await open();
      const event = sampleEvent('loan-1', 1, { note: 'ọ'.repeat(250_000), personal: 'p'.repeat(500_000) });
      await store.append('loan-1', 0, [event]);
      expect((await store.load('loan-1'))?.events).toEqual([event]);
    });
  });
}
