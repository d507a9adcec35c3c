import { generateKeyPairSync } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { EvidenceError } from '../../src/errors.ts';
import { memoryCheckpoints } from '../../src/evidence/checkpoint-files.ts';
import { requireEvidence, type VerifyEvidenceOptions, verifyEvidence } from '../../src/evidence/evidence-verify.ts';
import { sha256 } from '../../src/loan-file/hashing.ts';
import { sampleEvent, sealAfter, storeOf } from '../loan-file/sealed-files.ts';
import { brokenIn, exportClock, exported, publicKey, type SampleCase, sampleCase } from './sample-evidence.ts';

describe('the first event that cannot be believed is named', () => {
  const lines = async () => (await exported(await sampleCase())).split('\n');
  const broken = async (change: (lines: string[]) => unknown, options?: VerifyEvidenceOptions) => {
    const changed = await lines();
    change(changed);
    return brokenIn(changed.join('\n'), options);
  };

  test.each([1, 2, 5, 8, 9])('when a fact of event %i was changed', async (seq) => {
    const change = (all: string[]) => {
      all[seq] = (all[seq] as string).replace('T08:00', 'T08:01');
    };
    expect(await broken(change, {})).toMatchObject({ seq });
    expect(await broken(change)).toMatchObject({ seq });
  });

  test.each([1, 2, 5, 8, 9])('when what event %i follows was changed', async (seq) => {
    const change = (all: string[]) => {
      all[seq] = (all[seq] as string).replace(
        /"previous":"(.)/,
        (_, digit) => `"previous":"${digit === 'f' ? 'e' : 'f'}`,
      );
    };
    expect(await broken(change, {})).toMatchObject({ seq });
  });

  test.each([1, 4, 9])('when event %i is missing', async (seq) =>
    expect(await broken((all) => all.splice(seq, 1), {})).toMatchObject({ seq }),
  );
  test('when one was put in between', async () =>
    expect(await broken((all) => all.splice(4, 0, all[7] as string), {})).toMatchObject({ seq: 4 }));
  test('when one stands twice', async () =>
    expect(await broken((all) => all.splice(4, 0, all[4] as string), {})).toMatchObject({ seq: 5 }));
  test('when two changed places', async () =>
    expect(await broken((all) => all.splice(4, 2, all[5] as string, all[4] as string), {})).toMatchObject({ seq: 4 }));
  test('when one is no JSON', async () =>
    expect(await broken((all) => all.splice(4, 1, 'what?'), {})).toMatchObject({ seq: 4 }));
  test('when one is JSON of another kind', async () =>
    expect(await broken((all) => all.splice(4, 1, '[]'), {})).toMatchObject({ seq: 4 }));

  test('when one says the same in other bytes', async () => {
    const change = (all: string[]) => all.splice(4, 1, (all[4] as string).replace(',"at"', ', "at"'));
    expect(await broken(change, {})).toEqual({ seq: 4, reason: 'its bytes are not canonical JSON' });
  });

  test('when line ends were turned into those of another system', async () => {
    expect(
      await broken(
        (all) => all.splice(0, all.length, ...all.map((line, index) => (index < 10 && index > 0 ? `${line}\r` : line))),
        {},
      ),
    ).toMatchObject({
      seq: 1,
    });
  });

  test('when a byte is no UTF-8', async () => {
    const text = (await lines()).join('\n');
    const bytes = Buffer.from(text);
    bytes[text.indexOf('debit.intended') + 2] = 0xff;
    expect((await verifyEvidence(bytes, { publicKey })).loans[0]?.broken).toMatchObject({ seq: 2 });
  });

  test('when the end was cut off', async () => {
    expect(await broken((all) => all.splice(8, 2), {})).toMatchObject({
      seq: 8,
      reason: expect.stringContaining('9 events'),
    });
  });

  test('when the end was cut off with the checkpoint that saw it, by a reader who has the checkpoints from elsewhere', async () => {
    const it = await sampleCase();
    const all = (await exported(it)).split('\n');
    all.splice(11, 1);
    all.splice(8, 2);
    all[all.length - 2] = JSON.stringify({ footer: { events: 7, head: sha256(all[7] as string) } });
    expect(await verifyEvidence(all.join('\n'), { publicKey })).toMatchObject({
      ok: true,
      loans: [{ events: 7, vouchedEvents: 6 }],
    });
    expect(await brokenIn(all.join('\n'), { publicKey, checkpoints: it.sink.all() })).toEqual({
      seq: 8,
      reason:
        'checkpoint 2 of 2026-03-02T09:00:00.000Z saw 9 events, but the file has 7: its end was cut off, and what stands after event 6 may be other than it saw',
    });
  });
});

describe('files that were rewritten and hashed again', () => {
  async function rewritten(from: number): Promise<SampleCase> {
    const it = await sampleCase();
    const known = it.files.get('loan-a') ?? [];
    const events = known
      .slice(from - 1)
      .map((_, index) => sampleEvent('payer of loan-a', from + index, index === 0 ? 'rewritten' : ''));
    it.files.set('loan-a', sealAfter('loan-a', known.slice(0, from - 1), events));
    return it;
  }

  test('hold in themselves, and are contradicted by checkpoints that name where it begins', async () => {
    const it = await rewritten(8);
    const honest = await sampleCase();
    const text = await exported(it, { checkpoints: it.sink.all() });
    expect(await brokenIn(text, {})).toMatchObject({ seq: 7 });
    expect(await brokenIn(text)).toMatchObject({
      seq: 7,
      reason: expect.stringMatching(/events 7 to 9 .* checkpoint 2 of 2026-03-02/),
    });
    const stripped = await exported(it, { checkpoints: [] });
    expect(await brokenIn(stripped, {})).toBeUndefined();
    expect(await brokenIn(stripped, { publicKey, checkpoints: it.sink.all() })).toMatchObject({ seq: 7 });
    expect(await verifyEvidence(await exported(honest), { publicKey, checkpoints: honest.sink.all() })).toMatchObject({
      ok: true,
    });
  });

  test('are contradicted by the first checkpoint that saw the event', async () => {
    const it = await rewritten(2);
    expect(await brokenIn(await exported(it))).toMatchObject({
      seq: 1,
      reason: expect.stringContaining('events 1 to 6'),
    });
  });

  test('cannot borrow the checkpoint of another loan, nor one that was made for them', async () => {
    const it = await rewritten(2);
    const borrowed = (await exported(it, { loanIds: ['loan-b'] }))
      .split('\n')
      .find((line) => line.startsWith('{"checkpoint"')) as string;
    const lines = (await exported(it, { checkpoints: [] })).split('\n');
    lines.splice(10, 0, borrowed);
    expect(await brokenIn(lines.join('\n'))).toMatchObject({ seq: 1 });
    const own = memoryCheckpoints();
    const stranger = generateKeyPairSync('ed25519');
    const { takeCheckpoint } = await import('../../src/evidence/checkpoint.ts');
    await takeCheckpoint({ store: storeOf(it.files), sink: own, key: stranger.privateKey, clock: exportClock });
    const report = await verifyEvidence(await exported(it, { checkpoints: own.all() }), { publicKey });
    expect(report).toMatchObject({ ok: false, problems: [expect.stringContaining('another key')] });
  });
});

describe('whatever the file holds, there is a report', () => {
  test.each([
    ['nothing', ''],
    ['an empty line', '\n'],
    ['text', 'hello\nworld\n'],
    ['a list', '[1,2]\n'],
    ['another format', '{"disclaimer":"","format":"repaykit-evidence/9","loanId":"loan-a"}\n'],
    ['a header alone', `{"disclaimer":"","exportedAt":"","format":"repaykit-evidence/1","loanId":"loan-a"}\n`],
    [
      'a header and an empty footer',
      `{"disclaimer":"","format":"repaykit-evidence/1","loanId":"loan-a"}\n{"footer":{}}\n`,
    ],
    [
      'a checkpoint of nonsense',
      `{"disclaimer":"","format":"repaykit-evidence/1","loanId":"a"}\n{"checkpoint":{"a":1},"proof":{"path":[{}]},"version":-1}\n{"footer":{"events":0,"head":""}}\n`,
    ],
    ['no text', Buffer.from([0xff, 0xfe, 0x0a, 0x00, 0x80])],
  ])('of %s', async (_, input) => {
    for (const options of [{}, { publicKey }]) {
      const report = await verifyEvidence(input, options);
      expect(report.ok).toBe(false);
      expect(report.problems.length + report.loans.filter(({ broken }) => broken).length).toBeGreaterThan(0);
    }
    await expect(requireEvidence(input)).rejects.toThrow(EvidenceError);
  });

  test('of random lines, and of real ones in any order and number', async () => {
    const it = await sampleCase();
    const real = (await exported(it, { loanIds: ['loan-a', 'loan-b'], showPersonal: true })).trimEnd().split('\n');
    const line = fc.oneof(fc.constantFrom(...real), fc.string(), fc.json());
    await fc.assert(
      fc.asyncProperty(fc.array(line, { maxLength: 20 }), async (lines) => {
        expect((await verifyEvidence(lines.join('\n'), { publicKey })).ok).toBe(false);
      }),
      { numRuns: 500 },
    );
  });

  test('of a loan that comes twice, and of lines between loans', async () => {
    const text = await exported(await sampleCase());
    expect(await verifyEvidence(text + text, { publicKey })).toMatchObject({
      ok: false,
      problems: ["loan 'loan-a' comes twice"],
    });
    expect(await verifyEvidence(`${text}note\nnote\n`, { publicKey })).toMatchObject({
      ok: false,
      problems: [expect.stringContaining('line 14')],
    });
  });

  test('of a file that is cut off, in the middle of a loan', async () => {
    const text = await exported(await sampleCase());
    const report = await verifyEvidence(text.split('\n').slice(0, 6).join('\n'), {});
    expect(report).toMatchObject({
      ok: false,
      loans: [{ events: 5 }],
      problems: [expect.stringContaining('ends before')],
    });
  });

  test('without end: a line longer than any is cut, and the report is short', async () => {
    const report = await verifyEvidence(Array.from({ length: 20 }, () => 'x'.repeat(1_000_000)));
    expect(report.ok).toBe(false);
    expect(report.problems.length).toBeLessThan(5);
  });
});
