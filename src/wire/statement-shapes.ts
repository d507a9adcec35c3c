import * as z from 'zod';
import type { StatementInput } from './income-types.ts';
import * as request from './request-fields.ts';
import { requestShape } from './shape-of.ts';

/** The form of both statement operations. Spec §4.14 and §4.15. */
export const statementInputShape = requestShape<StatementInput>({
  bvn: request.bvn,
  accountName: request.words,
  accountNumber: request.accountNumber,
  accountType: request.words,
  bankName: request.words,
  bankCode: request.words,
  password: z.optional(z.string()),
  statement: request.file,
});

/** An acknowledgement of any form; the work arrives by webhook. The specification shows no body. */
export const acknowledgementShape: z.ZodType<unknown> = z.unknown();
