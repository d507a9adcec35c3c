/** Tapes of small portfolios, and tapes taken apart to be changed. */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { exportTape } from '../../../src/book/tape/export-tape.ts';
import { rowHash, signManifest, type TapeManifest, tapeFiles } from '../../../src/book/tape/manifest.ts';
import { type TapeReport, verifyTape } from '../../../src/book/tape/verify-tape.ts';
import { virtualClock } from '../../../src/clock/virtual-clock.ts';
import { addDays, lagosInstant, type PlainDate } from '../../../src/domain/calendar.ts';
import { canonicalJson } from '../../../src/domain/canonical-json.ts';
import { csvRows, csvText } from '../../../src/domain/csv-text.ts';
import { EvidenceError } from '../../../src/errors.ts';
import type { CheckpointRecord } from '../../../src/evidence/checkpoint.ts';
import { memoryCheckpoints } from '../../../src/evidence/checkpoint-files.ts';
import { sha256 } from '../../../src/loan-file/hashing.ts';
import { createBook } from '../../../src/testing/index.ts';
import { type Files, signer, storeOf } from '../../loan-file/sealed-files.ts';
import type { Dice } from '../tampering/dice.ts';

/** A played portfolio, of which tapes show a few loans. */
export interface Portfolio {
  readonly files: Files;
  readonly from: PlainDate;
  readonly to: PlainDate;
}

const stories = { steady: 4, defaults: 4, 'pays-elsewhere': 1, manual: 1, adopted: 1, restructured: 1 };

export async function playPortfolio(loans: number, months: number): Promise<Portfolio> {
  const book = await createBook({ loans, months, seed: 11, stories });
  try {
    const files: Files = new Map();
    for (const loanId of book.loanIds) files.set(loanId, [...((await book.store.load(loanId))?.events ?? [])]);
    const times = [...files.values()]
      .flatMap((events) => events.map(({ body }) => String(JSON.parse(body).at).slice(0, 10)))
      .sort();
    return { files, from: times[0] as PlainDate, to: addDays(times.at(-1) as PlainDate, 1) };
  } finally {
    await book.close();
  }
}

/** A tape that the lender made, and everything a forger has. */
export interface MadeTape {
  readonly asOf: PlainDate;
  readonly tape: OpenTape;
  /** The same loans on an earlier day. */
  readonly older: OpenTape;
  /** The checkpoints that the funder kept. */
  readonly kept: readonly CheckpointRecord[];
}

/** A tape taken apart. A forger may change everything. */
export interface OpenTape {
  manifest: TapeManifest;
  header: string[];
  rows: string[][];
  definitions: string;
  /** The lines of each loan. Undefined without evidence. */
  evidence: Map<string, string[]> | undefined;
}

/** A tape of a few loans as of some day. */
export async function makeTape({ files, from, to }: Portfolio, dice: Dice, withEvidence = true): Promise<MadeTape> {
  const ids = [...files.keys()];
  const chosen: Files = new Map();
  for (const count = Math.min(ids.length, dice.between(2, 6)); chosen.size < count; ) {
    const loanId = dice.of(ids);
    chosen.set(loanId, files.get(loanId) ?? []);
  }
  const sink = memoryCheckpoints();
  const clock = virtualClock(lagosInstant(to, 12));
  const days = Math.round((lagosInstant(to) - lagosInstant(from)) / 86_400_000);
  const asOf = addDays(to, -dice.below(Math.ceil(days / 3)));
  const open = (day: PlainDate) =>
    inFolder(async (folder) => {
      const directory = join(folder, 'tape');
      const checkpoints = { key: signer.privateKey, sink };
      await exportTape({ store: storeOf(chosen), checkpoints, directory, asOf: day, withEvidence, clock });
      return openTape(directory);
    });
  const [older, tape] = [await open(addDays(asOf, -dice.between(31, 60))), await open(asOf)];
  const kept: CheckpointRecord[] = [];
  for await (const record of sink.all()) kept.push(record);
  return { asOf, tape, older, kept };
}

async function openTape(directory: string): Promise<OpenTape> {
  const read = (name: string) => readFile(join(directory, name), 'utf8');
  const [header = [], ...rows] = csvRows(await read(tapeFiles.rows)) ?? [];
  const manifest: TapeManifest = JSON.parse(await read(tapeFiles.manifest));
  const evidence = manifest.files[tapeFiles.evidence] === undefined ? undefined : new Map<string, string[]>();
  let lines: string[] = [];
  for (const line of evidence ? (await read(tapeFiles.evidence)).trimEnd().split('\n') : []) {
    if (line.startsWith('{"disclaimer"')) {
      lines = [];
      evidence?.set(JSON.parse(line).loanId, lines);
    }
    lines.push(line);
  }
  const definitions = await read(tapeFiles.definitions);
  return { manifest, header: [...header], rows: rows.map((row) => [...row]), definitions, evidence };
}

export function copyOf(tape: OpenTape): OpenTape {
  return structuredClone(tape);
}

function textsOf({ header, rows, definitions, evidence }: OpenTape): Map<string, string> {
  const lines = evidence && [...evidence.values()].flat().join('\n');
  return new Map([
    [tapeFiles.rows, csvText([header, ...rows])],
    [tapeFiles.definitions, definitions],
    ...(lines === undefined ? [] : [[tapeFiles.evidence, `${lines}\n`] as const]),
  ]);
}

/** Renews all hashes and signs them, as the lender can. */
export function reseal(tape: OpenTape, key = signer.privateKey): void {
  const {
    format: _format,
    disclaimer: _disclaimer,
    columns: _columns,
    signature: _signature,
    ...facts
  } = tape.manifest;
  const files = Object.fromEntries([...textsOf(tape)].map(([name, text]) => [name, sha256(text)]));
  tape.manifest = signManifest({ ...facts, files, commitments: tape.rows.map(rowHash) }, key);
}

/** What a funder finds. An error counts as a problem. `spoil` changes the bytes of a file. */
export async function verdictOn(
  tape: OpenTape,
  kept: readonly CheckpointRecord[] | undefined,
  spoil: (name: string, text: string) => string = (_, text) => text,
): Promise<Pick<TapeReport, 'ok' | 'problems' | 'differences'>> {
  return inFolder(async (directory) => {
    const texts = textsOf(tape).set(tapeFiles.manifest, `${canonicalJson(tape.manifest)}\n`);
    for (const [name, text] of texts) await writeFile(join(directory, name), spoil(name, text));
    try {
      return await verifyTape({ directory, publicKey: signer.publicKey, ...(kept && { checkpoints: kept }) });
    } catch (error) {
      if (!(error instanceof EvidenceError)) throw error;
      return { ok: false, problems: [error.message], differences: [] };
    }
  });
}

async function inFolder<Result>(work: (folder: string) => Promise<Result>): Promise<Result> {
  const folder = await mkdtemp(join(tmpdir(), 'repaykit-tape-'));
  try {
    return await work(folder);
  } finally {
    await rm(folder, { recursive: true });
  }
}
