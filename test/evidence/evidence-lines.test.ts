import { describe, expect, test } from 'vitest';
import { readEvidenceLine } from '../../src/evidence/evidence-lines.ts';

describe('a line of an evidence file', () => {
  test('is recognised by its first word, with what it holds', () => {
    const header = {
      disclaimer: 'No bank.',
      exportedAt: '2026-05-01T12:00:00.000Z',
      format: 'repaykit-evidence/1',
      loanId: 'loan-a',
    };
    const personal = { personal: { salt: 'AAAA', seq: 1, value: { name: 'Ngozi' } } };
    const checkpoint = { checkpoint: { number: 1 }, proof: { count: 1, index: 0, path: [] }, version: 3 };
    const footer = { footer: { events: 3, head: 'f' } };
    for (const isAmongEvents of [true, false]) {
      const read = (line: object) => readEvidenceLine(JSON.stringify(line), isAmongEvents);
      expect(read(header)).toEqual({ kind: 'header', line: header });
      expect(read(personal)).toEqual({ kind: 'personal', line: personal });
      expect(read(checkpoint)).toEqual({ kind: 'checkpoint', line: checkpoint });
      expect(read(footer)).toEqual({ kind: 'footer', line: footer });
    }
  });

  test.each([
    ['a footer that also has a personal part', '{"footer":{},"personal":{}}', 'footer'],
    [
      'a checkpoint that also has a personal part and a footer',
      '{"checkpoint":{},"footer":{},"personal":{},"proof":{"path":[]}}',
      'checkpoint',
    ],
    ['a footer that also follows something', '{"footer":{},"previous":"f"}', 'footer'],
    ['a footer that also has a place', '{"footer":{},"seq":1}', 'footer'],
  ])('is what its first word says: %s', (_, text, kind) => expect(readEvidenceLine(text, true).kind).toBe(kind));

  test.each([
    ['text', 'hello'],
    ['a list', '[{"footer":{}}]'],
    ['an event', '{"at":"2026-03-01T08:00:00.000Z","loanId":"loan-a","previous":"f","seq":1,"type":"loan.opened"}'],
    ['an event that begins with a commitment', '{"personal":"f","previous":"f","seq":1}'],
    ['an event that looks like a footer', '{"footer":{},"previous":"f","seq":1}'],
    ['an event that looks like a personal part', '{"personal":{},"previous":"f","seq":1}'],
    ['an event that looks like a checkpoint', '{"checkpoint":{},"previous":"f","proof":{"path":[]},"seq":1}'],
    [
      'an event that looks like a header',
      '{"disclaimer":"","format":"repaykit-evidence/1","loanId":"loan-a","previous":"f","seq":1}',
    ],
    ['a footer that begins with another word', '{"events":{"footer":{}},"footer":{}}'],
    ['a footer that is cut off', '{"footer":{"events":3'],
    ['a footer of text', '{"footer":"3"}'],
    ['a footer that is a list after all', '{"footer":{},"footer":[]}'],
    ['a personal part of text', '{"personal":"Ngozi"}'],
    ['a checkpoint of text', '{"checkpoint":"1","proof":{"path":[]}}'],
    ['a checkpoint that is nothing after all', '{"checkpoint":{},"checkpoint":null,"proof":{"path":[]}}'],
    ['a checkpoint without a proof', '{"checkpoint":{"number":1}}'],
    ['a checkpoint with the proof of nothing', '{"checkpoint":{},"proof":null}'],
    ['a checkpoint with a proof that leads nowhere', '{"checkpoint":{},"proof":{"path":"root"}}'],
    ['a checkpoint under a footer of text', '{"footer":"3","checkpoint":{},"proof":{"path":[]}}'],
  ])('is an event where events are expected, and else does not belong there: %s', (_, text) => {
    expect(readEvidenceLine(text, true)).toEqual({ kind: 'event' });
    expect(readEvidenceLine(text, false)).toEqual({ kind: 'unknown' });
  });

  test.each([
    ['is of another format', '{"disclaimer":"","format":"repaykit-evidence/2","loanId":"loan-a"}'],
    ['names no loan', '{"disclaimer":"","format":"repaykit-evidence/1"}'],
    ['names a loan that has no name', '{"disclaimer":"","format":"repaykit-evidence/1","loanId":7}'],
  ])('does not belong there, also among events, if it is a header that %s', (_, text) => {
    for (const isAmongEvents of [true, false])
      expect(readEvidenceLine(text, isAmongEvents)).toEqual({ kind: 'unknown' });
  });
});
