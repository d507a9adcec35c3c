/** Webhook deliveries of one kind. Spec §6. */
import type * as z from 'zod';
import { jsonSchemaOf } from '../openapi/json-schema.ts';
import type { JsonSchema } from '../openapi/json-schema-types.ts';
import { AnswerNotes } from './answer-notes.ts';
import { compareValue } from './compare-value.ts';
import { type Expectation, expectationOf } from './expectation.ts';
import { BODY } from './finding.ts';
import { judgeNotes, type Read, readBy } from './reading-check.ts';
import { formOf } from './value-form.ts';

type Fields = Readonly<Record<string, unknown>>;

/** A kind of delivery: its name, where it is specified, and the shape that the receiver reads it by. */
export interface DeliveryKind {
  readonly name: string;
  readonly spec: string;
  readonly shape: z.ZodType;
  /** Does it travel without `event` and `data`? So do collections. Spec §6.2. */
  readonly isFlat: boolean;
}

/** Compares the deliveries of one kind. */
export class DeliveryDrift {
  readonly name: string;
  readonly spec: string;
  readonly #schema: JsonSchema;
  readonly #isFlat: boolean;
  readonly #read: Read;
  readonly #expectations = new Map<string, Expectation>();

  constructor({ name, spec, shape, isFlat }: DeliveryKind) {
    this.name = name;
    this.spec = spec;
    this.#schema = jsonSchemaOf(shape, 'output');
    this.#isFlat = isFlat;
    this.#read = readBy(shape);
  }

  /** A delivery by its parsed body. */
  compare(body: unknown): AnswerNotes {
    const notes = new AnswerNotes();
    notes.look(BODY);
    if (!isFields(body)) {
      notes.add(
        { kind: 'changed', path: BODY, expected: 'an object', seen: formOf(body) },
        { within: '', tolerated: false },
      );
      return notes;
    }
    const isWrapped = typeof body.event === 'string' && isFields(body.data);
    if (isWrapped && !this.#isFlat) this.#compareWrapped(notes, body);
    else if (this.#isFlat && !isWrapped) this.#compareData(notes, body, '');
    else if (this.#isFlat)
      this.#compareOtherwise(notes, body.data, {
        path: 'data',
        expected: 'the fields themselves, without event and data',
        seen: '{ event, data }',
      });
    else
      this.#compareOtherwise(notes, withoutEvent(body), {
        path: '',
        expected: '{ event, data }',
        seen: 'the fields, not in data',
      });
    return notes;
  }

  #compareWrapped(notes: AnswerNotes, { data, ...others }: Fields): void {
    compareValue(notes, others, outside);
    const record = isFields(data) ? data.record : undefined;
    // Insights also come as `{ id, record: { … } }`, and are read so.
    if (this.name === 'income_insight' && isFields(record)) {
      notes.add(
        { kind: 'changed', path: 'data', expected: 'the insight itself', seen: '{ id, record }' },
        { within: '' },
      );
      this.#compareData(notes, record, 'data.record');
    } else this.#compareData(notes, data, 'data');
  }

  #compareOtherwise(
    notes: AnswerNotes,
    data: unknown,
    { path, expected, seen }: { readonly path: string; readonly expected: string; readonly seen: string },
  ): void {
    notes.add({ kind: 'changed', path: BODY, expected: `${expected} (Spec §6)`, seen }, { within: '' });
    this.#compareData(notes, data, path);
  }

  // The shape reads the data alone, so the way to a difference begins there, too.
  #compareData(notes: AnswerNotes, data: unknown, path: string): void {
    const expectation = this.#expectations.get(path) ?? expectationOf(this.#schema, this.name, path);
    this.#expectations.set(path, expectation);
    compareValue(notes, data, expectation);
    judgeNotes(notes, data, { read: this.#read, expectation });
  }
}

const outside = expectationOf(
  { type: 'object', properties: { event: { type: 'string' } }, required: ['event'] },
  '',
  '',
);

function withoutEvent({ event: _event, ...fields }: Fields): Fields {
  return fields;
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
