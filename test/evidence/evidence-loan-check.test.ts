import { describe, expect, test } from 'vitest';
import { DISCLAIMER } from '../../src/domain/consent/notice.ts';
import { verifyEvidence } from '../../src/evidence/evidence-verify.ts';
import { checkpoint, sampleEvent, sealAfter, signer, write } from '../loan-file/sealed-files.ts';
import { exported, sampleCase } from './sample-evidence.ts';

const publicKey = signer.publicKey;
const header = `{"disclaimer":"${DISCLAIMER}","exportedAt":"2026-05-01T12:00:00.000Z","format":"repaykit-evidence/1","loanId":"loan-a"}`;
const none = '0'.repeat(64);

/** The lines of the evidence of `loan-a`: its header, nine events, its personal parts if they are shown, two checkpoints, its footer. */
async function linesOf(showPersonal = false): Promise<string[]> {
  return (await exported(await sampleCase(), { showPersonal })).trimEnd().split('\n');
}

/** What is found in lines, of which some were changed. */
async function found(lines: readonly string[], change: (line: string) => string = (line) => line) {
  const { ok, loans, problems } = await verifyEvidence(lines.map(change).join('\n'), { publicKey });
  return { ok, problems, loan: loans[0] };
}

describe('a personal part that is shown', () => {
  const isOfFour = (line: string) => line.startsWith('{"personal"') && line.includes('"seq":4');
  const altered = { seq: 4, reason: 'the personal part that is shown is not the one that it committed to' };

  test.each([
    ['of another content', (line: string) => line.replace('Ngozi', 'Amaka')],
    ['under another salt', (line: string) => line.replace(/"salt":"..../, '"salt":"AAAA')],
    ['under no salt', (line: string) => line.replace(/"salt":"[^"]*",/, '')],
    ['under a salt that is a number', (line: string) => line.replace(/"salt":"[^"]*"/, '"salt":32')],
    ['of nothing', (line: string) => line.replace(/,"value":.*/, '}}')],
    ['of half a character', (line: string) => line.replace('Ngozi', '\\ud800')],
  ])('%s breaks the event that committed to another', async (_, change) => {
    const { ok, loan, problems } = await found(await linesOf(true), (line) => (isOfFour(line) ? change(line) : line));
    expect({ ok, broken: loan?.broken, personal: loan?.personal, problems }).toEqual({
      ok: false,
      broken: altered,
      personal: 2,
      problems: [],
    });
  });

  test.each([
    ['an event that committed to none', '5'],
    ['an event that is not there', '10'],
    ['no event', '"4"'],
  ])('for %s belongs to no event', async (_, seq) => {
    const { ok, loan, problems } = await found(await linesOf(true), (line) =>
      isOfFour(line) ? line.replace('"seq":4', `"seq":${seq}`) : line,
    );
    expect({ ok, broken: loan?.broken, problems }).toEqual({
      ok: false,
      broken: undefined,
      problems: ["loan 'loan-a': a personal part belongs to no event"],
    });
  });

  test('ends the events: what comes after it is none', async () => {
    const lines = await linesOf(true);
    const { loan, problems } = await found(lines.toSpliced(11, 0, lines[9] as string));
    expect(loan).toMatchObject({ events: 9, personal: 3 });
    expect(problems).toEqual([
      'line 12 does not belong there: a loan begins with its header (repaykit-evidence/1) and ends with its footer',
    ]);
  });
});

describe('a checkpoint of an evidence file', () => {
  const edit =
    (number: number, change: (line: { version: unknown; proof: { count: number } }) => void) => (line: string) => {
      if (!line.startsWith(`{"checkpoint"`) || JSON.parse(line).checkpoint.number !== number) return line;
      const content = JSON.parse(line);
      change(content);
      return JSON.stringify(content);
    };

  test('ends the events: what comes after it is none', async () => {
    const lines = await linesOf();
    const { loan, problems } = await found(lines.toSpliced(11, 0, 'note'));
    expect(loan).toMatchObject({ events: 9, vouchedEvents: 9 });
    expect(problems).toEqual([
      'line 12 does not belong there: a loan begins with its header (repaykit-evidence/1) and ends with its footer',
    ]);
  });

  test.each([0, -1, 1.5, '6', null, undefined])(
    'that names %j for the length of the file contradicts its first event',
    async (version) => {
      const { loan } = await found(
        await linesOf(),
        edit(1, (line) => {
          line.version = version;
        }),
      );
      expect(loan).toMatchObject({
        checkpoints: 1,
        broken: {
          seq: 1,
          reason: 'event 1 is not what checkpoint 1 of 2026-03-01T09:00:00.000Z saw: it was rewritten',
        },
      });
    },
  );

  test('that saw more events than there are is contradicted, and so is one that saw others', async () => {
    const cases = [
      [
        12,
        {
          seq: 10,
          reason: /^checkpoint 1 of 2026-03-01T09:00:00.000Z saw 12 events, but the file has 9: its end was cut off/,
        },
      ],
      [
        5,
        {
          seq: 1,
          reason:
            /^one of the events 1 to 5 is not what checkpoint 1 of 2026-03-01T09:00:00.000Z saw: it was rewritten/,
        },
      ],
    ] as const;
    for (const [version, { seq, reason }] of cases) {
      const { loan } = await found(
        await linesOf(),
        edit(1, (line) => Object.assign(line, { version })),
      );
      expect(loan?.broken).toEqual({ seq, reason: expect.stringMatching(reason) });
    }
  });

  test('vouches only with a proof for as many loans as it counts', async () => {
    const it = await sampleCase();
    write(it.files, 'loan-c', 1);
    await checkpoint(it.files, it.sink, '2026-03-03T09:00:00Z');
    const lines = (await exported(it)).trimEnd().split('\n');
    expect((await found(lines)).loan).toMatchObject({ checkpoints: 3, vouchedEvents: 9 });
    // The way up from the first of three leaves is as long as that from the first of four.
    const { ok, loan } = await found(
      lines,
      edit(3, ({ proof }) => Object.assign(proof, { count: proof.count + 1 })),
    );
    expect({ ok, checkpoints: loan?.checkpoints }).toEqual({ ok: false, checkpoints: 2 });
  });

  test.each([
    [9, 6],
    [8, 6],
    [7, 6],
    [6, 0],
    [5, 0],
  ])('does not vouch for event %i when that was changed, so that %i events are left', async (seq, vouchedEvents) => {
    const lines = await linesOf();
    lines[seq] = lines[seq]?.replace('T08:00', 'T08:01') as string;
    expect((await found(lines)).loan).toMatchObject({ broken: { seq }, vouchedEvents });
  });

  test('does not vouch for an event whose personal part is another, though it saw the event', async () => {
    const it = await sampleCase();
    write(it.files, 'loan-b', 1);
    await checkpoint(it.files, it.sink, '2026-03-03T09:00:00Z');
    const text = await exported(it, { loanIds: ['loan-b'], showPersonal: true });
    expect((await found(text.trimEnd().split('\n'))).loan).toMatchObject({ personal: 2, vouchedEvents: 4 });
    expect((await found(text.trimEnd().replace('Ngozi 4', 'Amaka 4').split('\n'))).loan).toMatchObject({
      broken: { seq: 4 },
      personal: 1,
      vouchedEvents: 3,
    });
  });

  test('from elsewhere vouches too, for evidence that carries none', async () => {
    const it = await sampleCase();
    const text = await exported(it, { checkpoints: [] });
    expect(await verifyEvidence(text, { publicKey, checkpoints: it.sink.all() })).toMatchObject({
      ok: true,
      loans: [{ checkpoints: 0, vouchedEvents: 9 }],
    });
  });
});

describe('the end of a loan', () => {
  test.each([
    '{"footer":{}}',
    '{"footer":{"events":9}}',
    `{"footer":{"head":"${none}"}}`,
    `{"footer":{"events":"9","head":"${none}"}}`,
  ])('has to say how it ends, other than %s', async (footer) => {
    expect((await found((await linesOf()).with(-1, footer))).problems).toEqual([
      "loan 'loan-a': its last line does not say how it ends",
    ]);
  });

  test('does not hold for a loan without events, whatever it says of itself', async () => {
    const report = await verifyEvidence(`${header}\n{"footer":{"events":0,"head":"${none}"}}\n`);
    expect(report).toEqual({
      ok: false,
      isSigned: false,
      problems: [],
      loans: [
        {
          loanId: 'loan-a',
          events: 0,
          head: none,
          personal: 0,
          checkpoints: 0,
          vouchedEvents: 0,
          broken: { seq: 1, reason: 'it is missing: the loan has no events' },
        },
      ],
    });
  });
});

describe('bytes that are no UTF-8', () => {
  test('break their event, also where the text that they resemble was hashed', async () => {
    const it = await sampleCase();
    const known = (it.files.get('loan-a') ?? []).slice(0, 3);
    it.files.set(
      'loan-a',
      sealAfter('loan-a', known, [sampleEvent('payer of loan-a', 4, 'caf\ufffd'), sampleEvent('payer of loan-a', 5)]),
    );
    const bytes = Buffer.from(await exported(it, { checkpoints: [] }));
    expect(await verifyEvidence(bytes)).toMatchObject({ ok: true });
    const place = bytes.indexOf('\ufffd');
    const spoilt = Buffer.concat([bytes.subarray(0, place), Buffer.from([0xe9]), bytes.subarray(place + 3)]);
    expect((await verifyEvidence(spoilt)).loans[0]?.broken).toEqual({ seq: 4, reason: 'its bytes are no UTF-8' });
  });

  test('are named by their line where it is no event', async () => {
    const [lines, last] = [await linesOf(), Buffer.from('{"footer":{"events":9,"head":"x","note":"\xe9"}}', 'latin1')];
    const { problems } = await verifyEvidence(
      Buffer.concat([Buffer.from(`${lines.slice(0, -1).join('\n')}\n`), last]),
      { publicKey },
    );
    expect(problems).toEqual(['line 13 is no UTF-8']);
  });
});
