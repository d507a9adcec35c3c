/** The bodies of control calls. Strict: an unknown field is refused. Naira, as everywhere on the wire. */
import * as z from 'zod';
import { koboFromNaira } from '../../../domain/money.ts';
import { accountNumber, bankCode, bvn, email, objectId, words } from '../../../wire/request-fields.ts';

const code = bankCode('strict');
const naira = z
  .number()
  .refine((value) => koboFromNaira(value) !== undefined, 'must be naira, zero or more, with at most two decimals');
const responseCode = z
  .string()
  .refine((value) => /^[0-9A-Za-z]{2}$/.test(value), 'must be a response code of two characters');
const script = z.array(responseCode.nullable()).max(1_000);
const accountKeys = { accountNumber, bankCode: code };
const reason = z.string().max(500).optional().describe('Why, in the history of the mandate.');

/** `POST /payers`. */
export const payerBody = z.strictObject({
  bvn,
  name: words,
  email: email.optional(),
  phone: words.optional(),
  accounts: z
    .array(
      z.strictObject({ ...accountKeys, accountName: words.optional(), balance: naira, active: z.boolean().optional() }),
    )
    .max(1_000),
});

/** `PATCH /accounts/{bankCode}/{accountNumber}`. */
export const accountPatch = z.strictObject({
  balance: naira.optional(),
  active: z.boolean().optional(),
  declineWith: responseCode.nullable().optional(),
  script: script.nullable().optional(),
});

/** `POST /micro-deposits`. */
export const depositBody = z.strictObject({
  mandateId: objectId,
  ...accountKeys,
  from: z.strictObject(accountKeys).optional(),
  outcome: z.enum(['accepted', 'rejected', 'disputed']).optional(),
});

/** `POST /signatures`. */
export const signatureBody = z.strictObject({
  mandateId: objectId,
  ...accountKeys,
  outcome: z.enum(['matched', 'mismatched']).describe('`matched` makes the account active, `mismatched` fails it.'),
});

/** `POST /mandates/{id}/dispute`. */
export const disputeBody = z.strictObject({ reason });

/** `POST /mandates/{id}/resolve-dispute`. */
export const resolutionBody = z.strictObject({
  outcome: z
    .enum(['reinstated', 'failed'])
    .describe('`reinstated`: every account is what it was before; `failed`: the mandate ends.'),
  reason,
});

/** `PATCH /merchant`. */
export const merchantPatch = z.strictObject({
  status: z
    .enum(['approved', 'in-review', 'suspended'])
    .describe('Only an approved merchant may work; the collection of a suspended one stops.'),
});
