/** The rows of a loan tape as they are written, checked against the manifest and the checkpoint. */
import { lagosDay, type PlainDate, parseInstant, parsePlainDate } from '../../domain/calendar.ts';
import { csvRows, marked, original } from '../../domain/csv-text.ts';
import { EvidenceError } from '../../errors.ts';
import { leafTexts } from '../../evidence/checkpoint.ts';
import { MerkleTree } from '../../evidence/merkle.ts';
import { sha256 } from '../../loan-file/hashing.ts';
import type { FileHead } from '../../loan-file/store.ts';
import { definitionsText, readTapeFile, rowHash, type TapeManifest, tapeFiles } from './manifest.ts';
import { EVENTS, HEAD, LOAN_ID, SALT, tapeColumns } from './tape-columns.ts';

export interface TapeRow extends FileHead {
  readonly cells: readonly string[];
}

/** The rows of a tape by loan, in order, and what is wrong with them and their files. */
export interface ReadTape {
  readonly asOf: PlainDate;
  readonly rows: ReadonlyMap<string, TapeRow>;
  readonly problems: readonly string[];
}

/** @throws EvidenceError if a file is missing, or is not written as the format asks */
export async function readTape(directory: string, manifest: TapeManifest): Promise<ReadTape> {
  const definitions = await readTapeFile(directory, tapeFiles.definitions);
  const bytes = await readTapeFile(directory, tapeFiles.rows);
  const [header, ...lines] = csvRows(bytes.toString()) ?? [];
  if (!header)
    throw new EvidenceError(`${tapeFiles.rows} is not written as this format asks (RFC 4180, no needless quotes)`);
  const asOf = parsePlainDate(manifest.asOf);
  if (!asOf) throw new EvidenceError(`The tape is as of no real day: ${JSON.stringify(manifest.asOf)}`);
  const { rows, problems } = rowsOf(lines);
  return {
    asOf,
    rows,
    problems: [
      ...dateProblems(asOf, manifest),
      ...fileProblems(manifest, { [tapeFiles.definitions]: definitions, [tapeFiles.rows]: bytes }),
      ...(definitions.toString() === definitionsText ? [] : [`${tapeFiles.definitions} has other definitions`]),
      ...(header.join() === tapeColumns.map(([name]) => name).join() ? [] : [`${tapeFiles.rows} has other columns`]),
      ...problems,
      ...commitmentProblems(lines, manifest),
      ...checkpointProblems([...rows.values()], manifest),
    ],
  };
}

function rowsOf(lines: readonly (readonly string[])[]): Pick<ReadTape, 'rows' | 'problems'> {
  const rows = new Map<string, TapeRow>();
  const problems: string[] = [];
  let last = '';
  for (const [index, cells] of lines.entries()) {
    const [id = '', events = '', head = ''] = [cells[LOAN_ID], cells[EVENTS], cells[HEAD]];
    const loanId = original(id);
    const isWritten =
      marked(loanId) === id &&
      /^(0|[1-9]\d{0,14})$/.test(events) &&
      /^[0-9a-f]{64}$/.test(head) &&
      /^[0-9a-f]{32}$/.test(cells[SALT] ?? '');
    if (cells.length !== tapeColumns.length || !isWritten) problems.push(`row ${index + 1} is not one of a tape`);
    else if (rows.has(loanId)) problems.push(`loan '${loanId}' has two rows`);
    else if (index > 0 && loanId < last) problems.push(`row ${index + 1} is not in the order of the ids`);
    if (!rows.has(loanId)) rows.set(loanId, { loanId, version: Number(events), head, cells });
    last = loanId;
  }
  return { rows, problems };
}

function dateProblems(asOf: PlainDate, { checkpoint, createdAt }: TapeManifest): readonly string[] {
  const [taken, created] = [parseInstant(checkpoint.at), parseInstant(createdAt)];
  if (taken === undefined || created === undefined || created < taken)
    return ['the tape was not made after its checkpoint'];
  return asOf > lagosDay(taken)
    ? [`the tape is as of ${asOf}, but its checkpoint was taken before, on ${lagosDay(taken)}: it cannot know that day`]
    : [];
}

function fileProblems({ files }: TapeManifest, found: Readonly<Record<string, Buffer>>): readonly string[] {
  return Object.entries(found)
    .filter(([name, bytes]) => files[name] !== sha256(bytes))
    .map(([name]) => `${name} is not the file that was signed`);
}

function commitmentProblems(lines: readonly (readonly string[])[], { commitments }: TapeManifest): readonly string[] {
  if (commitments.length !== lines.length)
    return [`the manifest commits to ${commitments.length} rows, and the tape has ${lines.length}`];
  return lines.flatMap((cells, index) => {
    return rowHash(cells) === commitments[index] ? [] : [`row ${index + 1} is not the one that was committed to`];
  });
}

function checkpointProblems(rows: readonly TapeRow[], { checkpoint }: TapeManifest): readonly string[] {
  const { root, count } = checkpoint;
  if (rows.length !== count)
    return [`the checkpoint has ${count} loan files, and the tape ${rows.length} rows: rows are missing or were added`];
  return new MerkleTree(leafTexts(rows)).root === root
    ? []
    : ['the ids, events or heads of the rows are not those under the root of the checkpoint'];
}
