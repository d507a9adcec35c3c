import * as z from 'zod';
import { parseDuration, parseInstant, parsePlainDate } from '../../domain/calendar.ts';
import { amount, day, email, words } from '../../wire/request-fields.ts';
import { webhookSecret } from '../webhooks/endpoint.ts';

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
export const resetBody = z.strictObject({
  seed: z.int().optional().describe('What chance is drawn from; default as the server was started.'),
  now: instant.optional().describe('Where the clock begins; default as the server was started.'),
});

/** `POST /clock`: one of the two. */
export const clockBody = z
  .strictObject({
    advance: duration.optional().describe('How far the clock goes; either this or `to`.'),
    to: instant.optional().describe('Where it goes, never backwards.'),
  })
  .refine(({ advance, to }) => (advance === undefined) !== (to === undefined), 'must name either advance or to');

/** `PUT /webhook-endpoint`; null takes the endpoint away. */
export const endpointBody = z.strictObject({
  url: z
    .string()
    .nullable()
    .describe(
      'Absolute `http:` or `https:`, on loopback or a private address unless the server allows others; null takes the endpoint away.',
    ),
  secret: webhookSecret.optional().describe('What `x-auth-signature` carries; left out, it stays as it is.'),
});

/** `POST /policies`; `customer` and `order` take fields of spec §2.9. */
export const policyBody = z.strictObject({
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
