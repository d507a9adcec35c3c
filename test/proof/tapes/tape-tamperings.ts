/** What someone who hands over a loan tape may do to it before. */
import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import { tapeColumns } from '../../../src/book/tape/tape-columns.ts';
import { addDays, lagosDay, type PlainDate, parseInstant } from '../../../src/domain/calendar.ts';
import { type Checkpoint, keyIdOf, leafTexts, signedText } from '../../../src/evidence/checkpoint.ts';
import { MerkleTree } from '../../../src/evidence/merkle.ts';
import { sha256 } from '../../../src/loan-file/hashing.ts';
import { signer } from '../../loan-file/sealed-files.ts';
import type { Dice } from '../tampering/dice.ts';
import { type MadeTape, type OpenTape, reseal } from './open-tape.ts';

/** Changes a tape in place. Returns false if this tape offers nothing to change in this way. */
export type TapeTampering = (tape: OpenTape, dice: Dice, made: MadeTape) => unknown;

const place = (name: string) => tapeColumns.findIndex(([column]) => column === name);
const LATE = place('days_past_due');
const [EVENTS, HEAD, SALT] = [place('events'), place('head'), place('salt')];

function changeCell(tape: OpenTape, dice: Dice): void {
  const row = dice.of(tape.rows);
  const column = dice.between(1, EVENTS - 1);
  const old = row[column] ?? '';
  const others = [
    ...tape.rows.map((each) => each[column] ?? ''),
    old.replace(/\d/, (digit) => String((Number(digit) + 1) % 10)),
    `${old} `,
    `${old}0`,
    old.toUpperCase(),
    '',
    '0.00',
    'running',
  ].filter((text) => text !== old);
  row[column] = dice.of(others);
}

function removeRow({ rows, evidence }: OpenTape, dice: Dice, withEvidence: boolean): string {
  const [row] = rows.splice(dice.below(rows.length), 1);
  if (withEvidence) evidence?.delete(row?.[0] ?? '');
  return row?.[0] ?? '';
}

function inventRow({ rows }: OpenTape, dice: Dice): readonly [from: string, to: string] {
  const row = [...dice.of(rows)];
  const [from = ''] = row;
  row[0] = `${from}-B`;
  rows.push(row);
  rows.sort(([one = ''], [other = '']) => (one < other ? -1 : 1));
  return [from, row[0]];
}

const isEvent = (line: string) =>
  line.startsWith('{"') && /"seq":\d+/.test(line) && !/^\{"(personal":\{|checkpoint|footer|disclaimer)/.test(line);

/** Seals the events of a loan again, and lets row and footer say so. */
function rewriteEvidence(tape: OpenTape, dice: Dice, change: (bodies: string[]) => void): void {
  const row = dice.of(tape.rows);
  const [loanId = ''] = row;
  const lines = tape.evidence?.get(loanId) ?? [];
  const bodies = lines.filter(isEvent);
  change(bodies);
  let previous = '0'.repeat(64);
  const sealed = bodies.map((body, index) => {
    const line = JSON.stringify({ ...JSON.parse(body), previous, seq: index + 1 });
    // Members are sorted in both, so that only the values differ.
    previous = sha256(line);
    return line;
  });
  const header = lines[0] ?? '';
  tape.evidence?.set(loanId, [
    header,
    ...sealed,
    JSON.stringify({ footer: { events: sealed.length, head: previous } }),
  ]);
  [row[EVENTS], row[HEAD]] = [String(sealed.length), previous];
}

type Recheckpoint = Partial<Pick<Checkpoint, 'number' | 'previous'>> & { readonly key?: KeyObject };

/** Takes the checkpoint of the tape anew, over the rows as they are. */
function recheckpoint(tape: OpenTape, { key = signer.privateKey, ...change }: Recheckpoint = {}): void {
  const heads = tape.rows.map((row) => ({ loanId: row[0] ?? '', version: Number(row[EVENTS]), head: row[HEAD] ?? '' }));
  const root = new MerkleTree(leafTexts(heads)).root;
  const facts: Checkpoint = { ...tape.manifest.checkpoint, count: heads.length, root, keyId: keyIdOf(key), ...change };
  const signature = sign(null, Buffer.from(signedText(facts)), key).toString('base64url');
  tape.manifest = { ...tape.manifest, checkpoint: { ...facts, signature } };
  for (const [loanId, lines] of tape.evidence ?? [])
    tape.evidence?.set(
      loanId,
      lines.filter((line) => !line.startsWith('{"checkpoint"')),
    );
}

/** By someone without the lender's key. */
export const unsigned: Readonly<Record<string, TapeTampering>> = {
  'a cell changed': changeCell,
  'a cell changed, and every hash renewed': (tape, dice) => {
    const { signature } = tape.manifest;
    changeCell(tape, dice);
    reseal(tape);
    tape.manifest = { ...tape.manifest, signature };
  },
  'a row removed': (tape, dice) => void removeRow(tape, dice, false),
  'a row and its evidence removed': (tape, dice) => void removeRow(tape, dice, true),
  'a row added': (tape, dice) => void inventRow(tape, dice),
  'another day in the manifest': (tape, dice) => {
    tape.manifest = { ...tape.manifest, asOf: addDays(tape.manifest.asOf as PlainDate, dice.of([-31, -1, 1, 30])) };
  },
  'a salt changed': (tape, dice) => {
    dice.of(tape.rows)[SALT] = sha256(String(dice.below(1_000))).slice(0, 32);
  },
  'everything signed again with another key': (tape) => {
    const { privateKey } = generateKeyPairSync('ed25519');
    recheckpoint(tape, { key: privateKey });
    reseal(tape, privateKey);
  },
};

/** By the lender, who signs everything again. */
export const signed: Readonly<Record<string, TapeTampering>> = {
  'a cell changed, and signed': (tape, dice) => {
    changeCell(tape, dice);
    reseal(tape);
  },
  'current, for a loan 60 days late': (tape, dice) => {
    const late = tape.rows.filter((row) => Number(row[LATE]) >= 60);
    if (late.length === 0) return false;
    const row = dice.of(late);
    for (const [column, text] of [
      ['days_past_due', '0'],
      ['arrears', '0.00'],
      ['risk_stage', '1'],
    ] as const)
      row[place(column)] = text;
    return reseal(tape);
  },
  'a row removed, and signed': (tape, dice) => {
    removeRow(tape, dice, true);
    reseal(tape);
  },
  'an invented loan, and signed': (tape, dice) => {
    const [from, to] = inventRow(tape, dice);
    const lines = tape.evidence?.get(from) ?? [];
    tape.evidence?.set(
      to,
      lines.map((line) => line.replaceAll(JSON.stringify(from), JSON.stringify(to))),
    );
    reseal(tape);
  },
  'a row twice, and signed': (tape, dice) => {
    const at = dice.below(tape.rows.length);
    tape.rows.splice(at, 0, [...(tape.rows[at] ?? [])]);
    reseal(tape);
  },
  'two rows exchanged, and signed': (tape) => {
    tape.rows.reverse();
    reseal(tape);
  },
  'the balances of another loan, and signed': (tape, dice) => {
    const [one, other] = [dice.of(tape.rows), dice.of(tape.rows)];
    const [own, its] = [one, other].map((row) => row.slice(1, EVENTS).join());
    if (own === its) return false;
    one.splice(1, EVENTS - 1, ...other.slice(1, EVENTS));
    return reseal(tape);
  },
  'an old tape with a new day, and signed': (tape, _, { older, asOf }) => {
    if (
      tape.rows.map((row) => row.slice(1, EVENTS).join()).join() ===
      older.rows.map((row) => row.slice(1, EVENTS).join()).join()
    )
      return false;
    tape.rows = older.rows.map((row) => [...row]);
    tape.manifest = { ...older.manifest, asOf };
    return reseal(tape);
  },
  'a day after the checkpoint, and signed': (tape, dice) => {
    const taken = lagosDay(parseInstant(tape.manifest.checkpoint.at) ?? 0);
    tape.manifest = { ...tape.manifest, asOf: addDays(taken, dice.between(1, 40)) };
    reseal(tape);
  },
  'an event left out of the evidence, and signed': (tape, dice) => {
    rewriteEvidence(tape, dice, (bodies) => void bodies.splice(dice.between(1, bodies.length - 1), 1));
    reseal(tape);
  },
  'the last events left out of the evidence, and signed': (tape, dice) => {
    rewriteEvidence(tape, dice, (bodies) => void bodies.splice(dice.between(1, bodies.length - 1)));
    reseal(tape);
  },
  'the evidence of a loan missing, and signed': (tape, dice) => {
    tape.evidence?.delete(dice.of(tape.rows)[0] ?? '');
    reseal(tape);
  },
  'a column renamed, and signed': (tape, dice) => {
    const at = dice.below(tape.header.length);
    tape.header[at] = `${tape.header[at]}_2`;
    reseal(tape);
  },
  'another definition, and signed': (tape) => {
    tape.definitions = tape.definitions.replace('30 days', '60 days');
    reseal(tape);
  },
};

/** By the lender, who also rewrites the log and takes the checkpoint anew. The funder's own checkpoints show it. */
export const rewritten: Readonly<Record<string, TapeTampering>> = {
  'a loan left out of the log, and everything signed': (tape, dice) => {
    removeRow(tape, dice, true);
    recheckpoint(tape);
    reseal(tape);
  },
  'the last events left out of the log, and everything signed': (tape, dice) => {
    rewriteEvidence(tape, dice, (bodies) => void bodies.splice(dice.between(1, bodies.length - 1)));
    recheckpoint(tape);
    reseal(tape);
  },
  'a loan left out of the log, with a checkpoint of another number': (tape, dice) => {
    removeRow(tape, dice, true);
    recheckpoint(tape, { number: dice.of([-1, 0, 0.5, 1, 1.5, 3, 7]) });
    reseal(tape);
  },
  'a loan left out of the log, with the next checkpoint': (tape, dice, { kept }) => {
    removeRow(tape, dice, true);
    recheckpoint(tape, {
      number: kept.length + 1,
      previous: dice.of(['0'.repeat(64), tape.manifest.checkpoint.previous]),
    });
    reseal(tape);
  },
};
