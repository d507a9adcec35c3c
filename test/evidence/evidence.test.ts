import { generateKeyPairSync } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { canonicalJson } from '../../src/domain/canonical-json.ts';
import { DISCLAIMER } from '../../src/domain/notice.ts';
import { ConfigurationError, EvidenceError, InputError } from '../../src/errors.ts';
import { memoryCheckpoints } from '../../src/evidence/checkpoint-files.ts';
import { exportEvidence } from '../../src/evidence/evidence-export.ts';
import { requireEvidence, type VerifyEvidenceOptions, verifyEvidence } from '../../src/evidence/evidence-verify.ts';
import { sha256 } from '../../src/loan-file/content-hash.ts';
import { memoryKeys } from '../../src/loan-file/keys.ts';
import { NO_HASH } from '../../src/loan-file/store.ts';
import { type Files, sampleEvent, sealAfter, signer, storeOf, textOf, write } from '../loan-file/sealed-files.ts';
import { exportClock, exported, type SampleCase, sampleCase } from './sample-evidence.ts';

const publicKey = signer.publicKey;

async function brokenIn(text: string, options: VerifyEvidenceOptions = { publicKey }) {
  return (await verifyEvidence(text, options)).loans[0]?.broken;
}

describe('evidence that somebody crafted', () => {
  test('shows no personal part under a salt of another length: its bytes could be taken for the beginning of what it says', async () => {
    const files: Files = new Map();
    const commitment = sha256(Buffer.concat([Buffer.alloc(32, 7), Buffer.from('5001')]));
    const body = canonicalJson({
      at: '2026-03-01T08:00:00.000Z',
      loanId: 'loan-a',
      payerId: 'p',
      personal: commitment,
      previous: NO_HASH,
      seq: 1,
      type: 'loan.opened',
    });
    files.set('loan-a', [{ seq: 1, body: body as string, hash: sha256(body as string) }]);
    const lines = (
      await textOf(exportEvidence({ store: storeOf(files), loanIds: ['loan-a'], clock: exportClock }))
    ).split('\n');
    const shown = (salt: Buffer, value: unknown) =>
      verifyEvidence(
        [
          ...lines.slice(0, 2),
          JSON.stringify({ personal: { salt: salt.toString('base64url'), seq: 1, value } }),
          ...lines.slice(2),
        ].join('\n'),
      );
    expect((await shown(Buffer.concat([Buffer.alloc(32, 7), Buffer.from('500')]), 1)).ok).toBe(false);
    expect((await shown(Buffer.alloc(32, 7), 5001)).ok).toBe(true);
  });
});

describe('an evidence file', () => {
  test('is a header, the bytes of each event, the checkpoints with their proofs, and a footer', async () => {
    const it = await sampleCase();
    const lines = (await exported(it)).trimEnd().split('\n');
    expect(JSON.parse(lines[0] as string)).toEqual({
      format: 'repaykit-evidence/1',
      loanId: 'loan-a',
      exportedAt: '2026-05-01T12:00:00.000Z',
      disclaimer: DISCLAIMER,
    });
    expect(lines.slice(1, 10)).toEqual(it.files.get('loan-a')?.map(({ body }) => body));
    expect(
      lines
        .slice(10, 12)
        .map((line) => JSON.parse(line))
        .map(({ version, checkpoint }) => [version, checkpoint.number]),
    ).toEqual([
      [6, 1],
      [9, 2],
    ]);
    expect(JSON.parse(lines[12] as string)).toEqual({ footer: { events: 9, head: sha256(lines[9] as string) } });
  });

  test('can be checked by hand: the SHA-256 of each line is what the next one follows', async () => {
    const lines = (await exported(await sampleCase())).split('\n').slice(1, 10);
    for (let index = 1; index < lines.length; index++)
      expect(JSON.parse(lines[index] as string).previous).toBe(sha256(lines[index - 1] as string));
  });

  test('holds with the public key alone, for several loans too', async () => {
    const it = await sampleCase();
    const report = await verifyEvidence(await exported(it, { loanIds: ['loan-a', 'loan-b'] }), { publicKey });
    expect(report).toEqual({
      ok: true,
      isSigned: true,
      problems: [],
      loans: [
        {
          loanId: 'loan-a',
          events: 9,
          head: it.files.get('loan-a')?.[8]?.hash,
          personal: 0,
          checkpoints: 2,
          vouchedEvents: 9,
        },
        {
          loanId: 'loan-b',
          events: 3,
          head: it.files.get('loan-b')?.[2]?.hash,
          personal: 0,
          checkpoints: 2,
          vouchedEvents: 3,
        },
      ],
    });
  });

  test('says how far checkpoints vouch for a loan that went on since', async () => {
    const it = await sampleCase();
    write(it.files, 'loan-a', 2);
    expect((await verifyEvidence(await exported(it), { publicKey })).loans[0]).toMatchObject({
      events: 11,
      vouchedEvents: 9,
    });
  });

  test('without a public key shows only that it agrees with itself', async () => {
    const report = await verifyEvidence(await exported(await sampleCase()));
    expect(report).toMatchObject({ ok: true, isSigned: false, loans: [{ checkpoints: 0, vouchedEvents: 0 }] });
  });

  test('is not enough for whoever has the public key when no checkpoint vouches for a loan', async () => {
    const it = await sampleCase();
    expect(await verifyEvidence(await exported(it, { checkpoints: [] }), { publicKey })).toMatchObject({
      ok: false,
      loans: [{ vouchedEvents: 0 }],
      problems: [],
    });
  });

  test('is read the same as text, as bytes and in pieces of any size', async () => {
    const text = await exported(await sampleCase(), { showPersonal: true });
    const report = await verifyEvidence(text, { publicKey });
    expect(report).toMatchObject({ ok: true, loans: [{ personal: 3 }] });
    const bytes = Buffer.from(text);
    expect(await verifyEvidence(bytes, { publicKey })).toEqual(report);
    for (const size of [1, 7, 1_000, 1_001]) {
      const pieces = Array.from({ length: Math.ceil(bytes.length / size) }, (_, index) =>
        bytes.subarray(index * size, (index + 1) * size),
      );
      expect(await verifyEvidence(pieces, { publicKey })).toEqual(report);
    }
    expect(await verifyEvidence(text.trimEnd(), { publicKey })).toEqual(report);
  });

  test('of a loan that is not in the store cannot be made', async () => {
    await expect(exported(await sampleCase(), { loanIds: ['loan-x'] })).rejects.toThrow(InputError);
  });

  test('wants the public key where checkpoints are given, and a key that is one', async () => {
    const it = await sampleCase();
    await expect(verifyEvidence('', { checkpoints: it.sink.all() })).rejects.toThrow(ConfigurationError);
    await expect(verifyEvidence('', { publicKey: 'none' })).rejects.toThrow(ConfigurationError);
  });
});

describe('personal parts', () => {
  test('are shown only when they are asked for', async () => {
    const it = await sampleCase();
    expect(await exported(it)).not.toContain('Ngozi');
    const shown = await exported(it, { showPersonal: true });
    expect(shown).toContain('Ngozi 4');
    expect((await verifyEvidence(shown, { publicKey })).loans[0]).toMatchObject({ personal: 3 });
  });

  test('are shown as long as their key exists; the chain holds with and without', async () => {
    const keys = memoryKeys();
    const files: Files = new Map();
    write(files, 'loan-a', 9, await keys.payerKey('payer of loan-a'));
    const it = { files, sink: memoryCheckpoints() };
    const options = { showPersonal: true, keys };
    expect((await verifyEvidence(await exported(it, options))).loans[0]).toMatchObject({ personal: 3 });
    expect(await exported(it, { showPersonal: true })).not.toContain('Ngozi');
    await keys.destroyPayerKey('payer of loan-a');
    const erased = await exported(it, options);
    expect(erased).not.toContain('Ngozi');
    expect(await verifyEvidence(erased)).toMatchObject({ ok: true, loans: [{ events: 9, personal: 0 }] });
  });

  test('that were altered in the store are not exported', async () => {
    const it = await sampleCase();
    const [first, ...more] = it.files.get('loan-a') ?? [];
    it.files.set('loan-a', [{ ...first, personal: 'v2.what' } as never, ...more]);
    await expect(exported(it, { showPersonal: true })).rejects.toThrow(EvidenceError);
    expect(await verifyEvidence(await exported(it), { publicKey })).toMatchObject({ ok: true });
  });

  test('that are not the ones committed to break their event', async () => {
    const text = await exported(await sampleCase(), { showPersonal: true });
    expect(await brokenIn(text.replace('Ngozi 4', 'Ngozi 5'))).toMatchObject({
      seq: 4,
      reason: expect.stringContaining('personal'),
    });
    expect(await brokenIn(text.replace('{"personal":{"salt":"', '{"personal":{"salt":"AA'))).toMatchObject({ seq: 1 });
    expect(await verifyEvidence(text.replace('"seq":4,"value"', '"seq":5,"value"'), { publicKey })).toMatchObject({
      ok: false,
      problems: [expect.stringContaining('belongs to no event')],
    });
  });
});

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

  test('when the end was cut off with the checkpoint that saw it, by whoever has the checkpoints from elsewhere', async () => {
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

describe('evidence that is required', () => {
  test('is answered with its report when it holds', async () => {
    expect(await requireEvidence(await exported(await sampleCase()), { publicKey })).toMatchObject({ ok: true });
  });

  test('is refused with the event that is broken first, with what is wrong beside, or with the loan that nobody vouches for', async () => {
    const it = await sampleCase();
    const text = await exported(it);
    await expect(requireEvidence(text.replace('T08:00:04', 'T09:00:04'), { publicKey })).rejects.toThrow(
      /Event 4 of loan 'loan-a'/,
    );
    await expect(requireEvidence(`${text}note\n`, { publicKey })).rejects.toThrow(/line 14/);
    await expect(requireEvidence(await exported(it, { checkpoints: [] }), { publicKey })).rejects.toThrow(
      /No checkpoint vouches for loan 'loan-a'/,
    );
  });

  test('tells its progress', async () => {
    const seen: number[] = [];
    await verifyEvidence(await exported(await sampleCase()), { onProgress: (events) => seen.push(events) });
    expect(seen.at(-1)).toBe(9);
  });
});
