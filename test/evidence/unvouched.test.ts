import { describe, expect, test } from 'vitest';
import { DISCLAIMER } from '../../src/domain/consent/notice.ts';
import { verifyEvidence } from '../../src/evidence/evidence-verify.ts';
import { signer } from '../loan-file/sealed-files.ts';
import { exported, sampleCase } from './sample-evidence.ts';

const honest = (await exported(await sampleCase(), { showPersonal: true })).trimEnd().split('\n');

type Change = (lines: readonly string[]) => readonly string[];

/** Changes the first line that begins so. */
function first(start: string, change: (line: string) => string): Change {
  const place = honest.findIndex((line) => line.startsWith(start));
  return (lines) => lines.with(place, change(lines[place] as string));
}

const [header, personal, proof, footer] = ['{"disclaimer"', '{"personal":{', '{"checkpoint"', '{"footer"'];
const close = (line: string, member: string) => `${line.slice(0, -1)},${member}}`;
const note = '"z":"paid in full"';

/** What a sender may add to an honest file, so that it says more than was written, hashed or signed. */
const changes: Readonly<Record<string, Change>> = {
  'a statement in the header': first(header, (line) => close(line, note)),
  'another disclaimer': first(header, (line) => line.replace(DISCLAIMER, 'Backed by the central bank.')),
  'a time of the export that is none': first(header, (line) =>
    line.replace(/"exportedAt":"[^"]*"/, '"exportedAt":"paid in full"'),
  ),
  'no time of the export': first(header, (line) => line.replace(/"exportedAt":"[^"]*",/, '')),
  'a second loan id in the header': first(header, (line) => line.replace('"loanId"', '"loanId":"loan-b","loanId"')),
  'a space in the header': first(header, (line) => line.replace(':', ': ')),
  'a byte order mark': first(header, (line) => `\ufeff${line}`),
  'a second name of the payer, before the one that was committed to': first(personal, (line) =>
    line.replace('"name"', '"name":"Amaka","name"'),
  ),
  'a second value of the personal part': first(personal, (line) =>
    line.replace('"value"', '"value":{"name":"Amaka"},"value"'),
  ),
  'a second personal part in its line': first(personal, (line) =>
    line.replace('{"personal"', '{"personal":{"name":"Amaka"},"personal"'),
  ),
  'a statement in a personal part': first(personal, (line) => `${line.slice(0, -2)},${note}}}`),
  'a statement beside a personal part': first(personal, (line) => close(line, note)),
  'a statement in a salt': first(personal, (line) => line.replace(/"salt":"([^"]*)"/, '"salt":"$1=paid"')),
  'letters of a name as escapes': first(personal, (line) => line.replace('Ngozi', '\\u004egozi')),
  'a personal part twice': (lines) => lines.flatMap((line) => (line.startsWith(personal) ? [line, line] : [line])),
  'personal parts in another order': (lines) => [
    ...lines.filter((line) => !line.startsWith(personal) && !line.startsWith(footer)),
    ...lines.filter((line) => line.startsWith(personal)).reverse(),
    lines.at(-1) as string,
  ],
  'a statement in a checkpoint': first(proof, (line) =>
    line.replace('"signature"', '"said":"paid in full","signature"'),
  ),
  'a statement beside a checkpoint': first(proof, (line) => close(line, note)),
  'a statement in a proof': first(proof, (line) => line.replace('"path"', '"note":"paid in full","path"')),
  'a statement in a signature': first(proof, (line) => line.replace(/"signature":"([^"]*)"/, '"signature":"$1==paid"')),
  'a second time in a checkpoint': first(proof, (line) => line.replace('"at"', '"at":"2020-01-01T00:00:00.000Z","at"')),
  'a checkpoint twice': (lines) => lines.flatMap((line) => (line.startsWith(proof) ? [line, line] : [line])),
  'a statement beside the footer': first(footer, (line) => close(line, note)),
  'a statement in the footer': first(footer, (line) => `${line.slice(0, -2)},${note}}}`),
  'a second footer in its line': first(footer, (line) =>
    line.replace('{"footer"', '{"footer":{"events":1,"head":"x"},"footer"'),
  ),
  'a second number of events in the footer': first(footer, (line) => line.replace('"events"', '"events":1,"events"')),
  'two footers': (lines) => [...lines, lines.at(-1) as string],
  'a line after the footer': (lines) => [...lines, '{"z":"paid in full"}'],
  'an empty line after the footer': (lines) => [...lines, '', ''],
  'an empty line before the footer': (lines) => lines.toSpliced(-1, 0, ''),
  'a line before the header': (lines) => ['{"z":"paid in full"}', ...lines],
  'ends of lines of two characters': (lines) => lines.map((line) => `${line}\r`),
  'a second amount in an event': (lines) => lines.map((line) => line.replace('"amount"', '"amount":1,"amount"')),
};

describe('what no checkpoint vouches for is not believed, with a public key and without:', () => {
  test('the file as it was handed out is', async () => {
    const text = `${honest.join('\n')}\n`;
    expect(await verifyEvidence(text, { publicKey: signer.publicKey })).toMatchObject({
      ok: true,
      problems: [],
      loans: [{ personal: 3, checkpoints: 2 }],
    });
  });

  test.each(Object.entries(changes))('%s', async (_, change) => {
    const changed = change(honest);
    expect(changed).not.toEqual(honest);
    const text = `${changed.join('\n')}\n`;
    for (const options of [{ publicKey: signer.publicKey }, {}])
      expect((await verifyEvidence(text, options)).ok).toBe(false);
  });
});
