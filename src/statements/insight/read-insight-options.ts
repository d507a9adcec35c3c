import { type PlainDate, parsePlainDate } from '../../domain/calendar.ts';
import { type Kobo, koboFromAnswer } from '../../domain/money.ts';
import { type FieldIssue, InputError } from '../../errors.ts';
import type { CategoryRule } from './categories/category-rule.ts';
import { categoryRules } from './categories/category-rules.ts';
import { checkRules } from './categories/check-rules.ts';
import { wordsOf } from './entries/narration.ts';
import type { InsightOptions } from './insight-options.ts';

/** The options as the computation takes them: checked, in kobo, with defaults. */
export interface InsightSettings {
  readonly businessId: string;
  readonly borrowerId: string;
  /** Words of the account's name. */
  readonly holder: readonly string[];
  readonly period: { readonly from: PlainDate; readonly to: PlainDate } | undefined;
  readonly openingBalance: Kobo | undefined;
  readonly closingBalance: Kobo | undefined;
  readonly tenureMonths: number;
  readonly capRatio: number;
  readonly bureau:
    | {
        readonly totalBorrowed: Kobo;
        readonly totalOutstanding: Kobo;
        readonly totalOverdue: Kobo;
        readonly creditInsight: string;
      }
    | undefined;
  readonly rules: readonly CategoryRule[];
  readonly salaryPayers: readonly (readonly string[])[];
}

const known: Readonly<Record<keyof InsightOptions, true>> = {
  businessId: true,
  borrowerId: true,
  accountName: true,
  period: true,
  openingBalance: true,
  closingBalance: true,
  tenureMonths: true,
  capRatio: true,
  bureau: true,
  rules: true,
  salaryPayers: true,
};

const MOST_MONTHS = 360;

/** Checks options and fills in defaults. @throws InputError naming every option that is wrong or unknown. */
export function readInsightOptions(options: unknown, subject: string): InsightSettings {
  const issues: FieldIssue[] = [];
  const refuse: Refuse = (path, message) => void issues.push({ path, message });
  const given = recordOf(options, '', refuse);
  for (const name of Object.keys(given))
    if (!(name in known)) refuse(name, `is not known; known are ${Object.keys(known).join(', ')}`);
  const settings: InsightSettings = {
    businessId: text(given, 'businessId', refuse),
    borrowerId: text(given, 'borrowerId', refuse),
    holder: wordsOf(text(given, 'accountName', refuse)),
    period: readPeriod(given.period, refuse),
    openingBalance: amount(given, 'openingBalance', refuse),
    closingBalance: amount(given, 'closingBalance', refuse),
    tenureMonths: number(given, 'tenureMonths', 3, refuse, {
      holds: (value) => Number.isInteger(value) && value >= 1 && value <= MOST_MONTHS,
      message: `must be a whole number from 1 to ${MOST_MONTHS}`,
    }),
    capRatio: number(given, 'capRatio', 1 / 3, refuse, {
      holds: (value) => value > 0 && value <= 1,
      message: 'must be above 0 and at most 1',
    }),
    bureau: readBureau(given.bureau, refuse),
    rules: given.rules === undefined ? categoryRules : checkRules(given.rules, refuse),
    salaryPayers: names(given.salaryPayers, refuse).map(wordsOf),
  };
  if (issues.length > 0) throw new InputError(subject, issues);
  return settings;
}

/** Notes a mistake. */
export type Refuse = (path: string, message: string) => void;

type Given = Readonly<Record<string, unknown>>;

function recordOf(value: unknown, path: string, refuse: Refuse): Given {
  if (value === undefined) return {};
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Given;
  refuse(path, 'must be an object');
  return {};
}

function text(given: Given, field: string, refuse: Refuse): string {
  const value = given[field] ?? '';
  if (typeof value === 'string') return value;
  refuse(field, 'must be text');
  return '';
}

function amount(given: Given, field: string, refuse: Refuse, path = field): Kobo | undefined {
  const value = given[field];
  if (value === undefined || value === null) return undefined;
  const kobo = typeof value === 'number' ? koboFromAnswer(value) : undefined;
  if (kobo === undefined) refuse(path, 'must be an amount in naira');
  return kobo;
}

function number(
  given: Given,
  field: string,
  fallback: number,
  refuse: Refuse,
  rule: { holds: (value: number) => boolean; message: string },
): number {
  const value = given[field];
  if (value === undefined) return fallback;
  if (typeof value === 'number' && rule.holds(value)) return value;
  refuse(field, rule.message);
  return fallback;
}

function readPeriod(value: unknown, refuse: Refuse): InsightSettings['period'] {
  if (value === undefined || value === null) return undefined;
  const given = recordOf(value, 'period', refuse);
  const [from, to] = [parsePlainDate(given.from), parsePlainDate(given.to)];
  if (!from) refuse('period.from', 'must be a day, YYYY-MM-DD');
  if (!to) refuse('period.to', 'must be a day, YYYY-MM-DD');
  if (!from || !to) return undefined;
  if (to < from) refuse('period.to', 'must not be before period.from');
  return { from, to };
}

function readBureau(value: unknown, refuse: Refuse): InsightSettings['bureau'] {
  if (value === undefined) return undefined;
  const given = recordOf(value, 'bureau', refuse);
  const read = (field: string) => {
    const kobo = amount(given, field, refuse, `bureau.${field}`);
    if (given[field] === undefined || given[field] === null) refuse(`bureau.${field}`, 'is required');
    return kobo ?? (0 as Kobo);
  };
  const creditInsight = given.creditInsight;
  if (typeof creditInsight !== 'string') refuse('bureau.creditInsight', 'must be text');
  return {
    totalBorrowed: read('totalBorrowed'),
    totalOutstanding: read('totalOutstanding'),
    totalOverdue: read('totalOverdue'),
    creditInsight: String(creditInsight),
  };
}

function names(value: unknown, refuse: Refuse): readonly string[] {
  if (value === undefined) return [];
  if (Array.isArray(value) && value.every((name) => typeof name === 'string' && wordsOf(name).length > 0))
    return value as string[];
  refuse('salaryPayers', 'must be a list of names');
  return [];
}
