import { open, readdir, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { ConfigurationError } from '../../errors.ts';
import { parseBody } from '../../http/transport-answer.ts';
import { isRecord } from '../../validation/checks.ts';
import { kindOf } from '../../webhooks/parse.ts';
import { readEnvelope } from '../../wire/envelope.ts';
import { readJsonText } from '../../wire/json-text.ts';
import type { OperationId } from '../../wire/types/operation-types.ts';
import { commandErrors } from '../in-flags.ts';
import { type CliIo, shownBar } from '../terminal/io.ts';
import { printable } from '../terminal/terminal-text.ts';
import { type DriftFlags, eventKind, isOperation } from './drift-flags.ts';
import { FindingList } from './finding-list.ts';
import type { DriftBook } from './report.ts';
import { formOf, formOfNoJson } from './value-form.ts';

interface Recording {
  readonly what: string;
  readonly operation: string | undefined;
  readonly text: string;
}

const LONGEST_NAME = 60;
const MOST_BYTES = 64_000_000;
const RECORDING = /\.(json|ndjson|jsonl)$/i;

const { wrong } = commandErrors('repaykit drift');

interface Recorded {
  readonly paths: readonly string[];
  readonly flags: DriftFlags;
}

export async function compareRecorded(book: DriftBook, { paths, flags }: Recorded, io: CliIo): Promise<boolean> {
  const files = await findRecordings(paths);
  const bar = shownBar(io);
  try {
    for (const [index, file] of files.entries()) {
      if (io.stop.aborted) return false;
      bar.update(index, files.length, `${index}/${files.length} ${printable(file, LONGEST_NAME)}`);
      for (const recording of await readRecordings(file, io)) compareOne(book, recording, flags);
    }
  } finally {
    bar.end();
  }
  return true;
}

function compareOne(book: DriftBook, recording: Recording, { operation, event }: DriftFlags): void {
  const id = event === undefined ? (operation ?? recording.operation) : undefined;
  if (id !== undefined && isOperation(id)) compareAnswer(book, recording, id);
  else compareDelivery(book, recording, event);
}

// Reads the answer like the client.
function compareAnswer(book: DriftBook, { what, text }: Recording, id: OperationId): void {
  const subject = book.operation(id);
  const body = parsed(text);
  const findings = body ? subject.compare(body.value) : subject.compareNoJson(formOfNoJson(text));
  if (findings) book.add(subject, findings);
  else book.skip(what, 'it is a refusal: there is nothing to compare');
}

function parsed(text: string): { readonly value: unknown } | undefined {
  try {
    return { value: parseBody(text) };
  } catch {
    return undefined;
  }
}

// Reads the delivery like the webhook receiver.
function compareDelivery(book: DriftBook, { what, text }: Recording, named: string | undefined): void {
  const reading = readJsonText(text);
  const body = reading.ok ? reading.value : undefined;
  const event = isRecord(body) ? body.event : undefined;
  const kind = named === undefined ? kindOfBody(body, event) : eventKind(named);
  if (!reading.ok) book.fail(what, `it is no delivery: ${reading.problem}`);
  else if (kind) {
    const subject = book.delivery(kind);
    book.add(subject, subject.compare(body));
  } else {
    const why = whyNoDelivery(body, event);
    if (why) book.fail(what, why);
    else book.add({ name: 'unknown event', spec: '§6' }, unknownEvent(event));
  }
}

function kindOfBody(body: unknown, event: unknown): ReturnType<typeof kindOf> {
  return isRecord(body) ? kindOf(typeof event === 'string' ? event : null, body) : undefined;
}

// Receivers pass it to `on.unknown`. The sender may choose any name.
function unknownEvent(event: unknown): FindingList {
  const findings = new FindingList(1);
  const path = 'event';
  findings.add(
    typeof event === 'string'
      ? { kind: 'changed', path, expected: 'an event that repaykit knows', seen: 'another name', isOpenSet: true }
      : { kind: 'missing', path, expected: 'an event, or the fields of a collection (Spec §6)', seen: formOf(event) },
    { tolerated: false },
  );
  return findings;
}

function whyNoDelivery(body: unknown, event: unknown): string | undefined {
  if (Array.isArray(body)) return 'it is a list: put each body on a line of its own';
  if (!isRecord(body)) return 'it is no object, so neither an answer nor a delivery';
  if (typeof event === 'string' || readEnvelope(body).kind === 'foreign') return undefined;
  return 'it looks like an answer: name its operation with --operation, or begin the name of its file with it';
}

/**
 * Lists the given files and, by name, the .json, .ndjson and .jsonl files of given folders.
 * @throws ConfigurationError
 */
async function findRecordings(paths: readonly string[]): Promise<readonly string[]> {
  const found: string[] = [];
  for (const path of paths) {
    const isFolder = path !== '-' && (await readable(path, stat(path))).isDirectory();
    if (!isFolder) found.push(path);
    else for (const name of await namesIn(path)) found.push(join(path, name));
  }
  return found;
}

async function namesIn(folder: string): Promise<readonly string[]> {
  const entries = await readable(folder, readdir(folder, { withFileTypes: true }));
  return entries.flatMap((entry) => (RECORDING.test(entry.name) && !entry.isDirectory() ? [entry.name] : [])).sort();
}

/** Reads the recordings of a file: one body, or one per line. @throws ConfigurationError */
async function readRecordings(path: string, io: CliIo): Promise<readonly Recording[]> {
  const text = textOf(await bytesOf(path, io));
  const [first = ''] = basename(path).split(/[.\-_ ]/, 1);
  const operation = isOperation(first) ? first : undefined;
  const lines = linesOf(path, text);
  if (!lines) return [{ what: path, operation, text }];
  return lines.flatMap((line, index) =>
    line.trim() === '' ? [] : [{ what: `${path}:${index + 1}`, operation, text: line }],
  );
}

// Files from Windows may start with a byte order mark, or be UTF-16.
function textOf(bytes: Buffer): string {
  return bytes[0] === 0xff && bytes[1] === 0xfe
    ? bytes.subarray(2).toString('utf16le')
    : bytes.toString('utf8').replace(/^\ufeff/, '');
}

// If the first of several lines is complete JSON, each line is a body. Otherwise the file is one body.
function linesOf(path: string, text: string): readonly string[] | undefined {
  const lines = text.split('\n');
  if (/\.(ndjson|jsonl)$/i.test(path)) return lines;
  const filled = lines.filter((line) => line.trim() !== '');
  return filled.length > 1 && isJson(filled[0] ?? '') && !isJson(text) ? lines : undefined;
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

async function bytesOf(path: string, io: CliIo): Promise<Buffer> {
  if (path === '-') return collect(io.input ?? [], path);
  const file = await readable(path, open(path));
  try {
    return await readable(path, collect(file.createReadStream({ autoClose: false }), path));
  } finally {
    await file.close();
  }
}

async function collect(chunks: AsyncIterable<Uint8Array> | Iterable<Uint8Array>, path: string): Promise<Buffer> {
  const parts: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of chunks) {
    parts.push(chunk);
    length += chunk.length;
    if (length > MOST_BYTES) throw wrong(path, `is longer than ${MOST_BYTES / 1_000_000} MB: split it`);
  }
  return Buffer.concat(parts);
}

async function readable<Value>(path: string, promise: Promise<Value>): Promise<Value> {
  return promise.catch((cause: unknown) => {
    throw cause instanceof ConfigurationError ? cause : wrong(path, 'cannot be read', cause);
  });
}
