/** What control calls take. Strict: an unknown field is refused. Naira, as everywhere on the wire. */
import * as z from 'zod';
import { parseDuration, parseInstant, parsePlainDate } from '../../domain/calendar.ts';
import { isObjectId } from '../../domain/identifiers.ts';
import type { MandateStatus } from '../../domain/mandate.ts';
import { koboFromNaira } from '../../domain/money.ts';
import {
  accountNumber,
  amount,
  bankCode,
  bvn,
  day,
  email,
  objectId,
  text as words,
} from '../../wire/request-fields.ts';
import { MOST_ACCOUNTS } from '../scenarios/invented-payer.ts';
import { webhookSecret } from '../webhooks/endpoint.ts';
import { isWorldName, WORLD_NAME_RULE } from '../worlds/world-name.ts';

const instant = z
  .string()
  .refine(
    (value) => parseInstant(value) !== undefined,
    'must be ISO 8601 with an offset, such as 2026-03-01T07:00:00Z',
  );
const duration = z.string().refine((value) => parseDuration(value) !== undefined, {
  error: ({ input }) => `must be an ISO 8601 duration, such as P30D, P1M or PT4H${durationGuess(input)}`,
});

/** What was probably meant by `30days`, `4h` or `P30`. */
function durationGuess(input: unknown): string {
  const [, count, unit = 'd'] = /^\s*p?t?(\d{1,6})\s*([a-z]*)\s*$/i.exec(typeof input === 'string' ? input : '') ?? [];
  if (count === undefined) return '';
  const found = DURATION_UNITS.find(([words]) => words.test(unit || 'd'));
  return found ? `; did you mean ${found[1](count)}?` : '';
}

const DURATION_UNITS: readonly (readonly [words: RegExp, write: (count: string) => string])[] = [
  [/^d(ays?)?$/i, (count) => `P${count}D`],
  [/^(mo|mons?|months?)$/i, (count) => `P${count}M`],
  [/^w(eeks?)?$/i, (count) => `P${count}W`],
  [/^y(ears?)?$/i, (count) => `P${count}Y`],
  [/^h((ou)?rs?)?$/i, (count) => `PT${count}H`],
  [/^min(ute)?s?$/i, (count) => `PT${count}M`],
  [/^s(ec(ond)?s?)?$/i, (count) => `PT${count}S`],
  [/^m$/i, (count) => `P${count}M (months) or PT${count}M (minutes)`],
];
const dayOrInstant = z
  .string()
  .refine(
    (value) => parsePlainDate(value) !== undefined || parseInstant(value) !== undefined,
    'must be a date, YYYY-MM-DD, or an ISO 8601 timestamp',
  );

/** `POST /reset`. */
export const beginning = z.strictObject({
  seed: z.int().optional().describe('What chance is drawn from; default as the server was started.'),
  now: instant.optional().describe('Where the clock begins; default as the server was started.'),
});

/** `POST /clock`: one of the two. */
export const clockMove = z
  .strictObject({
    advance: duration.optional().describe('How far the clock goes; either this or `to`.'),
    to: instant.optional().describe('Where it goes, never backwards.'),
  })
  .refine(({ advance, to }) => (advance === undefined) !== (to === undefined), 'must name either advance or to');

/** `PUT /webhook-endpoint`; null takes the endpoint away. */
export const webhookEndpoint = z.strictObject({
  url: z
    .string()
    .nullable()
    .describe(
      'Absolute `http:` or `https:`, on loopback or a private address unless the server allows others; null takes the endpoint away.',
    ),
  secret: webhookSecret.optional().describe('What `x-auth-signature` carries; left out, it stays as it is.'),
});

/** `POST /policies`; `customer` and `order` take fields of spec §2.9. */
export const newInsurancePolicy = z.strictObject({
  number: words.optional(),
  productType: words,
  amount,
  currency: z
    .string()
    .regex(/^[A-Z]{3}$/, 'must be a currency code of three letters')
    .optional(),
  startDate: dayOrInstant.optional(),
  endDate: dayOrInstant.optional(),
  customer: z
    .strictObject({
      email: email.optional(),
      full_name: words.optional(),
      first_name: words.optional(),
      last_name: words.optional(),
      phone: words.optional(),
      sex: words.nullable().optional(),
      birth_date: day.optional(),
      next_of_kin_name: words.nullable().optional(),
      next_of_kin_phone: words.nullable().optional(),
      residential_address: words.optional(),
      country: words.nullable().optional(),
      state: words.nullable().optional(),
      city: words.nullable().optional(),
      customer_type: words.optional(),
    })
    .optional(),
  order: z
    .strictObject({
      asset_ref: words.nullable().optional(),
      meta: z
        .strictObject({
          asset_value: amount.optional(),
          trip_frequency: words.nullable().optional(),
          pickup_location: words.nullable().optional(),
          dropoff_location: words.nullable().optional(),
          broker_taxes: z.unknown(),
          trips_per_day: z.unknown(),
          premium_frequency: z.unknown(),
          trip_days_per_year: z.unknown(),
          broker_premium_rate: z.unknown(),
        })
        .partial()
        .optional(),
    })
    .optional(),
});

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
export const newPayer = z.strictObject({
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
export const microDeposit = z.strictObject({
  mandateId: objectId,
  ...accountKeys,
  from: z.strictObject(accountKeys).optional(),
  outcome: z.enum(['accepted', 'rejected', 'disputed']).optional(),
});

/** `POST /signatures`. */
export const judgement = z.strictObject({
  mandateId: objectId,
  ...accountKeys,
  outcome: z.enum(['matched', 'mismatched']).describe('`matched` makes the account active, `mismatched` fails it.'),
});

/** `POST /mandates/{id}/dispute`. */
export const dispute = z.strictObject({ reason });

/** `POST /mandates/{id}/resolve-dispute`. */
export const resolution = z.strictObject({
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

/** `POST /scenarios/{name}`. */
export const scenario = z.strictObject({
  backups: z
    .int()
    .min(1)
    .max(MOST_ACCOUNTS - 1)
    .optional(),
});

/** `POST /snapshots/{id}/fork`. */
export const fork = z.strictObject({
  world: z
    .string()
    .refine(isWorldName, WORLD_NAME_RULE)
    .optional()
    .describe('Name of the new world, in its keys `pk_test_NAME`; without it one is made up.'),
});

const count = (most: number) =>
  z
    .string()
    .refine((text) => /^[1-9]\d{0,5}$/.test(text) && Number(text) <= most, `must be a whole number, 1 to ${most}`);
const pages = {
  page: count(999_999).optional(),
  limit: count(1_000).optional(),
};

/** `GET /payers`. */
export const page = z.strictObject(pages);

const isMandateStatus: Readonly<Record<MandateStatus, true>> = {
  pending: true,
  active: true,
  failed: true,
  pending_timeout: true,
  disputed: true,
  expired: true,
};

/** `GET /mandates`. */
export const mandateFilter = z.strictObject({
  payer: words.optional(),
  status: z.enum(Object.keys(isMandateStatus)).optional(),
  dueDate: day.optional(),
  ...pages,
});

const IN_QUERY = 'must be in the query, 24 hexadecimal characters';

/** `GET /explain`. */
export const explained = z.object({ mandateId: z.string(IN_QUERY).refine(isObjectId, IN_QUERY) });

/** Terms of the merchant agreement, any of them. Options of the server and `PATCH /_control/policy` take the same. */
export const policyPatch = z.strictObject({
  attemptsPerDueDate: z.optional(z.int().min(1).max(100)),
  attemptGapHours: z.optional(z.number().gt(0).max(24)),
  dueHour: z.optional(z.number().min(0).lt(24)),
  partialCollection: z.optional(z.boolean()),
  microDepositHours: z.optional(z.number().gt(0).max(8_760)),
  readinessMinutes: z.optional(z.number().min(0).max(525_600)),
  dailyLock: z.optional(z.boolean()),
  mandateIds: z.optional(z.enum(['client', 'service'])),
  signatures: z.optional(z.enum(['matched', 'mismatched', 'manual'])),
  amountUnit: z.optional(z.enum(['naira', 'kobo'])),
  unprovedStatements: z.optional(z.enum(['accept', 'refuse'])),
  pdfUploadEvent: z.optional(z.boolean()),
  webhook: z.optional(
    z.strictObject({
      attempts: z.optional(z.int().min(1).max(100)).describe('How often a webhook is tried.'),
      backoff: z
        .optional(z.number().min(0).max(86_400))
        .describe('Seconds before the second try, doubling after that.'),
    }),
  ),
});
