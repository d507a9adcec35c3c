import { describe, expect, test } from 'vitest';
import { DISCLAIMER } from '../../src/domain/consent/notice.ts';
import { ConfigurationError, EvidenceError } from '../../src/errors.ts';
import type { CheckpointRecord } from '../../src/evidence/checkpoint.ts';
import { requireEvidence, verifyEvidence } from '../../src/evidence/evidence-verify.ts';
import { signer, write } from '../loan-file/sealed-files.ts';
import { exported, sampleCase } from './sample-evidence.ts';

const publicKey = signer.publicKey;
const both = { loanIds: ['loan-a', 'loan-b'] };
const stray = 'does not belong there: a loan begins with its header (repaykit-evidence/1) and ends with its footer';
const header = `{"disclaimer":"${DISCLAIMER}","exportedAt":"2026-05-01T12:00:00.000Z","format":"repaykit-evidence/1","loanId":"loan-a"}`;

describe('evidence of two loans', () => {
  test('does not hold where one of them is broken, whichever it is', async () => {
    const it = await sampleCase();
    const text = await exported(it, both);
    for (const [loanId, seq] of [
      ['loan-a', 7],
      ['loan-b', 2],
    ] as const) {
      const body = it.files.get(loanId)?.[seq - 1]?.body as string;
      const spoilt = text.replace(body, body.replace('T08:00', 'T08:01'));
      const { ok, loans } = await verifyEvidence(spoilt);
      expect([ok, loans.map(({ broken }) => broken?.seq)]).toEqual([
        false,
        loanId === 'loan-a' ? [7, undefined] : [undefined, 2],
      ]);
      await expect(requireEvidence(spoilt)).rejects.toThrow(
        new EvidenceError(
          `Event ${seq} of loan '${loanId}' cannot be believed: its bytes do not have the hash that event ${seq + 1} follows`,
        ),
      );
    }
  });

  test('is not enough where no checkpoint vouches for one of them', async () => {
    const it = await sampleCase();
    write(it.files, 'loan-c', 2);
    const text = await exported(it, { loanIds: ['loan-a', 'loan-c'] });
    expect(await verifyEvidence(text, { publicKey })).toMatchObject({
      ok: false,
      problems: [],
      loans: [{ vouchedEvents: 9 }, { vouchedEvents: 0 }],
    });
    expect(await verifyEvidence(text)).toMatchObject({ ok: true });
    await expect(requireEvidence(text, { publicKey })).rejects.toThrow(
      new EvidenceError("No checkpoint vouches for loan 'loan-c'"),
    );
  });

  test('shows the first one also where its end was lost', async () => {
    const lines = (await exported(await sampleCase(), both)).split('\n');
    const { loans, problems } = await verifyEvidence(lines.toSpliced(12, 1).join('\n'), { publicKey });
    expect(loans).toMatchObject([
      { loanId: 'loan-a', events: 9 },
      { loanId: 'loan-b', events: 3 },
    ]);
    expect(problems).toEqual(["loan 'loan-a': the file ends before this loan does"]);
  });
});

describe('what is wrong beside the events', () => {
  const cases: readonly (readonly [name: string, text: string, problems: readonly string[]])[] = [
    ['nothing at all', '', ['there is no loan in it']],
    ['strange lines', 'hello\nworld\n', [`line 1 ${stray}`, 'there is no loan in it']],
    [
      'a strange line before a loan',
      `note\n${header}\n{"footer":{}}`,
      [`line 1 ${stray}`, "loan 'loan-a': its last line does not say how it ends"],
    ],
    [
      'strange lines before and after the header of a loan',
      `note\n${header}\n{"disclaimer":"","format":"repaykit-evidence/9"}`,
      [`line 1 ${stray}`, `line 3 ${stray}`, "loan 'loan-a': the file ends before this loan does"],
    ],
    [
      'strange lines before and after a loan',
      `note\n${header}\n{"footer":{}}\nnote\nnote`,
      [`line 1 ${stray}`, "loan 'loan-a': its last line does not say how it ends", `line 4 ${stray}`],
    ],
  ];
  test.each(cases)(
    'is named line by line, one line for those that follow one another: %s',
    async (_, text, problems) => {
      expect((await verifyEvidence(text)).problems).toEqual(problems);
    },
  );

  test('is named a hundred times and no more', async () => {
    const { ok, problems } = await verifyEvidence(`${header}\n`.repeat(60));
    expect([ok, problems.length]).toEqual([false, 100]);
    expect(problems.slice(0, 3)).toEqual([
      "loan 'loan-a': the file ends before this loan does",
      "loan 'loan-a' comes twice",
      "loan 'loan-a': the file ends before this loan does",
    ]);
  });

  test('is also what is wrong with the checkpoints that were given', async () => {
    const it = await sampleCase();
    const records: CheckpointRecord[] = [];
    for await (const record of it.sink.all()) records.push(record);
    const report = await verifyEvidence(await exported(it), { publicKey, checkpoints: records.slice(1) });
    expect(report).toMatchObject({
      ok: false,
      loans: [{ vouchedEvents: 9 }],
      problems: ['checkpoint 1 of those that were given: checkpoint 1 is missing'],
    });
  });
});

test('checkpoints that are given without the key that proves them are refused', async () => {
  const verified = verifyEvidence('', { checkpoints: [] });
  await expect(verified).rejects.toThrow(ConfigurationError);
  await expect(verified).rejects.toThrow(
    'verifyEvidence: publicKey: is missing: give the public key of the checkpoints',
  );
});
