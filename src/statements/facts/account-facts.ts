import type { StatementAccount } from '../statement.ts';
import { currenciesIn, currencyNamed } from '../text/currency.ts';
import { datesInText } from '../text/dates.ts';
import { type TextLine, textOf, type Word } from '../text/lines.ts';
import { holderWithoutLabel, nameIn } from './holder-name.ts';
import { type FoundLabel, type LabelPatterns, labelsIn } from './labels-in-line.ts';

type Fact = 'name' | 'number' | 'type' | 'currency' | 'other';

const patterns: LabelPatterns<Fact> = [
  ['type', /\b(?:account|acct|a\/c|wallet) (?:type|class|category)\b|\bproduct(?: name| type)?\b|\btype of account\b/g],
  [
    'name',
    new RegExp(
      "\\b(?:account|acct|a\\/c|customer|client|wallet|holder)(?:'s)? ?name\\b|\\baccount title\\b" +
        '|\\bname of (?:the )?(?:customer|account(?: holder)?)\\b|\\bin the name of\\b|^name\\b|^dear\\b' +
        "|(?:^|\\b(?:account|a\\/c|wallet|card) ?)(?:holder|owner)(?:'s)?(?: name)?\\b|\\b(?:account|a\\/c|acct) of\\b" +
        '|\\b(?:prepared for|issued to)\\b' +
        '|^(?:customer|client)\\b(?! (?:id|no|care|service|number|statement|code|ref))' +
        '|\\bstatement (?:of|for)\\b(?! (?:account|transactions|the|period|your)\\b)(?! *\\d)',
      'g',
    ),
  ],
  [
    'number',
    new RegExp(
      '\\b(?:account|acct|a\\/c|wallet|nuban) ?(?:no\\b\\.?|number\\b|num\\b|#)|\\bnuban\\b|\\baccountnumber\\b' +
        '|\\baccount\\b(?=:? \\d{10})',
      'g',
    ),
  ],
  ['currency', /\bcurrency\b/g],
  [
    'other',
    new RegExp(
      '\\b(?:opening|closing|available|uncleared|cleared|total|statement|period|print|printed|generated|branch' +
        '|address|bvn|customer (?:id|no)|start|end|from|date|email|phone|tel|sort code|swift|bank)\\b',
      'g',
    ),
  ],
];

/**
 * The account's owner, number, type and currency, as the lines outside the table state them. `currencies` are those
 * beside its figures. Its narrations often name the holder.
 */
export function accountIn(
  lines: readonly TextLine[],
  { currencies = [], narrations = [] }: { currencies?: readonly string[]; narrations?: readonly string[] } = {},
): StatementAccount {
  const found = new Map<Fact, string>();
  for (const [name, value] of factsIn(lines)) if (!found.has(name)) found.set(name, value);
  const [number, type] = [found.get('number') ?? loneNumber(lines), found.get('type')];
  const name = found.get('name') ?? holderWithoutLabel(lines, number, narrations);
  const labelled = found.get('currency');
  const currency = (labelled && isoCode(labelled)) ?? mostOf(currencies) ?? mostOf(currenciesAround(lines));
  return { ...(name && { name }), ...(number && { number }), ...(type && { type }), ...(currency && { currency }) };
}

/** The account number after a label, if there is one. In a file of several accounts, it starts the next account. */
export function labelledAccountNumber(lines: readonly TextLine[]): string | undefined {
  for (const [name, value] of factsIn(lines)) if (name === 'number') return value;
  return undefined;
}

function* factsIn(lines: readonly TextLine[]): Iterable<readonly [Fact, string]> {
  for (const [index, line] of lines.entries()) {
    for (const label of labelsIn(line, patterns)) {
      const value = label.name === 'other' ? undefined : factOf(label, lines[index + 1]);
      if (value) yield [label.name, value];
    }
  }
}

function factOf(label: FoundLabel<Fact>, below: TextLine | undefined): string | undefined {
  const beside = tidy(label.name, untilGap(label.value));
  if (beside || label.value.length > 0) return beside;
  const under = (below?.words ?? []).filter((word) => word.right > label.left - 2 && word.left < label.until - 2);
  return under[0] && Math.abs(under[0].left - label.left) < 12 ? tidy(label.name, untilGap(under)) : undefined;
}

// A gap wider than a blank ends the value.
function untilGap(words: readonly Word[]): readonly Word[] {
  const end = words.findIndex((word, at) => at > 0 && word.left - (words[at - 1]?.right ?? 0) > 1.5 * word.size);
  return end < 0 ? words : words.slice(0, end);
}

function tidy(fact: Fact, words: readonly Word[]): string | undefined {
  const text = textOf(words).replace(/^[\s:=.-]+|[\s:=-]+$/g, '');
  if (fact === 'number') {
    const number = withoutDates(text);
    const whole = /(?<!\d)\d[\d -]{6,18}\d(?!\d)/.exec(number)?.[0].replace(/[ -]/g, '');
    return whole ?? /(?<![\d])[\dx*]{4,12}\d{3,4}(?!\d)/i.exec(number)?.[0];
  }
  if (fact === 'name') return personIn(text);
  return text === '' || text.length > 60 ? undefined : text;
}

// A date may follow a number without a blank: `182041007901/01/2024`.
function withoutDates(text: string): string {
  return datesInText(text).reduceRight((rest, { from, to }) => `${rest.slice(0, from)}|${rest.slice(to)}`, text);
}

// A name ends where a sentence continues or a number begins.
function personIn(text: string): string | undefined {
  const name = nameIn((text.split(/[,(]|\s\d|\s-\s/)[0] ?? '').replace(/^name\b[\s:]*/i, '').trim());
  return name && !/\d|\b(?:account|statement|name|number)\b/i.test(name) ? name : undefined;
}

/** The first number of ten digits, which is a NUBAN. Eleven digits are a telephone number. */
export function loneNumber(lines: readonly TextLine[]): string | undefined {
  for (const { words } of lines) {
    const texts = words.map((word) => withoutDates(word.text).replace(/^[(]|[|.,;:)]+$/g, ''));
    const number = texts.find((text) => /^\d{10}$/.test(text));
    if (number) return number;
  }
  return undefined;
}

// A code that is not known has three letters. Other words are those of a heading: `FOREIGN CURRENCY ACCOUNT`.
function isoCode(printed: string): string | undefined {
  return currencyNamed(printed) ?? /^[a-z]{3}\b/i.exec(printed)?.[0].toUpperCase();
}

// A footer repeats its text on each page, but it says it only once.
function currenciesAround(lines: readonly TextLine[]): readonly string[] {
  return [...new Set(lines.map((line) => textOf(line.words)))].flatMap(currenciesIn);
}

function mostOf(codes: readonly string[]): string | undefined {
  const counts = new Map<string, number>();
  for (const code of codes) counts.set(code, (counts.get(code) ?? 0) + 1);
  return [...counts].sort((a, b) => b[1] - a[1])[0]?.[0];
}
