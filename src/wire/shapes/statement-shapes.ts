import * as z from 'zod';
import * as request from './request-fields.ts';
import { requestShape } from './shapes.ts';

/**
 * The input of the statement operations 4.14 and 4.15. The webhooks with the results are in
 * `domain/statement-transaction.ts` and `domain/income-insight.ts`.
 */

/** Form of both statement operations. Spec §4.14 and §4.15. */
export interface StatementInput {
  /** The borrower's BVN, 11 digits. */
  readonly bvn: string;
  /** The name the account is held under. */
  readonly accountName: string;
  /** 10-digit NUBAN. */
  readonly accountNumber: string;
  /** `savings` is what the specification shows. */
  readonly accountType: string;
  /** The bank's name. */
  readonly bankName: string;
  /** The bank's short code, of any form: wallets have longer ones than banks. */
  readonly bankCode: string;
  /** Password of the PDF. */
  readonly password?: string | undefined;
  /** The PDF: bytes or a stream, as the transport takes it. */
  readonly statement: unknown;
}

export const statementInputShape = requestShape<StatementInput>({
  bvn: request.bvn,
  accountName: request.text,
  accountNumber: request.accountNumber,
  accountType: request.text,
  bankName: request.text,
  bankCode: request.text,
  password: z.optional(z.string()),
  statement: request.file,
});

/** An acknowledgement of any form; the work arrives by webhook. The specification shows no body. */
export const acknowledgementShape: z.ZodType<unknown> = z.unknown();
