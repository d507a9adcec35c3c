/** Compares answers of operations and webhook deliveries with the OpenAPI document. Spec §2, §4 and §6. */
import { isRecord } from '../../validation/checks.ts';
import { eventShapes, type KnownEventKind } from '../../webhooks/parse.ts';
import { readEnvelope } from '../../wire/envelope.ts';
import type { Schema } from '../../wire/openapi.ts';
import { type OperationRow, operations } from '../../wire/operations.ts';
import { payloadOfRead } from '../../wire/shapes/answer-forms.ts';
import type { OperationId } from '../../wire/types/operation-types.ts';
import { Comparison } from './comparison.ts';
import type { Contract } from './contract.ts';
import { BODY, type DriftFinding, FindingList, HTTP_STATUS } from './finding-list.ts';
import { judgeFindings, type Read, readBy } from './reading-check.ts';
import { formOf, formOfForeign } from './value-form.ts';

const MOST_FINDINGS = 200;

const bodyChange = (expected: string, seen: string): DriftFinding => ({ kind: 'changed', path: BODY, expected, seen });
const statusChange = (status: number): DriftFinding => ({
  kind: 'changed',
  path: HTTP_STATUS,
  expected: '200 (Spec §7)',
  seen: String(status),
});

export class OperationDrift {
  readonly name: OperationId;
  readonly spec: string;
  readonly #schema: Schema;
  readonly #read: Read;

  constructor(contract: Contract, id: OperationId) {
    const { spec, schema } = contract.answer(id);
    this.name = id;
    this.spec = spec;
    this.#schema = schema;
    this.#read = readEnveloped(operations[id]);
  }

  /** Compares the parsed body of a successful HTTP answer. Undefined if the service refused. */
  compare(body: unknown, status?: number): FindingList | undefined {
    const envelope = readEnvelope(body);
    if (envelope.kind === 'failure') return undefined;
    const findings = new FindingList(MOST_FINDINGS);
    findings.look(BODY);
    if (status !== undefined) findings.look(HTTP_STATUS);
    if (status !== undefined && status !== 200) findings.add(statusChange(status));
    if (envelope.kind === 'foreign') return withForeign(findings, formOfForeign(body));
    new Comparison(this.name, findings).compare(body, this.#schema, { path: '', within: '' });
    judgeFindings(findings, body, { read: this.#read, schema: this.#schema, path: '' });
    return findings;
  }

  /** The finding for a body that is not JSON; `seen` comes from `formOfNoJson`. */
  compareNoJson(seen: string): FindingList {
    return withForeign(new FindingList(MOST_FINDINGS), seen);
  }

  /** The finding for an HTTP status that says that the operation is gone. */
  compareGone(status: number): FindingList {
    const findings = new FindingList(MOST_FINDINGS);
    findings.look(HTTP_STATUS);
    findings.add(statusChange(status), { tolerated: false });
    return findings;
  }
}

function withForeign(findings: FindingList, seen: string): FindingList {
  findings.add(bodyChange('the envelope: status, message, error, data (Spec §2)', seen), { tolerated: false });
  return findings;
}

function readEnveloped({ id, output, repeat }: OperationRow): Read {
  const read = id === 'discoverAccounts' ? readAccounts : readBy(output);
  return (body) => {
    const envelope = readEnvelope(body);
    if (envelope.kind !== 'success') return [{ path: [], why: () => 'expected the envelope' }];
    const payload = repeat === 'safe' ? payloadOfRead(body, envelope.data) : envelope.data;
    return read(payload).map(({ path, why }) => ({ path: ['data', ...path], why }));
  };
}

// The client reads any discovery answer, but a payer can choose accounts only if there are some.
const readAccounts: Read = (payload) => {
  const { data } = operations.discoverAccounts.output.safeParse(payload);
  return data?.kind === 'accounts' ? [] : [{ path: [], why: () => 'expected a list of accounts' }];
};

export class DeliveryDrift {
  readonly name: KnownEventKind;
  readonly spec: string;
  readonly #schema: Schema;
  readonly #read: Read;
  /** Collections have no `event` and `data`. Spec §6.2. */
  readonly #isFlat: boolean;

  constructor(contract: Contract, kind: KnownEventKind) {
    const { spec, schema } = contract.delivery(kind);
    this.name = kind;
    this.spec = spec;
    this.#isFlat = schema.properties?.event === undefined;
    this.#schema = this.#isFlat ? schema : (schema.properties?.data ?? {});
    this.#read = readBy(eventShapes[kind]);
  }

  compare(body: unknown): FindingList {
    const findings = new FindingList(MOST_FINDINGS);
    findings.look(BODY);
    if (!isRecord(body)) {
      findings.add(bodyChange('an object', formOf(body)), { tolerated: false });
      return findings;
    }
    const { event, data, ...others } = body;
    const isWrapped = typeof event === 'string' && isRecord(data);
    if (this.#isFlat && isWrapped) {
      findings.add(bodyChange('the fields themselves, without event and data (Spec §6)', '{ event, data }'));
      this.#compareData(findings, data, 'data');
    } else if (this.#isFlat) this.#compareData(findings, body, '');
    else if (isWrapped) {
      const comparison = new Comparison('', findings);
      comparison.compare({ event, ...others }, outside, { path: '', within: '' });
      this.#compareWrapped(findings, data);
    } else {
      findings.add(bodyChange('{ event, data } (Spec §6)', 'the fields, not in data'));
      const { event: _event, ...fields } = body;
      this.#compareData(findings, fields, '');
    }
    return findings;
  }

  #compareWrapped(findings: FindingList, data: Readonly<Record<string, unknown>>): void {
    // Insights may also be `{ id, record: { … } }`.
    if (this.name === 'income_insight' && isRecord(data.record)) {
      findings.add({ kind: 'changed', path: 'data', expected: 'the insight itself', seen: '{ id, record }' });
      this.#compareData(findings, data.record, 'data.record');
    } else this.#compareData(findings, data, 'data');
  }

  // The shape reads only the data, so the way to a difference starts there.
  #compareData(findings: FindingList, data: unknown, path: string): void {
    new Comparison(this.name, findings).compare(data, this.#schema, { path, within: '' });
    judgeFindings(findings, data, { read: this.#read, schema: this.#schema, path });
  }
}

const outside: Schema = { type: 'object', properties: { event: { type: 'string' } }, required: ['event'] };
