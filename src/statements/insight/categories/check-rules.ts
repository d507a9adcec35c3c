import type { CategoryRule, EntryCategory, SpendingCategory } from './category-rule.ts';

const spending: Readonly<Record<SpendingCategory, 'debit'>> = {
  atm: 'debit',
  airtime: 'debit',
  transfers: 'debit',
  party: 'debit',
  gambling: 'debit',
  titheOffering: 'debit',
  rent: 'debit',
  tv: 'debit',
  investment: 'debit',
  loans: 'debit',
  education: 'debit',
  transport: 'debit',
  electricity: 'debit',
  tax: 'debit',
};

const sides: Readonly<Record<EntryCategory, 'debit' | 'credit' | 'either'>> = {
  ...spending,
  charges: 'debit',
  other: 'debit',
  reversal: 'either',
  sweep: 'either',
  refund: 'credit',
  balance_forward: 'credit',
  loan_in: 'credit',
  interest: 'credit',
  bonus: 'credit',
  pension: 'credit',
  salary: 'credit',
  inflow: 'credit',
};

/** The 14 categories of an insight. Spec §6.4. */
export const spendingCategories = Object.keys(spending) as readonly SpendingCategory[];

const members: Readonly<Record<keyof CategoryRule, true>> = {
  category: true,
  side: true,
  words: true,
  pattern: true,
  with: true,
  unless: true,
  alone: true,
  by: true,
};

/** Checks a table of rules that somebody else wrote. */
export function checkRules(rules: unknown, refuse: (path: string, message: string) => void): readonly CategoryRule[] {
  if (!Array.isArray(rules)) {
    refuse('rules', 'must be a list of category rules');
    return [];
  }
  for (const [place, rule] of rules.entries()) {
    for (const [member, message] of problemsOf(rule)) refuse(`rules.${place}${member && `.${member}`}`, message);
  }
  return rules as CategoryRule[];
}

function problemsOf(rule: unknown): readonly (readonly [string, string])[] {
  if (typeof rule !== 'object' || rule === null)
    return [['', 'must be a rule: an object with category, side and words']];
  const { category, side, words, pattern, by, alone, ...rest } = rule as Readonly<Record<string, unknown>>;
  const problems: (readonly [string, string])[] = [];
  for (const member of Object.keys(rest))
    if (!(member in members)) problems.push([member, `is not known; known are ${Object.keys(members).join(', ')}`]);
  const sideOfCategory = sides[category as EntryCategory];
  if (sideOfCategory === undefined || !Object.hasOwn(sides, category as string))
    problems.push(['category', `must be one of ${Object.keys(sides).join(', ')}`]);
  if (side !== 'debit' && side !== 'credit') problems.push(['side', "must be 'debit' or 'credit'"]);
  else if (sideOfCategory !== undefined && sideOfCategory !== 'either' && sideOfCategory !== side)
    problems.push(['side', `must be '${sideOfCategory}' for ${category}`]);
  if (words === undefined && pattern === undefined) problems.push(['words', 'are missing: give words or a pattern']);
  for (const [name, list] of Object.entries({ words, with: rest.with, unless: rest.unless }))
    if (!isWordList(list)) problems.push([name, 'must be a list of words']);
  // A global or sticky expression remembers where it stopped and would find every second entry.
  if (pattern !== undefined && (!(pattern instanceof RegExp) || pattern.global || pattern.sticky))
    problems.push(['pattern', 'must be a regular expression without the flags g and y']);
  if (by !== undefined && by !== 'bank' && by !== 'channel')
    problems.push(['by', "must be 'bank', 'channel' or left out"]);
  if (alone !== undefined && typeof alone !== 'boolean') problems.push(['alone', 'must be true or false']);
  return problems;
}

function isWordList(value: unknown): boolean {
  return (
    value === undefined ||
    (Array.isArray(value) && value.every((word) => typeof word === 'string' && /[a-z0-9]/i.test(word)))
  );
}
