/**
 * The fields of requests. They are strict and have no transforms, so that client and server check with the same shapes.
 * Messages never repeat the value, because it may be personal.
 */
import * as z from 'zod/mini';
import { parsePlainDate } from '../../domain/calendar.ts';
import {
  type BankCodeRule,
  isAccountNumber,
  isBankCode,
  isBvn,
  isEmail,
  isObjectId,
} from '../../domain/identifiers.ts';
import { koboFromNaira } from '../../domain/money.ts';

function textThat(test: (value: string) => boolean, message: string): z.ZodMiniString {
  return z.string().check(z.refine(test, message));
}

export const text = textThat((value) => value.trim() !== '', 'must not be empty');
export const objectId = textThat(isObjectId, 'must be 24 hexadecimal characters');
export const bvn = textThat(isBvn, 'must be the 11 digits of a BVN');
export const accountNumber = textThat(isAccountNumber, 'must be the 10 digits of a NUBAN');
export const email = textThat(isEmail, 'must be an e-mail address');
export const day = textThat((value) => Boolean(parsePlainDate(value)), 'must be a real date, written YYYY-MM-DD');
export const base64 = textThat(
  (value) => value.length % 4 === 0 && /^[A-Za-z0-9+/]+={0,2}$/.test(value),
  'must be bare base64, without a data: prefix or line breaks',
);

const bankCodes: { readonly [Rule in BankCodeRule]: z.ZodMiniString } = {
  strict: textThat(
    (value) => isBankCode(value, 'strict'),
    "must be 3 digits; the client takes the longer codes of microfinance banks with bankCodes: 'lenient'",
  ),
  lenient: textThat((value) => isBankCode(value, 'lenient'), 'must be 3 to 6 digits'),
};

/** CBN bank code: 3 digits (spec §8), or 3 to 6 if the merchant allows it. */
export function bankCode(rule: BankCodeRule): z.ZodMiniString {
  return bankCodes[rule];
}

export const amount = z
  .number()
  .check(z.refine((value) => (koboFromNaira(value) ?? 0) > 0, 'must be naira above zero with at most two decimals'));

/** A file: bytes or a stream. */
export const file = z.unknown().check(z.refine(isGiven, 'must be given'));
export const something = z.unknown().check(z.refine(isGiven, 'must be given'));

function isGiven(value: unknown): boolean {
  return value !== undefined && value !== null;
}
