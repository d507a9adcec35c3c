import { parseBody } from '../../http/transport-answer.ts';
import { kindOf } from '../../webhooks/event-kinds.ts';
import { AnswerNotes } from '../../wire/drift/answer-notes.ts';
import { formOf, formOfNoJson } from '../../wire/drift/value-form.ts';
import { readEnvelope } from '../../wire/envelope.ts';
import { readJsonText } from '../../wire/json-text.ts';
import type { OperationId } from '../../wire/operation-types.ts';
import type { CliIo } from '../io.ts';
import { printable } from '../printable.ts';
import { shownBar } from '../progress-bar.ts';
import { type DriftFlags, eventKind, isOperation } from './drift-flags.ts';
import type { Findings } from './findings.ts';
import { findRecordings, type Recording, readRecordings } from './recorded.ts';

const LONGEST_NAME = 60;

/** Compares recorded bodies; false when the user stopped it. @throws ConfigurationError */
export async function compareRecorded(
  findings: Findings,
  paths: readonly string[],
  flags: DriftFlags,
  io: CliIo,
): Promise<boolean> {
  const files = await findRecordings(paths);
  const bar = shownBar(io);
  try {
    for (const [index, file] of files.entries()) {
      if (io.stop.aborted) return false;
      bar.tell(index, files.length, `${index}/${files.length} ${printable(file, LONGEST_NAME)}`);
      for (const recording of await readRecordings(file, io)) compareOne(findings, recording, flags);
    }
  } finally {
    bar.end();
  }
  return true;
}

function compareOne(findings: Findings, recording: Recording, { operation, event }: DriftFlags): void {
  const id = event === undefined ? (operation ?? recording.operation) : undefined;
  if (id !== undefined && isOperation(id)) compareAnswer(findings, recording, id);
  else compareDelivery(findings, recording, event);
}

// As the client reads it.
function compareAnswer(findings: Findings, { what, text }: Recording, id: OperationId): void {
  const subject = findings.operation(id);
  const body = parsed(text);
  if (body === undefined) findings.add(subject, subject.compareNoJson(formOfNoJson(text)));
  else {
    const compared = subject.compare(body.value);
    if (compared.kind === 'refused') findings.skip(what, 'it is a refusal: there is nothing to compare');
    else findings.add(subject, compared.notes);
  }
}

function parsed(text: string): { readonly value: unknown } | undefined {
  try {
    return { value: parseBody(text) };
  } catch {
    return undefined;
  }
}

// As the receiver of webhooks reads it.
function compareDelivery(findings: Findings, { what, text }: Recording, named: string | undefined): void {
  const reading = readJsonText(text);
  if (!reading.ok) {
    findings.fail(what, `it is no delivery: ${reading.problem}`);
    return;
  }
  const kind = named === undefined ? kindOfBody(reading.value) : eventKind(named);
  if (kind) {
    const subject = findings.delivery(kind);
    findings.add(subject, subject.compare(reading.value));
    return;
  }
  const why = whyNoDelivery(reading.value);
  if (why === undefined) findings.add({ name: 'unknown event', spec: '§6' }, unknownEvent(reading.value));
  else findings.fail(what, why);
}

function kindOfBody(body: unknown): ReturnType<typeof kindOf> {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return undefined;
  const event = eventOf(body);
  return kindOf(typeof event === 'string' ? event : null, body);
}

function eventOf(body: unknown): unknown {
  return typeof body === 'object' && body !== null ? (body as { readonly event?: unknown }).event : undefined;
}

// Receivers hand it to `on.unknown`; its name is the sender's word and may be anything.
function unknownEvent(body: unknown): AnswerNotes {
  const notes = new AnswerNotes();
  const place = { within: '', tolerated: false };
  if (typeof eventOf(body) === 'string')
    notes.add(
      {
        kind: 'changed',
        path: 'event',
        expected: 'an event that repaykit knows',
        seen: 'another name',
        isOpenSet: true,
      },
      place,
    );
  else
    notes.add(
      {
        kind: 'missing',
        path: 'event',
        expected: 'an event, or the fields of a collection (Spec §6)',
        seen: formOf(eventOf(body)),
      },
      place,
    );
  return notes;
}

function whyNoDelivery(body: unknown): string | undefined {
  if (Array.isArray(body)) return 'it is a list: put each body on a line of its own';
  if (typeof body !== 'object' || body === null) return 'it is no object, so neither an answer nor a delivery';
  if (typeof eventOf(body) === 'string' || readEnvelope(body).kind === 'foreign') return undefined;
  return 'it looks like an answer: name its operation with --operation, or begin the name of its file with it';
}
