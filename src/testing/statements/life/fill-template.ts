import { dayNumber, type PlainDate } from '../../../domain/calendar.ts';
import type { Chance } from '../chance.ts';
import { invented, misleadingRemarks } from './invented.ts';

/** Those an account deals with: the same for its whole life. */
export interface Household {
  readonly holder: string;
  readonly employer: string;
  readonly landlord: string;
  readonly lender: string;
  readonly church: string;
  /** How often a remark misleads, of 1. */
  readonly misleading: number;
}

/** An invented person's full name. */
export function inventName(chance: Chance, middle = false): string {
  const names = [chance.pick(invented.family), chance.pick(invented.given)];
  if (middle) names.push(chance.pick(invented.given.filter((name) => name !== names[1])));
  return names.join(' ');
}

const months = 'January February March April May June July August September October November December'.split(' ');

/** English name of a date's month. */
export function monthName(date: PlainDate): string {
  return months[Number(date.slice(5, 7)) - 1] ?? '';
}

/** What a template is filled with for one entry. */
export interface Filling {
  readonly date: PlainDate;
  readonly household: Household;
  readonly counterparty: string;
  readonly remark?: string | undefined;
}

/**
 * Fills `{name}` with the counterparty, `{d6}` with six digits, and so on; `{NAME}` in capitals. What it does not know is picked from the
 * invented lists.
 */
export function fillTemplate(template: string, filling: Filling, chance: Chance): string {
  return template.replace(/\{(\w+)\}/g, (_, key: string) => {
    const digits = /^d(\d+)$/.exec(key)?.[1];
    if (digits) return chance.digits(Number(digits));
    const lower = /[a-z]/.test(key) ? key : key.toLowerCase();
    const value = wordFor(lower, filling, chance);
    return lower === key ? value : value.toUpperCase();
  });
}

function wordFor(key: string, filling: Filling, chance: Chance): string {
  const { date, household } = filling;
  switch (key) {
    case 'name':
      return filling.counterparty;
    case 'remark':
      return filling.remark ?? remarkOf(filling, chance);
    case 'self':
      return household.holder;
    case 'employer':
    case 'landlord':
    case 'lender':
    case 'church':
      return household[key];
    case 'phone':
      return `0${chance.pick(['803', '706', '812', '905', '701'])}${chance.digits(7)}`;
    case 'month':
      return `${monthName(date).slice(0, 3)} ${date.slice(0, 4)}`;
    case 'trapDate':
      return trapDate(date, chance);
    case 'trapAmount':
      return (chance.between(10, 900) * 50).toLocaleString('en-US', { minimumFractionDigits: 2 });
    default:
      return chance.pick(invented[key as keyof typeof invented] ?? [key]);
  }
}

function remarkOf(filling: Filling, chance: Chance): string {
  if (!chance.happens(filling.household.misleading)) return chance.pick(invented.remark);
  return fillTemplate(chance.pick(misleadingRemarks), filling, chance);
}

function trapDate(date: PlainDate, chance: Chance): string {
  const day = String((dayNumber(date) % 28) + 1).padStart(2, '0');
  const year = date.slice(0, 4);
  return chance.pick([`${day}-${monthName(date).slice(0, 3)}-${year}`, `${day}/${date.slice(5, 7)}/${year}`]);
}
