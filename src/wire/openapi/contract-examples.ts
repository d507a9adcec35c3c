/** Real values for the document: what travelled when somebody played them. */
import type { OperationId } from '../operation-types.ts';

/** A request and its answer. */
export interface Exchange {
  /** For people. */
  readonly summary: string;
  /** Body, query or form; undefined where nothing goes in. */
  readonly request?: unknown;
  /** The whole body of the answer, with its envelope. */
  readonly answer: unknown;
}

/** A refusal or a webhook. */
export interface Told {
  /** For people. */
  readonly summary: string;
  /** The whole body. */
  readonly body: unknown;
}

/** Examples by name, per operation, per HTTP status of a refusal and per webhook. */
export interface ContractExamples {
  readonly operations: Readonly<Partial<Record<OperationId, Readonly<Record<string, Exchange>>>>>;
  readonly refusals: Readonly<Record<string, Readonly<Record<string, Told>>>>;
  readonly webhooks: Readonly<Record<string, Readonly<Record<string, Told>>>>;
}

/** None. */
export const noExamples: ContractExamples = { operations: {}, refusals: {}, webhooks: {} };
