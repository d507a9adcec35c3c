/** The signed description of a loan tape, and the files that it describes. */
import type { KeyObject } from 'node:crypto';
import { join } from 'node:path';
import { builtins } from '../../builtins.ts';
import { canonicalJson } from '../../domain/canonical-json.ts';
import { DISCLAIMER } from '../../domain/consent/notice.ts';
import { csvText } from '../../domain/csv-text.ts';
import { EvidenceError } from '../../errors.ts';
import { type Checkpoint, hasOnly, isAllSigned, isBase64Url } from '../../evidence/checkpoint.ts';
import { sha256 } from '../../loan-file/hashing.ts';
import { isRecord } from '../../validation/checks.ts';
import { tapeColumns } from './tape-columns.ts';

const TAPE_FORMAT = 'repaykit-tape/1';

/** The files of a tape, by what they hold. */
export const tapeFiles = {
  manifest: 'manifest.json',
  rows: 'tape.csv',
  definitions: 'definitions.csv',
  evidence: 'evidence.ndjson',
} as const;

/** What the lender signs. */
export interface TapeFacts {
  /** The last day that counts, in Lagos. */
  readonly asOf: string;
  /** When the tape was made, ISO 8601 UTC. Nothing proves it. */
  readonly createdAt: string;
  /** The checkpoint whose files the rows show. */
  readonly checkpoint: Checkpoint;
  /** SHA-256 of each row, without its line end, in order. */
  readonly commitments: readonly string[];
  /** SHA-256 of each file, by its name. */
  readonly files: Readonly<Record<string, string>>;
}

/** A manifest as it is written: the facts, the format with its columns, and the signature of the checkpoint's key. */
export interface TapeManifest extends TapeFacts {
  readonly format: typeof TAPE_FORMAT;
  readonly disclaimer: string;
  readonly columns: readonly string[];
  /** Ed25519 over the RFC 8785 JSON of the other members, base64url. */
  readonly signature: string;
}

export const definitionsText = csvText([['column', 'definition'], ...tapeColumns]);

export function signManifest(facts: TapeFacts, key: KeyObject): TapeManifest {
  const columns = tapeColumns.map(([name]) => name);
  const content = { ...facts, format: TAPE_FORMAT, disclaimer: DISCLAIMER, columns } as const;
  const signature = builtins.crypto.sign(null, Buffer.from(signedText(content)), key);
  return { ...content, signature: signature.toString('base64url') };
}

function signedText(content: Omit<TapeManifest, 'signature'>): string {
  return canonicalJson(content) ?? '';
}

export function manifestText(manifest: TapeManifest): string {
  return `${canonicalJson(manifest)}\n`;
}

/** Whether the key signed the manifest. */
export function isSignedBy({ signature, ...content }: TapeManifest, key: KeyObject): boolean {
  return builtins.crypto.verify(null, Buffer.from(signedText(content)), key, Buffer.from(signature, 'base64url'));
}

/** @throws EvidenceError if the directory has no manifest of this format */
export async function readManifest(directory: string): Promise<TapeManifest> {
  const text = (await readTapeFile(directory, tapeFiles.manifest)).toString();
  const manifest = parseManifest(text);
  if (!manifest) throw new EvidenceError(`${tapeFiles.manifest} is no manifest of the format ${TAPE_FORMAT}`);
  return manifest;
}

function parseManifest(text: string): TapeManifest | undefined {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return undefined;
  }
  // In any other spelling, a member could stand twice.
  return isManifest(value) && manifestText(value) === text ? value : undefined;
}

function isManifest(value: unknown): value is TapeManifest {
  if (!isRecord(value) || !hasOnly(value, members) || !isBase64Url(value.signature)) return false;
  const { format, disclaimer, asOf, createdAt, checkpoint, columns, commitments, files, signature } = value;
  return (
    format === TAPE_FORMAT &&
    disclaimer === DISCLAIMER &&
    [asOf, createdAt, signature].every((text) => typeof text === 'string') &&
    isRecord(checkpoint) &&
    isAllSigned(checkpoint) &&
    Number.isSafeInteger(checkpoint.number) &&
    Number(checkpoint.number) > 0 &&
    canonicalJson(columns) === canonicalJson(tapeColumns.map(([name]) => name)) &&
    Array.isArray(commitments) &&
    isRecord(files) &&
    hasOnly(files, [tapeFiles.rows, tapeFiles.definitions, tapeFiles.evidence])
  );
}

const members = [
  'asOf',
  'checkpoint',
  'columns',
  'commitments',
  'createdAt',
  'disclaimer',
  'files',
  'format',
  'signature',
];

// Larger files do not fit into a text.
const MOST_BYTES = 500_000_000;

/** @throws EvidenceError if the file cannot be read */
export async function readTapeFile(directory: string, name: string): Promise<Buffer> {
  const path = join(directory, name);
  const size = await requireFile(path, name);
  if (size > MOST_BYTES) throw new EvidenceError(`${name} has ${size} bytes: more than ${MOST_BYTES} are not read`);
  return builtins.files.readFile(path);
}

/** Refuses what is not there, and pipes and devices, which may never end. Returns the size. @throws EvidenceError */
export async function requireFile(path: string, name: string): Promise<number> {
  const refuse = (cause?: unknown) =>
    new EvidenceError(`The tape has no ${name}, or it cannot be read: ask for the whole directory`, { cause });
  const found = await builtins.files.stat(path).catch((cause) => {
    throw refuse(cause);
  });
  if (!found.isFile()) throw refuse();
  return found.size;
}

export function rowHash(cells: readonly string[]): string {
  return sha256(csvText([cells]).slice(0, -'\r\n'.length));
}
