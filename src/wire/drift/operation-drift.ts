/** Answers of the 15 operations, envelope included. Spec §2 and §4. */
import * as z from 'zod';
import { readEnvelope } from '../envelope.ts';
import { mandateShape } from '../mandate-shapes.ts';
import { jsonSchemaOf } from '../openapi/json-schema.ts';
import type { JsonSchema } from '../openapi/json-schema-types.ts';
import type { OperationRow } from '../operations.ts';
import { payloadOfRead } from '../paged-list.ts';
import { AnswerNotes } from './answer-notes.ts';
import { compareValue } from './compare-value.ts';
import { type Expectation, expectationOf } from './expectation.ts';
import { BODY, HTTP_STATUS } from './finding.ts';
import { judgeNotes, type Read, readBy } from './reading-check.ts';
import { formOfForeign } from './value-form.ts';

/** What came of an answer: what differs, or that there was nothing to compare, because the service refused. */
export type AnswerComparison =
  | { readonly kind: 'compared'; readonly notes: AnswerNotes }
  | { readonly kind: 'refused' };

type ComparedRow = Pick<OperationRow, 'id' | 'spec' | 'output' | 'repeat'>;

/** Compares the answers of one operation. */
export class OperationDrift {
  /** The operation's id. */
  readonly name: string;
  readonly spec: string;
  readonly #expectation: Expectation;
  readonly #read: Read;

  constructor(row: ComparedRow) {
    this.name = row.id;
    this.spec = row.spec;
    this.#expectation = expectationOf(envelopeSchema(payloadSchema(row)), row.id, '');
    this.#read = readEnveloped(row, readPayload(row));
  }

  /** A successful HTTP answer by its parsed body; `status` where it is known. */
  compare(body: unknown, status?: number): AnswerComparison {
    const envelope = readEnvelope(body);
    if (envelope.kind === 'failure') return { kind: 'refused' };
    const notes = new AnswerNotes();
    notes.look(BODY);
    if (status !== undefined) compareStatus(notes, status, true);
    if (envelope.kind === 'foreign') noteForeign(notes, formOfForeign(body));
    else {
      compareValue(notes, body, this.#expectation);
      judgeNotes(notes, body, { read: this.#read, expectation: this.#expectation });
    }
    return { kind: 'compared', notes };
  }

  /** A body that is no JSON; `seen` says what it is, see `formOfNoJson`. */
  compareNoJson(seen: string): AnswerNotes {
    const notes = new AnswerNotes();
    noteForeign(notes, seen);
    return notes;
  }

  /** An HTTP status by which the operation itself seems to be gone. */
  compareGone(status: number): AnswerNotes {
    const notes = new AnswerNotes();
    compareStatus(notes, status, false);
    return notes;
  }
}

function compareStatus(notes: AnswerNotes, status: number, tolerated: boolean): void {
  notes.look(HTTP_STATUS);
  if (status === 200) return;
  notes.add(
    { kind: 'changed', path: HTTP_STATUS, expected: '200 (Spec §7)', seen: String(status) },
    { within: '', tolerated },
  );
}

function noteForeign(notes: AnswerNotes, seen: string): void {
  notes.add(
    { kind: 'changed', path: BODY, expected: 'the envelope: status, message, error, data (Spec §2)', seen },
    { within: '', tolerated: false },
  );
}

/** Spec §2: status, message, error and data; of a success. */
function envelopeSchema(data: JsonSchema): JsonSchema {
  const isAnything = Object.keys(data).length === 0;
  return {
    type: 'object',
    properties: {
      status: { type: 'boolean', enum: [true] },
      message: { type: ['string', 'null'] },
      error: { type: 'boolean', enum: [false] },
      data,
    },
    required: ['status', 'message', 'error', ...(isAnything ? [] : ['data'])],
  };
}

// Creating a consent answers with the whole mandate, as far as there is one already; only its `_id` is sure.
function payloadSchema({ id, output }: ComparedRow): JsonSchema {
  const schema = jsonSchemaOf(output, 'output');
  if (id !== 'createConsent') return schema;
  return { ...schema, properties: { ...jsonSchemaOf(mandateShape, 'output').properties, ...schema.properties } };
}

// Discovery reads whatever comes; a payer's accounts can be chosen only where it found some.
function readPayload({ id, output }: ComparedRow): Read {
  if (id !== 'discoverAccounts') return readBy(output);
  return readBy(
    z.pipe(
      output,
      z.custom(
        (discovery) => (discovery as { readonly kind?: unknown }).kind === 'accounts',
        'expected a list of accounts',
      ),
    ),
  );
}

function readEnveloped({ repeat }: ComparedRow, read: Read): Read {
  return (body) => {
    const envelope = readEnvelope(body);
    if (envelope.kind !== 'success') return [{ path: [], why: () => 'expected the envelope' }];
    const payload = repeat === 'safe' ? payloadOfRead(body, envelope.data) : envelope.data;
    return read(payload).map(({ path, why }) => ({ path: ['data', ...path], why }));
  };
}
