/** The inputs of control calls. Unknown fields are refused. Amounts are naira, as everywhere on the wire. */
import { parseDuration, parseInstant, parsePlainDate } from '../../domain/calendar.ts';
import { type AccountKey, isAccountNumber, isBankCode, isBvn, isObjectId } from '../../domain/identifiers.ts';
import type { MandateStatus } from '../../domain/mandate.ts';
import { koboFromNaira } from '../../domain/money.ts';
import { email } from '../../domain/values.ts';
import {
  anyText,
  anything,
  check,
  described,
  digits,
  flag,
  list,
  nullable,
  oneOf,
  optional,
  text,
  wholeNumber,
} from '../../validation/checks.ts';
import { exactlyOne, record } from '../../validation/record.ts';
import type { OrderMeta } from '../../wire/types/insurance-types.ts';
import type { NewInsurancePolicy } from '../engine/insurance/policies.ts';
import type { MandateFilter, PageOptions } from '../engine/mandates/lists.ts';
import type { MicroDeposit, SignatureJudgement } from '../engine/mandates/mandate-inside.ts';
import type { AccountPatch } from '../engine/world/payers.ts';
import { merchantStatus } from '../engine/world/policy.ts';
import type { MerchantStatus, NewAccount, NewPayer } from '../engine/world/world.ts';
import { MOST_ACCOUNTS } from '../scenarios/invented-payer.ts';
import type { ScenarioOptions } from '../scenarios/play-scenario.ts';
import { webhookSecret } from '../webhooks/endpoint.ts';
import { isWorldName, WORLD_NAME_RULE } from '../worlds/world-name.ts';

const instant = text(
  'ISO 8601 with an offset, such as 2026-03-01T07:00:00Z',
  (value) => parseInstant(value) !== undefined,
);
const day = text('a real date, written YYYY-MM-DD', (value) => parsePlainDate(value) !== undefined);
const dayOrInstant = text(
  'a date, YYYY-MM-DD, or an ISO 8601 timestamp',
  (value) => parsePlainDate(value) !== undefined || parseInstant(value) !== undefined,
);
const DURATION = 'an ISO 8601 duration, such as P30D, P1M or PT4H';
const duration = text(
  DURATION,
  (value) => parseDuration(value) !== undefined || `must be ${DURATION}${durationGuess(value)}`,
);

/** Suggests the right form of `30days`, `4h` or `P30`. */
function durationGuess(given: string): string {
  const [, count, unit = 'd'] = /^\s*p?t?(\d{1,6})\s*([a-z]*)\s*$/i.exec(given) ?? [];
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

const nairaCheck = (takes: string, least: number) =>
  check({
    type: 'number',
    takes,
    rule: takes,
    kind: 'a number',
    test: (value) => (koboFromNaira(value) ?? -1) >= least,
  });
const naira = nairaCheck('naira, zero or more, with at most two decimals', 0);
const amount = nairaCheck('naira above zero with at most two decimals', 1);
const words = text();
const objectId = text('24 hexadecimal characters', isObjectId);
const responseCode = text('a response code of two characters', (value) => /^[0-9A-Za-z]{2}$/.test(value));
const accountKey = {
  accountNumber: digits('the 10 digits of a NUBAN', isAccountNumber),
  bankCode: digits('3 digits', (value) => isBankCode(value)),
};
const reason = optional(
  check({
    type: 'string, at most 500 characters',
    kind: 'a string',
    test: (value) => typeof value === 'string' && value.length <= 500,
  }),
  'The reason, for the history of the mandate.',
);

export const beginning = record<{ readonly seed?: number; readonly now?: string }>({
  seed: optional(wholeNumber(), 'Seed of the random numbers. Default: the seed at the start of the server.'),
  now: optional(instant, 'Start time of the clock. Default: the time at the start of the server.'),
});

/** `POST /clock`: one of the two. */
export const clockMove = record<{ readonly advance?: string; readonly to?: string }>(
  {
    advance: optional(duration, 'How far to move the clock. Send this or `to`.'),
    to: optional(instant, 'The time to move to. It cannot be earlier than now.'),
  },
  { rules: (_, given) => exactlyOne(given, ['advance', 'to']) },
);

/** `POST /scenarios/{name}`. */
export const scenario = record<ScenarioOptions>({
  backups: optional(
    wholeNumber({ min: 1, max: MOST_ACCOUNTS - 1 }),
    'Accounts besides the primary, 1 to 98. Default 2.',
  ),
});

export const fork = record<{ readonly world?: string }>({
  world: optional(
    text(WORLD_NAME_RULE, isWorldName),
    'Name of the new world, part of its keys `pk_test_NAME`. Default: a generated one.',
  ),
});

/** Query values are strings, also numbers. */
const countInQuery = (max: number) => {
  const { type, takes } = wholeNumber({ min: 1, max });
  const test = (value: unknown) => /^[1-9]\d{0,5}$/.test(String(value)) && Number(value) <= max;
  return optional(check({ type, takes, kind: 'a string', test }));
};
const pages = {
  page: described(countInQuery(999_999), 'Starts at 1, the default.'),
  limit: described(countInQuery(1_000), 'Items on a page, at most 1,000. Default 100.'),
};

export const page = record<PageOptions>(pages);

const isMandateStatus: Readonly<Record<MandateStatus, true>> = {
  pending: true,
  active: true,
  failed: true,
  pending_timeout: true,
  disputed: true,
  expired: true,
};

export const mandateFilter = record<MandateFilter>({
  payer: optional(words, "The payer's id, as `payers()` lists it."),
  status: optional(oneOf(Object.keys(isMandateStatus)), "The mandate's status. Spec §3.1."),
  dueDate: optional(day, 'A day on which an instalment is due, `YYYY-MM-DD`.'),
  ...pages,
});

const IN_QUERY = 'in the query, 24 hexadecimal characters';

export const explained = record<{ readonly mandateId: string }>(
  {
    mandateId: check({
      type: 'string',
      takes: IN_QUERY,
      rule: '24 hexadecimal characters',
      test: (value) => isObjectId(value) || `must be ${IN_QUERY}`,
    }),
  },
  { others: 'ignored' },
);

export const newPayer = record<NewPayer>({
  bvn: digits('the 11 digits of a BVN', isBvn),
  name: described(words, "The account holder's name."),
  email: optional(email, 'The e-mail address. Default: none.'),
  phone: optional(words, 'The phone number. Default: none.'),
  accounts: list(
    record<NewAccount>({ ...accountKey, accountName: optional(words), balance: naira, active: optional(flag) }),
    { max: 1_000 },
  ),
});

export const accountPatch = record<AccountPatch>({
  balance: optional(naira),
  active: optional(flag),
  declineWith: optional(nullable(responseCode)),
  script: optional(nullable(list(nullable(responseCode), { max: 1_000 }))),
});

export const microDeposit = record<MicroDeposit>({
  mandateId: objectId,
  ...accountKey,
  from: optional(record<AccountKey>(accountKey)),
  outcome: optional(oneOf(['accepted', 'rejected', 'disputed']), 'The outcome of the deposit. Default: `accepted`.'),
});

export const judgement = record<SignatureJudgement>({
  mandateId: objectId,
  ...accountKey,
  outcome: described(oneOf(['matched', 'mismatched']), '`matched` activates the account, `mismatched` fails it.'),
});

export const dispute = record<{ readonly reason?: string }>({ reason });

export const resolution = record<{ readonly outcome: 'reinstated' | 'failed'; readonly reason?: string }>({
  outcome: described(
    oneOf(['reinstated', 'failed']),
    '`reinstated`: every account is as before the dispute. `failed`: the mandate ends.',
  ),
  reason,
});

export const merchantPatch = record<{ readonly status: MerchantStatus }>({
  status: described(merchantStatus, 'Only an approved merchant may make calls. Collection stops for a suspended one.'),
});

export const webhookEndpoint = record<{ readonly url: string | null; readonly secret?: string }>({
  url: described(
    nullable(anyText),
    'Absolute `http:` or `https:`, on loopback or a private address unless the server allows others. Null removes the endpoint.',
  ),
  secret: optional(webhookSecret, 'The value of `x-auth-signature`. Default: the current one stays.'),
});

/** `POST /policies`; `customer` and `order` take fields of spec §2.9. */
export const newInsurancePolicy = record<NewInsurancePolicy>({
  number: optional(words, 'Default: a generated number.'),
  productType: described(words, 'Slug of a seeded product type: `git`, `gadget`, `credit_life`, `health`.'),
  amount: described(amount, 'The price, in its currency.'),
  currency: optional(text('a currency code of three letters', (value) => /^[A-Z]{3}$/.test(value))),
  startDate: optional(dayOrInstant, 'Start of the cover, `YYYY-MM-DD` or ISO 8601. Default: now.'),
  endDate: optional(dayOrInstant, 'End of the cover, in the format of `startDate`. Default: a year after the start.'),
  customer: optional(
    record<NonNullable<NewInsurancePolicy['customer']>>({
      email: optional(email),
      full_name: optional(words),
      first_name: optional(words),
      last_name: optional(words),
      phone: optional(words),
      sex: optional(nullable(words)),
      birth_date: optional(day),
      next_of_kin_name: optional(nullable(words)),
      next_of_kin_phone: optional(nullable(words)),
      residential_address: optional(words),
      country: optional(nullable(words)),
      state: optional(nullable(words)),
      city: optional(nullable(words)),
      customer_type: optional(words),
    }),
  ),
  order: optional(
    record<NonNullable<NewInsurancePolicy['order']>>({
      asset_ref: optional(nullable(words)),
      meta: optional(
        record<OrderMeta>({
          asset_value: optional(amount),
          trip_frequency: optional(nullable(words)),
          pickup_location: optional(nullable(words)),
          dropoff_location: optional(nullable(words)),
          broker_taxes: anything,
          trips_per_day: anything,
          premium_frequency: anything,
          trip_days_per_year: anything,
          broker_premium_rate: anything,
        }),
      ),
    }),
  ),
});
