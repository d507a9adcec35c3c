import * as z from 'zod/mini';
import * as request from './request-fields.ts';
import { onFirstUse, requestShape } from './shapes.ts';

/**
 * The input of the statement operations 4.14 and 4.15. The webhooks with the results are in
 * `domain/statement-transaction.ts` and `domain/income-insight.ts`.
 */

/** Input of both statement operations. Spec §4.14, §4.15. */
export interface StatementInput {
  /** The borrower's BVN, 11 digits. */
  readonly bvn: string;
  /** The account holder's name. */
  readonly accountName: string;
  /** 10-digit NUBAN. */
  readonly accountNumber: string;
  /** Known: `savings`. */
  readonly accountType: string;
  /** The bank's name. */
  readonly bankName: string;
  /** The bank's short code. Wallets have longer codes than banks. */
  readonly bankCode: string;
  /** Password of the PDF. */
  readonly password?: string | undefined;
  /** The PDF: bytes or a stream. */
  readonly statement: unknown;
}

export const statementInputShape = onFirstUse(() =>
  requestShape<StatementInput>({
    bvn: request.bvn,
    accountName: request.text,
    accountNumber: request.accountNumber,
    accountType: request.text,
    bankName: request.text,
    bankCode: request.text,
    password: z.optional(z.string()),
    statement: request.file,
  }),
);

/** An acknowledgement of any form; the work arrives by webhook. The specification shows no body. */
export const acknowledgementShape = onFirstUse<z.ZodMiniType<unknown>>(() => z.unknown());
