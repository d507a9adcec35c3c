/**
 * The fields of requests: strict, and without transforms, so that client and server check with the same shapes.
 * Messages never repeat the value: it may be personal.
 */
import * as z from 'zod';
import { parsePlainDate } from '../domain/calendar.ts';
import { type BankCodeRule, isAccountNumber, isBankCode, isBvn, isEmail, isObjectId } from '../domain/identifiers.ts';
import { koboFromNaira } from '../domain/money.ts';

/** Text that is not blank. */
export const text = z.string().refine((value) => value.trim() !== '', 'must not be empty');

/** 24 hexadecimal characters. Spec §4. */
export const objectId = z.string().refine(isObjectId, 'must be 24 hexadecimal characters');

/** 11 digits. */
export const bvn = z.string().refine(isBvn, 'must be the 11 digits of a BVN');

/** 10 digits. Spec §8. */
export const accountNumber = z.string().refine(isAccountNumber, 'must be the 10 digits of a NUBAN');

/** An e-mail address. */
export const email = z.string().refine(isEmail, 'must be an e-mail address');

const bankCodes: { readonly [Rule in BankCodeRule]: z.ZodString } = {
  strict: z
    .string()
    .refine(
      (value) => isBankCode(value, 'strict'),
      "must be 3 digits; the client takes the longer codes of microfinance banks with bankCodes: 'lenient'",
    ),
  lenient: z.string().refine((value) => isBankCode(value, 'lenient'), 'must be 3 to 6 digits'),
};

/** CBN bank code: 3 digits (spec §8), or 3 to 6 where the merchant chose so. */
export function bankCode(rule: BankCodeRule): z.ZodString {
  return bankCodes[rule];
}

/** A real day, `YYYY-MM-DD`. */
export const day = z
  .string()
  .refine((value) => parsePlainDate(value) !== undefined, 'must be a real date, written YYYY-MM-DD');

/** Naira above zero with at most two decimals. */
export const amount = z
  .number()
  .refine((value) => (koboFromNaira(value) ?? 0) > 0, 'must be naira above zero with at most two decimals');

/** Bare base64. */
export const base64 = z
  .string()
  .refine(
    (value) => value.length % 4 === 0 && /^[A-Za-z0-9+/]+={0,2}$/.test(value),
    'must be bare base64, without a data: prefix or line breaks',
  );

/** A file: bytes or a stream. */
export const file = z.unknown().refine((value) => value !== undefined && value !== null, 'must be given');

/** Something, of whatever kind. */
export const something = z.unknown().refine((value) => value !== undefined && value !== null, 'must be given');
