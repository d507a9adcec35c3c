import { describe, expect, test } from 'vitest';
import { canonicalJson } from '../../src/domain/canonical-json.ts';
import { DISCLAIMER } from '../../src/domain/consent/notice.ts';
import { ConfigurationError, EvidenceError, InputError } from '../../src/errors.ts';
import { memoryCheckpoints } from '../../src/evidence/checkpoint-files.ts';
import { exportEvidence } from '../../src/evidence/evidence-export.ts';
import { requireEvidence, verifyEvidence } from '../../src/evidence/evidence-verify.ts';
import { sha256 } from '../../src/loan-file/hashing.ts';
import { memoryKeys } from '../../src/loan-file/keys.ts';
import { NO_HASH } from '../../src/loan-file/store.ts';
import { type Files, storeOf, textOf, write } from '../loan-file/sealed-files.ts';
import { brokenIn, exportClock, exported, publicKey, sampleCase } from './sample-evidence.ts';

describe('forged evidence', () => {
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

  test('is not enough for a reader with the public key when no checkpoint vouches for a loan', async () => {
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

describe('evidence that is required', () => {
  test('is answered with its report when it holds', async () => {
    expect(await requireEvidence(await exported(await sampleCase()), { publicKey })).toMatchObject({ ok: true });
  });

  test('is refused with the event that is broken first, with what is wrong beside, or with the loan that no checkpoint vouches for', async () => {
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

  test('reports its progress', async () => {
    const seen: number[] = [];
    await verifyEvidence(await exported(await sampleCase()), { onProgress: (events) => seen.push(events) });
    expect(seen.at(-1)).toBe(9);
  });
});
