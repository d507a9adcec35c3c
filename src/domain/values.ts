/** Checks of amounts, days, times, BVNs and account numbers. They suggest a fix for a value that is nearly right. */
import { type Check, check, digits, kindOf, text } from '../validation/checks.ts';
import { parseInstant, parsePlainDate } from './calendar.ts';
import {
  type BankCodeRule,
  isAccountNumber,
  isBankCode,
  isBvn,
  isEmail,
  isIpAddress,
  isObjectId,
} from './identifiers.ts';
import { koboFromNaira, MAX_NAIRA } from './money.ts';

export const amount = naira('above zero');

export const balance = naira('zero or more');

function naira(least: 'above zero' | 'zero or more'): Check<false> {
  const test = (value: unknown) => {
    const kobo = koboFromNaira(value);
    if (kobo !== undefined && (kobo > 0 || least === 'zero or more')) return true;
    if (typeof value !== 'number' || !Number.isFinite(value)) return false;
    if (value < 0) return `is negative: give naira ${least}`;
    if (value === 0) return 'is zero: give naira above zero';
    if (value > MAX_NAIRA) return 'is more than a trillion naira, the most that is taken';
    return 'has more than two decimals: round to the kobo, after calculating';
  };
  const rule = `naira, ${least}, with at most two decimals`;
  return check({ type: 'number', takes: `a number in naira ${least}, such as 120000`, rule, test });
}

export const day = check({
  type: 'string',
  takes: 'a day as text, YYYY-MM-DD',
  rule: 'a day, YYYY-MM-DD',
  test: (value) => {
    if (parsePlainDate(value)) return true;
    if (kindOf(value) === 'a Date') return 'is a Date: give the day in Lagos as text, YYYY-MM-DD';
    if (typeof value !== 'string' || value.trim() === '') return false;
    if (parseInstant(value) !== undefined) return 'is a time: give the day in Lagos alone, YYYY-MM-DD';
    if (/^\d{4}-\d{2}-\d{2}$/.test(value)) return 'is not in the calendar: must be a real date, YYYY-MM-DD';
    return 'must be a real date, YYYY-MM-DD';
  },
});

/** A time, ISO 8601 with its offset. `of` names it in messages: `the time of the grant`. */
export function instant(of = 'the time'): Check<false> {
  const takes = `${of} as ISO 8601 with its offset`;
  const test = (value: unknown) => {
    if (parseInstant(value) !== undefined) return true;
    if (kindOf(value) === 'a Date') return `is a Date: give ${takes}, such as its toISOString()`;
    if (parseInstant(`${value}Z`) !== undefined) return `has no offset: give ${takes}, such as Z or +01:00 at its end`;
    return typeof value === 'string' && parsePlainDate(value) !== undefined && `is a day without a time: give ${takes}`;
  };
  return check({ type: 'string', takes, rule: 'ISO 8601 with its offset', kind: 'a string', test });
}

export const bvn = digits('the 11 digits of the BVN', isBvn);

export const accountNumber = digits('a 10-digit NUBAN', isAccountNumber);

export const bankCode: Readonly<Record<BankCodeRule, Check<false>>> = {
  strict: digits('a 3-digit CBN bank code', (code) => isBankCode(code, 'strict')),
  lenient: digits('a bank code of 3 to 6 digits', (code) => isBankCode(code, 'lenient')),
};

export const email = text('an e-mail address', isEmail);

export const phone = digits(
  'a phone number of 7 to 15 digits',
  (value) => value.length <= 30 && /^\+?[\d\s()-]+$/.test(value) && /^\d{7,15}$/.test(value.replace(/\D/g, '')),
);

export function ipAddress(of = 'an IP address'): Check<false> {
  return text(of, isIpAddress);
}

/** An id of the service. `of` names it in messages. Spec §4. */
export function objectId(of: string): Check<false> {
  return text(`${of}, 24 hexadecimal characters`, isObjectId);
}

export function shortText(takes: string, longest: number): Check<false> {
  return text(`${takes}, in 1 to ${longest} characters`, (value) => value.length <= longest);
}
