import { expectTypeOf, test } from 'vitest';
import * as z from 'zod/mini';
import type { OperationTable } from '../../src/wire/operations.ts';
import { answerShape, requestShape } from '../../src/wire/shapes/shapes.ts';
import type { OperationId, OperationInput, OperationOutput } from '../../src/wire/types/operation-types.ts';

interface Sample {
  readonly must: string;
  readonly may?: number;
}

test('every operation has a row, and every row an operation', () => {
  expectTypeOf<keyof OperationTable>().toEqualTypeOf<OperationId>();
});

test('rows take and give what the operation types say', () => {
  expectTypeOf<z.output<OperationTable['getMandate']['output']>>().toEqualTypeOf<OperationOutput<'getMandate'>>();
  expectTypeOf<z.output<OperationTable['createClaim']['input']>>().toEqualTypeOf<OperationInput<'createClaim'>>();
});

test('states are open', () => {
  const unfamiliar: string = 'paused';
  expectTypeOf(unfamiliar).toExtend<OperationOutput<'getMandate'>['status']>();
});

test('the shape of an answer has exactly the fields of its interface', () => {
  const must = z.string();
  const may = z.exactOptional(z.number());
  expectTypeOf(answerShape<Sample>({ must, may })).toEqualTypeOf<z.ZodMiniType<Sample>>();
  // @ts-expect-error an optional field was forgotten
  answerShape<Sample>({ must });
  // @ts-expect-error a required field was forgotten
  answerShape<Sample>({ may });
  // @ts-expect-error a field that the interface does not have
  answerShape<Sample>({ must, may, more: must });
  // @ts-expect-error a field of another type
  answerShape<Sample>({ must: z.number(), may });
  // @ts-expect-error an optional field that the shape requires
  answerShape<Sample>({ must, may: z.number() });
});

test('the shape of a request has exactly the fields of its interface', () => {
  const must = z.string();
  const may = z.optional(z.number());
  expectTypeOf(requestShape<Sample>({ must, may })).toEqualTypeOf<z.ZodMiniType<Sample>>();
  // @ts-expect-error an optional field was forgotten
  requestShape<Sample>({ must });
  // @ts-expect-error a field that the interface does not have
  requestShape<Sample>({ must, may, more: must });
  // @ts-expect-error an optional field that the shape requires
  requestShape<Sample>({ must, may: z.number() });
});
